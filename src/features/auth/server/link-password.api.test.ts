import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { auth } from '../auth.contract.ts'
import { passwordTooShort } from '../password.rules.ts'
import { aBrowser, aTechnicianWithPassword, PASSWORD, postToken } from '../testing/sign-in.ts'
import { makeOneTimeLink } from './links.queries.ts'

const NEXT = 'en helt annan fras'
const SPENT = { status: 403, code: 'otp_expired', message: 'Länken har redan använts eller gått ut. Be om en ny.' }

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const aPerson = () => aTechnicianWithPassword(h, orgId)
async function aTokenOf({ userId }: Person) {
  const link = await h.database.as('auth', (db) =>
    makeOneTimeLink(db, { appUrl: 'http://localhost', userId, purpose: 'recovery' }),
  )
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
}
const choose = (token: string, password: string) => h.as(null).call(auth.linkPassword, { body: { token, password } })
const canSignIn = async ({ email }: Person, password: string) =>
  (await aBrowser(h).signInWithPassword({ email, password })).error === null
const linkActions = async ({ userId }: Person) =>
  (
    await h.test.superuser.query(
      `select action from audit_log where subject_id = $1 and action ~ '^(link|password)' order by id`,
      [userId],
    )
  ).rows.map(({ action }) => action)

test('A-524: a refused password (short, common, a name, unchanged) does not consume the link', async () => {
  const anna = await aPerson()
  await h.test.superuser.query('update auth.users set must_change_password = true where id = $1', [anna.userId])
  const token = await aTokenOf(anna)
  for (const [password, message] of [
    ['abcde', passwordTooShort()],
    ['lösenord123', 'Lösenordet är för vanligt. Välj ett annat.'],
    ['Nordnät2026', expect.stringContaining('för lätt att gissa')],
    [PASSWORD, 'Välj ett annat lösenord än det du har'],
  ])
    await expect(choose(token, password)).rejects.toMatchObject({ status: 422, fields: { password: message } })
  await choose(token, NEXT)
  expect(await canSignIn(anna, NEXT)).toBe(true)
  expect(await canSignIn(anna, PASSWORD)).toBe(false)
  const { rows } = await h.test.superuser.query('select must_change_password as due from auth.users where id = $1', [
    anna.userId,
  ])
  expect(rows).toEqual([{ due: false }])
  expect(await linkActions(anna)).toEqual(['link_used', 'password_changed'])
})

test('A-13: a link sets one password, also with two concurrent uses; the other is refused', async () => {
  const anna = await aPerson()
  const token = await aTokenOf(anna)
  const passwords = ['en helt annan fras', 'en tredje fras', 'en fjärde fras']
  const outcomes = await Promise.allSettled(passwords.map((password) => choose(token, password)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(SPENT)
  const works = await Promise.all(passwords.map((password) => canSignIn(anna, password)))
  expect(works).toEqual(outcomes.map(({ status }) => status === 'fulfilled'))
  // Audited once, however often the link is tried.
  expect((await linkActions(anna)).filter((action) => action === 'link_refused')).toHaveLength(1)
})

test('A-12, A-17: unknown, expired and void links, or a deactivated login’s, set nothing', async () => {
  const anna = await aPerson()
  const set = async (column: string, value: string) => {
    const token = await aTokenOf(anna)
    await h.test.superuser.query(`update ${column} = ${value}`)
    return token
  }
  await expect(choose('x'.repeat(43), NEXT)).rejects.toMatchObject(SPENT)
  const void_ = await aTokenOf(anna)
  await aTokenOf(anna)
  await expect(choose(void_, NEXT)).rejects.toMatchObject(SPENT)
  await expect(choose(await set('auth.one_time_tokens set expires_at', 'now()'), NEXT)).rejects.toMatchObject(SPENT)
  await expect(choose(await set('auth.users set disabled_at', 'now()'), NEXT)).rejects.toMatchObject(SPENT)
  await h.test.superuser.query('update auth.users set disabled_at = null')
  expect(await canSignIn(anna, PASSWORD)).toBe(true)
})

test('the new password ends every session of its login and of no other', async () => {
  const [anna, eva] = [await aPerson(), await aPerson()]
  await choose(await aTokenOf(anna), NEXT)
  const isSignedIn = (person: Person) =>
    h
      .as(person)
      .call(auth.me, {})
      .then(
        () => true,
        () => false,
      )
  expect([await isSignedIn(anna), await isSignedIn(eva)]).toEqual([false, true])
})

test('earlier wrong guesses do not block sign-in after a password was set by link', async () => {
  const anna = await aPerson()
  const ip = '127.0.0.1'
  const signIn = (password: string) => postToken(h, 'password', { email: anna.email, password }, { ip })
  for (let count = 0; count < 10; count++) await signIn('fel fel fel')
  expect((await signIn(PASSWORD)).statusCode).toBe(429)
  await choose(await aTokenOf(anna), NEXT)
  expect((await signIn(NEXT)).statusCode).toBe(200)
})

test('A-524: after ten refused passwords in a quarter of an hour no more are checked', async () => {
  const token = await aTokenOf(await aPerson())
  const statuses: number[] = []
  for (let count = 0; count < 11; count++)
    await choose(token, 'abcde').catch(({ status }: { status: number }) => statuses.push(status))
  expect(statuses).toEqual([...Array(10).fill(422), 429])
})
