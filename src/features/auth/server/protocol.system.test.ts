// The protocol as clients that use auth-js expect it.
import { readFileSync } from 'node:fs'
import { isAuthApiError, isAuthSessionMissingError, isAuthWeakPasswordError } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import {
  aBrowser,
  addressOf,
  aSignedInBrowser,
  aTechnicianWithPassword,
  PASSWORD,
  postToken,
} from '../testing/sign-in.ts'
import { makeOneTimeLink } from './links.queries.ts'

const NEXT = 'en helt annan fras'
const OUT = 'Du är utloggad. Logga in igen.'

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend() })
  orgId = (await h.anOrganization('Nordnät AB')).id
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const aPerson = () => aTechnicianWithPassword(h, orgId)

const endSessions = ({ userId }: Person) =>
  h.test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1', [userId])
const send = (method: string, url: string, token?: string, payload?: unknown) =>
  h.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(token !== undefined && { authorization: token }) },
    ...(payload !== undefined && { payload: payload as object }),
  })

describe('A-234: a valid token of an ended session', () => {
  test('is 403 session_not_found under /auth/v1, and 401 signed_out elsewhere', async () => {
    const anna = await aPerson()
    const { session } = await aSignedInBrowser(h, anna)
    await endSessions(anna)
    const bearer = `Bearer ${session.access_token}`
    for (const [method, url, payload] of [
      ['GET', '/auth/v1/user'],
      ['PUT', '/auth/v1/user', { password: NEXT }],
      ['POST', '/auth/v1/logout?scope=local'],
      ['POST', '/auth/v1/logout?scope=global'],
    ] as const) {
      const { statusCode, headers, ...response } = await send(method, url, bearer, payload)
      expect([statusCode, response.json()], `${method} ${url}`).toMatchObject([
        403,
        { code: 'session_not_found', message: OUT },
      ])
      expect(headers['x-supabase-api-version']).toBe('2024-01-01')
    }
    const otherApi = await send('GET', '/api/me', bearer)
    expect([otherApi.statusCode, otherApi.json().error.code]).toEqual([401, 'signed_out'])
  })

  test('makes auth-js remove the session and emit SIGNED_OUT', async () => {
    const anna = await aPerson()
    const { client, events } = await aSignedInBrowser(h, anna)
    await endSessions(anna)
    const { data, error } = await client.getUser()
    expect(data.user).toBeNull()
    expect(isAuthSessionMissingError(error)).toBe(true)
    expect(events).toContain('SIGNED_OUT')
    expect((await client.getSession()).data.session).toBeNull()
  })

  test.each(['local', 'global', 'others'] as const)('is signed out (%s) without an error', async (scope) => {
    const anna = await aPerson()
    const { client } = await aSignedInBrowser(h, anna)
    await endSessions(anna)
    expect((await client.signOut({ scope })).error).toBeNull()
  })
})

test('a missing token is no_authorization, an invalid one bad_jwt', async () => {
  for (const [authorization, code] of [
    [undefined, 'no_authorization'],
    ['Basic YTpi', 'no_authorization'],
    ['Bearer a.b.c', 'bad_jwt'],
  ] as const) {
    const response = await send('GET', '/auth/v1/user', authorization)
    expect([response.statusCode, response.json()], code).toMatchObject([401, { code, message: OUT }])
  }
  const { error } = await aBrowser(h).getUser('a.b.c')
  expect(error).toMatchObject({ status: 401, code: 'bad_jwt' })
})

