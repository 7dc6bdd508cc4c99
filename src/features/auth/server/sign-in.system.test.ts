import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aBrowser, givePassword, PASSWORD, passwords, postToken } from '../testing/sign-in.ts'
import { signIn } from './sign-in.ts'

let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  anna = await h.aTechnician({ orgId: org.id })
  await givePassword(h, anna)
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const WRONG = 'Felaktig e-postadress eller lösenord'

/** Signs in like the server, counting hashes and pauses. */
function counted() {
  const seen = { hashes: 0, pauses: [] as number[] }
  const parts = {
    database: h.database,
    tokens: h.tokens,
    refreshKey: Buffer.alloc(32, 7),
    passwords: {
      ...passwords,
      matches: (stored: string | null | undefined, password: string) => {
        seen.hashes += 1
        return passwords.matches(stored, password)
      },
    },
    pause: async (ms: number) => void seen.pauses.push(ms),
  }
  const attempt = (email: string, password: string, ip = '192.0.2.1') =>
    signIn(parts, { email, password, ip, userAgent: undefined })
  return { seen, attempt }
}

test('auth-js signs in and gets a session for fifteen minutes', async () => {
  const browser = aBrowser(h)
  const { data, error } = await browser.signInWithPassword({ email: anna.email, password: PASSWORD })
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ expires_in: 900, token_type: 'bearer' })
  expect(data.user).toMatchObject({ id: anna.userId, email: anna.email, aud: 'authenticated' })
  const { data: again } = await browser.getUser()
  expect(again.user?.id).toBe(anna.userId)
})

test('A-19: tokens are never cached, the refresh token has 256 bits and only its hash is stored', async () => {
  const answer = await postToken(h, 'password', { email: anna.email, password: PASSWORD })
  expect(answer.headers['cache-control']).toBe('no-store')
  const { refresh_token: token } = answer.json()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await h.test.superuser.query('select t::text as row from auth.refresh_tokens t')
  const everything = JSON.stringify(rows)
  expect(everything).not.toContain(token)
  expect(everything).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
})

describe('A-01: malformed credentials are refused with 400 before hashing', () => {
  const bodies = [
    {},
    [],
    'x',
    { email: 'anna@x.se' },
    { password: 'x' },
    { email: '', password: '' },
    { email: [], password: 'x' },
    { email: { a: 1 }, password: 'x' },
    { email: 7, password: 'x' },
    { email: 'anna@x.se', password: ['x'] },
    { email: 'anna@x.se', password: { $ne: '' } },
    { email: 'anna@x.se', password: 7 },
    { email: 'anna@x.se', password: '' },
    { email: 'anna@x.se', password: 'x', role: 'admin' },
    null,
  ]
  test.each(bodies.map((body) => [JSON.stringify(body), body]))('%s', async (_text, body) => {
    const answer = await postToken(h, 'password', body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^(Ange|Okänt fält)/),
    })
    const { rowCount } = await h.test.superuser.query('select from auth.attempts')
    expect(rowCount).toBe(0)
  })

  test('malformed JSON and a poisoned prototype are refused', async () => {
    for (const payload of ['{', '{"__proto__":{"email":"x"}}', '{"constructor":{"prototype":{}}}']) {
      const answer = await h.app.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=password',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect(answer.statusCode).toBe(400)
    }
  })
})

test('A-02: unknown address, wrong password and login without password get the same response', async () => {
  const unproven = await h.aLogin('staff', null)
  const answers = await Promise.all([
    postToken(h, 'password', { email: anna.email, password: 'fel fel fel' }),
    postToken(h, 'password', { email: 'ingen@example.se', password: 'fel fel fel' }),
    postToken(h, 'password', { email: unproven.email, password: 'fel fel fel' }),
  ])
  for (const answer of answers) {
    const { requestId: _, ...body } = answer.json()
    expect([answer.statusCode, body]).toEqual([400, { code: 'invalid_credentials', message: WRONG }])
    expect(answer.headers['x-supabase-api-version']).toBe('2024-01-01')
  }
  const { error } = await aBrowser(h).signInWithPassword({ email: anna.email, password: 'fel fel fel' })
  expect(error).toMatchObject({ code: 'invalid_credentials', message: WRONG, status: 400 })
})

test('A-03: an unknown address costs exactly one hash, as a known one does', async () => {
  const { seen, attempt } = counted()
  await expect(attempt('ingen@example.se', 'fel fel fel')).rejects.toThrow(WRONG)
  expect(seen.hashes).toBe(1)
  await expect(attempt(anna.email, 'fel fel fel')).rejects.toThrow(WRONG)
  expect(seen.hashes).toBe(2)
})

test('A-05: after ten wrong passwords the right one must wait too, but not from elsewhere', async () => {
  for (let i = 0; i < 10; i += 1)
    expect((await postToken(h, 'password', { email: anna.email, password: `fel ${i}` })).statusCode).toBe(400)
  const limited = await postToken(h, 'password', { email: anna.email, password: PASSWORD })
  expect(limited.statusCode).toBe(429)
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(800)
  expect(limited.json()).toMatchObject({
    code: 'over_request_rate_limit',
    message: 'För många försök. Vänta 15 minuter och försök igen.',
  })

  expect(
    (await postToken(h, 'password', { email: anna.email, password: PASSWORD }, { ip: '198.51.100.9' })).statusCode,
  ).toBe(200)
  await h.test.superuser.query(`update auth.attempts set window_start = now() - interval '15 minutes'`)
  expect((await postToken(h, 'password', { email: anna.email, password: PASSWORD })).statusCode).toBe(200)
})

