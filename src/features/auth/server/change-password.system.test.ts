import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { PASSWORD_MIN_LENGTH, passwordTooShort } from '../password.rules.ts'
import { aBrowser, aTechnicianWithPassword, PASSWORD, postToken } from '../testing/sign-in.ts'
import { setPassword } from './logins.queries.ts'
import { openPasswords } from './passwords.ts'

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
})
afterAll(() => h.stop())

const NEXT = 'en helt annan fras'

async function aPerson(): Promise<Person> {
  await h.test.superuser.query('delete from auth.attempts')
  return aTechnicianWithPassword(h, orgId)
}
async function signedIn(person: Person, password = PASSWORD) {
  const browser = aBrowser(h)
  const { data, error } = await browser.signInWithPassword({ email: person.email, password })
  if (error) throw error
  return { browser, token: data.session?.access_token ?? '', refreshToken: data.session?.refresh_token ?? '' }
}
const meStatus = async (token: string) =>
  (await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).statusCode
const put = (token: string, payload: object) =>
  h.app.inject({ method: 'PUT', url: '/auth/v1/user', payload, headers: { authorization: `Bearer ${token}` } })
const ageSignIn = (person: Person) =>
  h.test.superuser.query(
    `update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
    [person.userId],
  )

test('A-25: a new password ends all other sessions at once, but not the one that set it', async () => {
  const anna = await aPerson()
  const [current, second, third] = [await signedIn(anna), await signedIn(anna), await signedIn(anna)]
  const { error } = await current.browser.updateUser({ password: NEXT })
  expect(error).toBeNull()
  expect(await meStatus(current.token)).toBe(200)
  for (const { token, refreshToken } of [second, third]) {
    expect(await meStatus(token)).toBe(401)
    expect((await postToken(h, 'refresh_token', { refresh_token: refreshToken })).statusCode).toBe(400)
  }
  expect((await current.browser.refreshSession()).error).toBeNull()
  await expect(signedIn(anna)).rejects.toThrow('Felaktig e-postadress eller lösenord')
  await signedIn(anna, NEXT)
  const { rows } = await h.test.superuser.query(
    `select action, org_id from audit_log where subject_id = $1 and action !~ '^sign'`,
    [anna.userId],
  )
  expect(rows).toEqual([{ action: 'password_changed', org_id: orgId }])
})

test('ten minutes after the sign-in the current password is required', async () => {
  const anna = await aPerson()
  const { browser, token } = await signedIn(anna)
  await ageSignIn(anna)
  const { error } = await browser.updateUser({ password: NEXT })
  expect(error).toMatchObject({ code: 'reauthentication_needed', message: 'Ange ditt nuvarande lösenord också' })
  const wrong = await put(token, { password: NEXT, current_password: 'fel fel fel' })
  expect([wrong.statusCode, wrong.json().message]).toEqual([422, 'Det nuvarande lösenordet stämmer inte'])
  expect((await browser.updateUser({ password: NEXT, current_password: PASSWORD })).error).toBeNull()
})

test('wrong current passwords are refused right after sign-in, and none is checked after ten', async () => {
  const anna = await aPerson()
  const { token } = await signedIn(anna)
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1)
    statuses.push((await put(token, { password: NEXT, current_password: `fel ${i}` })).statusCode)
  expect(statuses).toEqual([...Array(10).fill(422), 429])
})

test('A-16: a weak password (short, common, company’s name) is refused with the reason', async () => {
  const anna = await aPerson()
  const { browser } = await signedIn(anna)
  const messageOf = async (password: string) => (await browser.updateUser({ password })).error?.message
  expect(await messageOf('abcde')).toBe(passwordTooShort())
  expect(await messageOf('lösenord123')).toBe('Lösenordet är för vanligt. Välj ett annat.')
  expect(await messageOf('Nordnät2026')).toContain('för lätt att gissa')
  await signedIn(anna)
})

test('A-16: the minimum length is a setting', async () => {
  const passwords = openPasswords({ minLength: 12 })
  await expect(passwords.choose('elva tecken')).rejects.toThrow('Lösenordet måste vara minst 12 tecken')
})

test('only the password can be changed here', async () => {
  const anna = await aPerson()
  const { token } = await signedIn(anna)
  for (const extra of [
    { email: 'ny@example.se' },
    { data: { role: 'admin' } },
    { phone: '1' },
    { nonce: '1' },
    { role: 'admin' },
  ])
    expect((await put(token, { password: NEXT, ...extra })).statusCode, JSON.stringify(extra)).toBe(422)
  for (const password of [[], {}, 7, null, '']) expect((await put(token, { password })).statusCode).toBe(422)
  expect((await put(token, {})).statusCode).toBe(422)
  await signedIn(anna)
})

test('a password set by an administrator must be changed first, and to another one', async () => {
  const anna = await aPerson()
  const before = await signedIn(anna)
  const admin = await h.anAdmin({ orgId })
  const temporary = 'lånat för en dag'
  const passwordHash = await openPasswords({ minLength: PASSWORD_MIN_LENGTH }).choose(temporary)
  await h.database.as('auth', (db) =>
    setPassword(db, { userId: anna.userId, passwordHash, mustChangePassword: true, by: admin.userId }),
  )
  expect(await meStatus(before.token)).toBe(401)

  const { browser, token } = await signedIn(anna, temporary)
  const me = await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
  expect(me.json()).toMatchObject({ kind: 'staff', mustChangePassword: true })
  const otherEndpoint = await h.app.inject({ url: '/api/openapi.json', headers: { authorization: `Bearer ${token}` } })
  expect([otherEndpoint.statusCode, otherEndpoint.json().error.code]).toEqual([403, 'password_change_due'])

  expect((await browser.updateUser({ password: temporary })).error?.message).toBe(
    'Välj ett annat lösenord än det du har',
  )
  expect((await browser.updateUser({ password: NEXT })).error).toBeNull()
  expect(
    (await h.app.inject({ url: '/api/openapi.json', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200)
})
