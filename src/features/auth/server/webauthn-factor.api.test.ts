// Passkeys as a second factor after the password, through the public client's `mfa` calls.
import type { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { Authenticator, type Deviations } from '../testing/authenticator.ts'
import { signInByPasskey } from '../testing/passkeys.ts'
import { aSignedInBrowser, givePassword } from '../testing/sign-in.ts'

type Client = InstanceType<typeof AuthClient>

const webauthn = { rpId: 'support.nordnat.se', rpOrigins: ['https://support.nordnat.se'] }

let h: Harness
let orgId: string
let anna: Person
let client: Client
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  anna = await h.aTechnician({ orgId })
  await givePassword(h, anna)
  client = (await aSignedInBrowser(h, anna)).client
})
afterAll(() => h.stop())

const base64url = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString('base64url')

/** What the browser's methods do between the challenge and the answer. */
async function answer(of: Client, factorId: string, authenticator: Authenticator, deviations?: Deviations) {
  const { data, error } = await of.mfa.challenge({ factorId, webauthn })
  if (error) throw error
  if (data.type !== 'webauthn') throw new Error(data.type)
  const { publicKey } = data.webauthn.credential_options
  const challenge = base64url(publicKey.challenge)
  const credential =
    'rp' in publicKey
      ? authenticator.create(
          { challenge, rp: { id: publicKey.rp.id ?? '' }, user: { id: base64url(publicKey.user.id) } },
          deviations,
        )
      : authenticator.get({ challenge, rpId: publicKey.rpId ?? '' }, deviations)
  const { type } = data.webauthn
  return {
    type,
    verify: (factor = factorId) =>
      of.mfa.verify({
        factorId: factor,
        challengeId: data.id,
        // The client sends what the browser's credential has in `toJSON`.
        webauthn: { ...webauthn, type, credential_response: { toJSON: () => credential } } as never,
      }),
  }
}

async function enroll(of: Client, name = 'Nyckeln') {
  const { data, error } = await of.mfa.enroll({ factorType: 'webauthn', friendlyName: name })
  if (error) throw error
  const authenticator = new Authenticator()
  const created = await answer(of, data.id, authenticator)
  expect(created.type).toBe('create')
  const verified = await created.verify()
  if (verified.error) throw verified.error
  return { id: data.id, authenticator }
}
const levels = async (of: Client) => (await of.mfa.getAuthenticatorAssuranceLevel()).data
const codeOf = async (response: Promise<{ error: { code?: unknown } | null }>) => (await response).error?.code

test('a key is enrolled, and proves the second step of a sign-in by password', async () => {
  const { id, authenticator } = await enroll(client)
  expect(await levels(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  const next = (await aSignedInBrowser(h, anna)).client
  expect(await levels(next)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  const listed = await next.mfa.listFactors()
  expect(listed.data?.webauthn).toMatchObject([{ id, friendly_name: 'Nyckeln', status: 'verified' }])
  const request = await answer(next, id, authenticator)
  expect(request.type).toBe('request')
  expect((await request.verify()).error).toBeNull()
  expect(await levels(next)).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{}, { method: 'mfa/webauthn' }],
  })
})

test('a key that was enrolled as a factor signs in alone too, and is removed as a passkey or a factor', async () => {
  const { id, authenticator } = await enroll(client)
  expect((await signInByPasskey(h, authenticator)).response.statusCode).toBe(200)
  expect((await client.passkey.list()).data).toMatchObject([{ id, friendly_name: 'Nyckeln' }])
  expect((await client.mfa.unenroll({ factorId: id })).error).toBeNull()
  expect((await client.passkey.list()).data).toEqual([])
  expect((await signInByPasskey(h, authenticator)).response.statusCode).toBe(400)
})

test('A-631: a wrong answer to a second step is refused, uses up its challenge and is audited', async () => {
  const { id, authenticator } = await enroll(client)
  const next = (await aSignedInBrowser(h, anna)).client
  const wrong = await answer(next, id, authenticator, { origin: 'https://support.nordnat.example' })
  expect(await codeOf(wrong.verify())).toBe('mfa_verification_failed')
  expect(await codeOf(wrong.verify())).toBe('mfa_challenge_expired')
  expect(await codeOf((await answer(next, id, new Authenticator())).verify())).toBe('mfa_verification_failed')
  const copied = await answer(next, id, authenticator, { signCount: 0 })
  authenticator.signCount = 1
  expect((await (await answer(next, id, authenticator)).verify()).error).toBeNull()
  expect(await codeOf(copied.verify())).toBe('mfa_verification_failed')
  const { rows } = await h.test.superuser.query(
    `select detail ->> 'isCopied' as copied from audit_log where subject_id = $1 and action = 'factor_refused' order by at, id`,
    [anna.userId],
  )
  expect(rows).toEqual([{ copied: null }, { copied: null }, { copied: 'true' }])
})

test('A-632: a challenge of one factor, session or person answers for no other', async () => {
  const { id, authenticator } = await enroll(client)
  const second = await enroll(client, 'Reservnyckeln')
  const next = (await aSignedInBrowser(h, anna)).client
  expect(await codeOf((await answer(next, id, authenticator)).verify(second.id))).toBe('mfa_challenge_expired')
  const berit = await h.aTechnician({ orgId })
  await givePassword(h, berit)
  const others = (await aSignedInBrowser(h, berit)).client
  expect(await codeOf(others.mfa.challenge({ factorId: id, webauthn }))).toBe('mfa_factor_not_found')
  const hers = await enroll(others)
  expect(await codeOf((await answer(next, id, hers.authenticator)).verify())).toBe('mfa_verification_failed')
})

test('a key of another login is no factor of this one', async () => {
  const { authenticator } = await enroll(client)
  const berit = await h.aTechnician({ orgId })
  await givePassword(h, berit)
  const others = (await aSignedInBrowser(h, berit)).client
  const { data } = await others.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Nyckeln' })
  const created = await answer(others, data?.id ?? '', authenticator)
  expect(await codeOf(created.verify())).toBe('mfa_verification_failed')
  expect((await others.mfa.listFactors()).data?.webauthn).toEqual([])
})