test('A-06: forwarding headers of a peer that is no proxy are ignored', async () => {
  const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']
  const statuses: number[] = []
  for (let i = 0; i < 12; i += 1) {
    const headers = Object.fromEntries(
      names.map((name) => [name, name === 'forwarded' ? `for=203.0.113.${i}` : `203.0.113.${i}`]),
    )
    statuses.push(
      (await postToken(h, 'password', { email: anna.email, password: 'fel fel fel' }, { headers })).statusCode,
    )
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
})

test('A-07: one network that tries one password on many accounts is limited', async () => {
  await h.test.superuser.query('delete from auth.attempts')
  const { seen, attempt } = counted()
  const outcomes: string[] = []
  for (let i = 0; i < 104; i += 1)
    outcomes.push(await attempt(`konto${i}@example.se`, 'Sommar2026').catch((error) => error.code))
  expect(outcomes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(4)
  expect(seen.hashes).toBe(100)
})

test('A-08: of forty concurrent wrong passwords at most ten are hashed', async () => {
  const { seen, attempt } = counted()
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () => attempt(anna.email, 'fel fel fel').catch((error) => error.status)),
  )
  expect(outcomes.filter((status) => status === 400)).toHaveLength(10)
  expect(outcomes.filter((status) => status === 429)).toHaveLength(30)
  expect(seen.hashes).toBe(10)
})

test('A-05: an account under attack from many networks is slowed, but its owner gets in', async () => {
  const { seen, attempt } = counted()
  for (let i = 0; i < 22; i += 1) await attempt(anna.email, 'fel fel fel', `198.51.100.${i}`).catch(() => undefined)
  expect(seen.pauses).toEqual([250, 500])
  expect(await attempt(anna.email, PASSWORD, '203.0.113.5')).toMatchObject({ expires_in: 900 })
})

test('successful sign-ins are not rate-limited', async () => {
  for (let i = 0; i < 12; i += 1)
    expect((await postToken(h, 'password', { email: anna.email, password: PASSWORD })).statusCode).toBe(200)
})

test('A-09: a password over 1 024 bytes and a body of a megabyte are refused', async () => {
  const { email } = anna
  expect((await postToken(h, 'password', { email, password: 'å'.repeat(513) })).statusCode).toBe(422)
  expect((await postToken(h, 'password', { email, password: 'x'.repeat(1_000_000) })).statusCode).toBe(413)
})

test('A-10, A-11: the password is compared exactly, the address without regard to case', async () => {
  const statusOf = async (email: string, password = PASSWORD) =>
    (await postToken(h, 'password', { email, password })).statusCode
  expect(await statusOf(anna.email, `${PASSWORD} `)).toBe(400)
  expect(await statusOf(anna.email, PASSWORD.normalize('NFD'))).toBe(200)
  expect(await statusOf(anna.email.toUpperCase())).toBe(200)
  for (const alike of [
    `${anna.email} `,
    `${anna.email}.`,
    anna.email.replace('e', '\u0435'),
    anna.email.replace('x', '\u212a'),
    anna.email.replace('a', '\u0131'),
  ])
    expect([400, 422], alike).toContain(await statusOf(alike))
})

test('A-11: two logins cannot differ by case alone', async () => {
  const insert = (email: string) =>
    h.test.superuser.query('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [email])
  await expect(insert(anna.email.toUpperCase())).rejects.toThrow('users_email_normalized')
})

test('A-17: a disabled login cannot sign in, refresh or call, at once', async () => {
  const eva = await h.aTechnician({ orgId: anna.orgId })
  await givePassword(h, eva)
  const open = (await postToken(h, 'password', { email: eva.email, password: PASSWORD })).json()
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [eva.userId])
  expect((await postToken(h, 'password', { email: eva.email, password: PASSWORD })).json().message).toBe(WRONG)
  expect((await postToken(h, 'refresh_token', { refresh_token: open.refresh_token })).statusCode).toBe(400)
  const me = await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${open.access_token}` } })
  expect(me.statusCode).toBe(401)
})

test('A-04: there is no sign-up, and other grants are refused', async () => {
  for (const path of ['signup', 'resend', 'otp', 'magiclink', 'invite', 'admin/users', 'settings', 'user/identities'])
    expect((await h.app.inject({ method: 'POST', url: `/auth/v1/${path}`, payload: {} })).statusCode, path).toBe(404)
  expect((await h.app.inject({ method: 'OPTIONS', url: '/auth/v1/user' })).statusCode).toBe(404)
  for (const grant of ['pkce', 'id_token', ''])
    expect((await postToken(h, grant as 'password', { email: anna.email, password: PASSWORD })).statusCode).toBe(422)
  expect((await postToken(h, 'refresh_token', { email: anna.email, password: PASSWORD })).statusCode).toBe(422)
})
