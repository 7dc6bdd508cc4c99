// The session and its user as other programs that use auth-js expect them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aBrowser, aSignedInBrowser, aTechnicianWithPassword } from '../testing/sign-in.ts'

const NEXT = 'en helt annan fras'

let h: Harness
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const aPerson = () => aTechnicianWithPassword(h, orgId)

test('the session and its user have the fields of the protocol', async () => {
  const anna = await aPerson()
  const { client, session } = await aSignedInBrowser(h, anna)
  expect(session.expires_in).toBe(900)
  expect(session.expires_at).toBe(claimsOf(session.access_token).exp)

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/)
  const times = { last_sign_in_at: moment, created_at: moment, updated_at: moment }
  const user = {
    id: anna.userId,
    aud: 'authenticated',
    role: 'authenticated',
    email: anna.email,
    email_confirmed_at: moment,
    confirmed_at: moment,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    is_anonymous: false,
    factors: [],
    identities: [
      {
        identity_id: anna.userId,
        id: anna.userId,
        user_id: anna.userId,
        provider: 'email',
        email: anna.email,
        identity_data: { sub: anna.userId, email: anna.email, email_verified: true, phone_verified: false },
        ...times,
      },
    ],
    ...times,
  }
  expect(session.user).toEqual(user)
  expect((await client.getUser()).data.user).toEqual(user)
  expect((await client.refreshSession()).data.user).toEqual(user)
  expect((await client.getUserIdentities()).data?.identities).toEqual(user.identities)
  expect((await client.mfa.listFactors()).error).toBeNull()
})

test('the last sign-in is that of the latest session, and a new password updates the user', async () => {
  const anna = await aPerson()
  const { client: first, session } = await aSignedInBrowser(h, anna)
  await aSignedInBrowser(h, anna)
  const { rows } = await h.test.superuser.query<{ at: Date }>(
    'select max(created_at) as at from auth.sessions where user_id = $1',
    [anna.userId],
  )
  const user = (await first.getUser()).data.user
  expect(new Date(user?.last_sign_in_at ?? 0)).toEqual(rows[0]?.at)
  expect(Date.parse(user?.last_sign_in_at ?? '')).toBeGreaterThan(Date.parse(session.user.last_sign_in_at ?? ''))
  const { data } = await first.updateUser({ password: NEXT })
  expect(data.user?.last_sign_in_at).toBe(user?.last_sign_in_at)
  expect(Date.parse(data.user?.updated_at ?? '')).toBeGreaterThan(Date.parse(user?.updated_at ?? ''))
})

test('auth-js verifies the access token with the public keys, and accepts a session of another client', async () => {
  const anna = await aPerson()
  const { client, session } = await aSignedInBrowser(h, anna)
  const { data, error } = await client.getClaims()
  expect(error).toBeNull()
  expect(data?.claims).toMatchObject({ sub: anna.userId, email: anna.email, role: 'authenticated' })
  const other = aBrowser(h)
  expect((await other.setSession(session)).error).toBeNull()
  expect((await other.getUser()).data.user?.id).toBe(anna.userId)
})

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
