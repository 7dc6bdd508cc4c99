// Sign-ins and refusals in the audit log and in the program's log.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { givePassword, PASSWORD, postToken } from '../testing/sign-in.ts'
import { makeOneTimeLink } from './links.queries.ts'

const log = captureLog('info')
let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness({ logger: log.logger })
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  await givePassword(h, anna)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  await h.test.superuser.query('delete from audit_log')
  log.clear()
})
afterAll(() => h.stop())

const signIn = (email: string, password: string, ip = '192.0.2.1') =>
  postToken(h, 'password', { email, password }, { ip })
const entries = async () =>
  (
    await h.test.superuser.query(
      'select action, subject_id, org_id, detail - $1 as detail from audit_log order by at, id',
      ['sessionId'],
    )
  ).rows
const ofAnna = (action: string, detail: object) => ({
  action,
  subject_id: anna.userId,
  org_id: anna.orgId,
  detail,
})

test('A-510: sign-ins and refusals are audited in the login’s organization, with their kind', async () => {
  expect((await signIn(anna.email, PASSWORD)).statusCode).toBe(200)
  expect((await signIn(anna.email, 'fel fel fel')).statusCode).toBe(400)
  expect((await signIn('ingen@example.se', 'fel fel fel')).statusCode).toBe(400)
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [anna.userId])
  expect((await signIn(anna.email, PASSWORD)).statusCode).toBe(400)
  await h.test.superuser.query('update auth.users set disabled_at = null where id = $1', [anna.userId])
  expect(await entries()).toEqual([
    ofAnna('signed_in', {}),
    ofAnna('sign_in_refused', { reason: 'wrong_password' }),
    { action: 'sign_in_refused', subject_id: null, org_id: null, detail: { reason: 'unknown_login' } },
    ofAnna('sign_in_refused', { reason: 'deactivated' }),
  ])
})

test('A-511: refusals by the rate limits are audited once per window', async () => {
  for (let count = 0; count < 14; count++) await signIn(anna.email, 'fel fel fel')
  const limited = (await entries()).filter(({ detail }) => detail.reason === 'limited')
  expect(limited).toEqual([ofAnna('sign_in_refused', { reason: 'limited' })])
  expect(await entries()).toHaveLength(11)
})

test('A-512: the program’s log records refusals, with addresses as keyed hashes', async () => {
  await signIn(anna.email, 'fel fel fel', '198.51.100.7')
  await signIn(anna.email, 'fel fel fel', '198.51.100.7')
  await signIn('ingen@example.se', 'fel fel fel', '198.51.100.8')
  const lines = log
    .text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'sign-in refused')
  expect(lines.map(({ kind }) => kind)).toEqual(['wrong_password', 'wrong_password', 'unknown_login'])
  expect(lines[0].address).toBe(lines[1].address)
  expect(lines[0].account).toBe(lines[1].account)
  expect(lines[2].address).not.toBe(lines[0].address)
  for (const word of ['198.51.100', anna.email, anna.userId, 'ingen@', 'fel fel'])
    expect(log.text()).not.toContain(word)
})

test('A-510: used links and wrong current passwords are audited as refusals', async () => {
  const link = await h.database.as('auth', (db) =>
    makeOneTimeLink(db, { appUrl: 'https://x.se', userId: anna.userId, purpose: 'recovery' }),
  )
  const token = /token=([^&]+)/.exec(link)?.[1]
  const open = () =>
    h.app.inject({ method: 'POST', url: '/auth/v1/verify', payload: { token_hash: token, type: 'recovery' } })
  expect((await open()).statusCode).toBe(200)
  for (const _time of [1, 2, 3]) expect((await open()).statusCode).toBe(403)
  const change = await h.app.inject({
    method: 'PUT',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${anna.token}` },
    payload: { password: 'ett nytt lösenord', current_password: 'inte det' },
  })
  expect(change.statusCode).toBe(422)
  expect(await entries()).toEqual([
    ofAnna('link_used', { purpose: 'recovery' }),
    ofAnna('link_refused', { purpose: 'recovery' }),
    ofAnna('password_change_refused', {}),
  ])
})