describe('A-235: parts of the protocol that are not implemented', () => {
  const inForm = (code: string) => ({
    code,
    message: expect.stringMatching(/^[A-ZÅÄÖ]/),
    requestId: expect.any(String),
  })

  test('an unknown path is 404, an unknown method 405 with Allow, in the form of the protocol', async () => {
    for (const [method, url] of [
      ['GET', '/auth/v1'],
      ['GET', '/auth/v1/'],
      ['GET', '/auth/v1/settings'],
      ['POST', '/auth/v1/signup'],
      ['DELETE', '/auth/v1/user/identities/1'],
      ['GET', `/auth/v1/factors/${'x'.repeat(300)}`],
      ['OPTIONS', '/auth/v1/user'],
    ] as const) {
      const response = await send(method, url)
      expect([response.statusCode, response.json()], `${method} ${url}`).toEqual([404, inForm('not_found')])
      expect(response.headers['x-supabase-api-version'], url).toBe('2024-01-01')
    }
    for (const [method, url, allow] of [
      ['PATCH', '/auth/v1/user', 'GET, PUT'],
      ['DELETE', '/auth/v1/user?x=1', 'GET, PUT'],
      ['GET', '/auth/v1/token?grant_type=password', 'POST'],
      ['PUT', '/auth/v1/logout', 'POST'],
      ['POST', '/auth/v1/.well-known/jwks.json', 'GET'],
    ] as const) {
      const response = await send(method, url)
      expect([response.statusCode, response.json()], `${method} ${url}`).toEqual([405, inForm('method_not_allowed')])
      expect([response.headers.allow, response.headers['x-supabase-api-version']]).toEqual([allow, '2024-01-01'])
    }
    const unreadable = await send('GET', '/auth/v1/%zz')
    expect([unreadable.statusCode, unreadable.json()]).toEqual([400, inForm('bad_json')])
  })

  test('give auth-js a message without ending its session', async () => {
    const { client } = await aSignedInBrowser(h, await aPerson())
    const email = 'ny@example.se'
    for (const { error } of [
      await client.signUp({ email, password: NEXT }),
      await client.signInAnonymously(),
      await client.signInWithOtp({ email }),
      await client.resend({ type: 'signup', email }),
      await client.reauthenticate(),
      await client.admin.listUsers(),
    ]) {
      expect(isAuthApiError(error)).toBe(true)
      expect(error).toMatchObject({ status: 404, code: 'not_found', message: 'Det du söker finns inte' })
    }
    expect((await client.getUser()).error).toBeNull()
  })
})

test('a captcha token is accepted and ignored', async () => {
  const anna = await aPerson()
  const client = aBrowser(h)
  const options = { captchaToken: 'x'.repeat(2000) }
  const { error } = await client.signInWithPassword({ email: anna.email, password: PASSWORD, options })
  expect(error).toBeNull()
  expect(
    (await client.resetPasswordForEmail(anna.email, { ...options, redirectTo: 'https://x.example' })).error,
  ).toBeNull()
  const verified = await client.verifyOtp({ token_hash: await aLinksToken(anna), type: 'recovery', options })
  expect(verified.error).toBeNull()
  for (const gotrue_meta_security of [null, 'x', { captcha_token: 7 }, { other: 'x' }]) {
    const { statusCode } = await postToken(h, 'password', {
      email: anna.email,
      password: PASSWORD,
      gotrue_meta_security,
    })
    expect(statusCode, JSON.stringify(gotrue_meta_security)).toBe(422)
  }
})

async function aLinksToken({ userId }: Person) {
  const appUrl = 'https://support.nordnat.se'
  const link = await h.database.as('auth', (db) => makeOneTimeLink(db, { appUrl, userId, purpose: 'recovery' }))
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
}

describe('each error has a code of the protocol', () => {
  /** The codes that the library lists; it accepts others from newer servers. */
  const listed = readFileSync('node_modules/@supabase/auth-js/dist/main/lib/error-codes.d.ts', 'utf8')

  test.each([
    ['a wrong password', 400, 'invalid_credentials'],
    ['an invalid address', 422, 'validation_failed'],
    ['an unknown refresh token', 400, 'refresh_token_not_found'],
    ['a spent refresh token', 400, 'refresh_token_already_used'],
    ['a used link', 403, 'otp_expired'],
    ['a weak password', 422, 'weak_password'],
    ['a change long after the sign-in', 403, 'reauthentication_needed'],
    ['the same password when a change is required', 422, 'same_password'],
    ['too many attempts', 429, 'over_request_rate_limit'],
  ])('%s: %i %s', async (what, status, code) => {
    const error = await refusals[what]?.()
    expect(error).toMatchObject({ status, code })
    expect((error as Error).message).toMatch(/[a-zåäö]{3}/)
    expect(listed).toContain(`'${code}'`)
  })

  test('invalid JSON: 400 bad_json', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await h.app.inject({ method: 'POST', url: '/auth/v1/recover', payload: '{', headers })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_json'])
  })

  test('a wrong current password: 422 current_password_invalid, as from newer servers', async () => {
    const { client } = await aSignedInBrowser(h, await aPerson())
    const { error } = await client.updateUser({ password: NEXT, current_password: 'fel fel fel' })
    expect(error).toMatchObject({ status: 422, code: 'current_password_invalid' })
  })

  const refusals: Record<string, () => Promise<unknown>> = {
    'a wrong password': async () =>
      (await aBrowser(h).signInWithPassword({ email: (await aPerson()).email, password: 'fel' })).error,
    'an invalid address': async () => (await aBrowser(h).signInWithPassword({ email: 'x', password: 'fel' })).error,
    'an unknown refresh token': async () => (await aBrowser(h).refreshSession({ refresh_token: 'x'.repeat(43) })).error,
    'a spent refresh token': async () => {
      const { client, session } = await aSignedInBrowser(h, await aPerson())
      for (let i = 0; i < 2; i += 1) await client.refreshSession()
      await h.test.superuser.query(`update auth.refresh_tokens set spent_at = spent_at - interval '1 minute'`)
      return (await aBrowser(h).refreshSession(session)).error
    },
    'a used link': async () => {
      const token_hash = await aLinksToken(await aPerson())
      await aBrowser(h).verifyOtp({ token_hash, type: 'recovery' })
      return (await aBrowser(h).verifyOtp({ token_hash, type: 'recovery' })).error
    },
    'a weak password': async () => {
      const { error } = await (await aSignedInBrowser(h, await aPerson())).client.updateUser({ password: 'kort' })
      expect(isAuthWeakPasswordError(error)).toBe(true)
      return error
    },
    'a change long after the sign-in': async () => {
      const { client } = await aSignedInBrowser(h, await aPerson())
      await h.test.superuser.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes'`)
      return (await client.updateUser({ password: NEXT })).error
    },
    'the same password when a change is required': async () => {
      const anna = await aPerson()
      const { client } = await aSignedInBrowser(h, anna)
      await h.test.superuser.query('update auth.users set must_change_password = true where id = $1', [anna.userId])
      return (await client.updateUser({ password: PASSWORD })).error
    },
    'too many attempts': async () => {
      const { email } = await aPerson()
      for (let i = 0; i < 10; i += 1) await postToken(h, 'password', { email, password: `fel ${i}` })
      const limited = await postToken(h, 'password', { email, password: PASSWORD })
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
      return { status: limited.statusCode, ...limited.json<object>() }
    },
  }
})

test('a refused refresh emits SIGNED_OUT after one attempt, with the reason in Swedish', async () => {
  const anna = await aPerson()
  const fetch = vi.fn<typeof globalThis.fetch>(h.fetch)
  const { session: stored, events } = await aSignedInBrowser({ fetch }, anna)
  await endSessions(anna)
  // auth-js warns about an invalid refresh token.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  // The access token has expired, so that only the refresh token is left.
  const callsBefore = fetch.mock.calls.length
  const expired = aBrowser({ fetch }, { ...stored, expires_at: Math.floor(Date.now() / 1000) - 1 })
  expired.onAuthStateChange((event) => void events.push(event))
  const { error } = await expired.refreshSession()
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found', message: OUT })
  expect((await expired.getSession()).data.session).toBeNull()
  expect(events).toContain('SIGNED_OUT')
  expect(fetch.mock.calls.slice(callsBefore).filter(([url]) => addressOf(url).includes('/token'))).toHaveLength(1)
})
