// Authenticator apps as clients that use auth-js expect them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#features/users/users.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { aBrowser, aSignedInBrowser, aTechnicianWithPassword } from '../testing/sign-in.ts'
import { aCompany, aFreshTechnician, signInsOf } from '../testing/signed-in.ts'
import { codeOf, enroll, enrollVerified, forgetUsedCodes, prove, wrongCode } from '../testing/totp.ts'

let h: Harness
let orgId: string
let anna: Person
beforeAll(async () => {
  ;({ h, orgId } = await aCompany())
})
beforeEach(async () => {
  anna = await aFreshTechnician(h, orgId)
})
afterAll(() => h.stop())

const { signedIn, query } = signInsOf(() => ({ h, anna }))
const auditOf = ({ userId }: Person) =>
  query(`select action, detail from audit_log where subject_id = $1 and action like '%factor%' order by id`, userId)

describe('an authenticator app', () => {
  test('is added by a QR code or its secret, and listed once its first code is right', async () => {
    const client = await signedIn()
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: ' Telefonen ' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Telefonen' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data?.totp.uri ?? '')
    expect(decodeURIComponent(uri.pathname)).toContain(`Nordnät AB:${anna.email}`)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Nordnät AB',
      secret: data?.totp.secret,
      digits: '6',
      period: '30',
    })
    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], totp: [] })

    const app = { id: data?.id ?? '', secret: data?.totp.secret ?? '' }
    const challenge = await client.mfa.challenge({ factorId: app.id })
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    const before = (await client.getSession()).data.session
    const verified = await client.mfa.verify({
      factorId: app.id,
      challengeId: challenge.data?.id ?? '',
      code: codeOf(app.secret, 1),
    })
    expect(verified.error).toBeNull()
    const after = (await client.getSession()).data.session
    expect(after?.refresh_token).not.toBe(before?.refresh_token)
    expect(after?.user.factors).toMatchObject([{ id: app.id, status: 'verified', friendly_name: 'Telefonen' }])
    const list = { id: app.id, factor_type: 'totp', status: 'verified' }
    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [list], totp: [list], webauthn: [] })
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }, { method: 'totp' }],
    })
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect(await auditOf(anna)).toMatchObject([{ action: 'factor_added', detail: { factorId: app.id } }])
  })

  test('is asked for at the next sign-in: nothing else answers before its code', async () => {
    const app = await enrollVerified(await signedIn())
    await forgetUsedCodes(h)
    const { client, session } = await aSignedInBrowser(h, anna)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const names = (token: string) => h.as({ ...anna, token }).call(users.names, {})
    await expect(names(session.access_token)).rejects.toMatchObject({ status: 403, code: 'factor_needed' })
    const { access_token } = await prove(client, app)
    expect(await names(access_token)).not.toHaveLength(0)
    // The level is the session's, whichever token names it.
    expect(await names(session.access_token)).not.toHaveLength(0)
    expect(await auditOf(anna)).toMatchObject([{ action: 'factor_added' }, { action: 'factor_proved' }])
  })

  test('keeps its secret encrypted, and bound to its row', async () => {
    const client = await signedIn()
    const [one, other] = [await enroll(client, 'Ett'), await enroll(client, 'Två')]
    const rows = await query('select id, secret, key_id from auth.factors where user_id = $1', anna.userId)
    for (const { secret } of rows)
      for (const app of [one, other]) expect(Buffer.from(secret).includes(app.secret)).toBe(false)
    const move = 'update auth.factors set secret = (select secret from auth.factors where id = $1) where id = $2'
    await query(move, one.id, other.id)
    const { error } = await client.mfa.challengeAndVerify({ factorId: other.id, code: codeOf(one.secret, 1) })
    expect(error).toMatchObject({ status: 500 })
    await expect(prove(client, one)).resolves.toBeDefined()
  })
})

describe('A-704: a code', () => {
  test('is right once, also when it is sent twenty times at once', async () => {
    const { client, session } = await aSignedInBrowser(h, anna)
    const app = await enrollVerified(client)
    await forgetUsedCodes(h)
    const code = codeOf(app.secret, 1)
    const challenges = await Promise.all(Array.from({ length: 20 }, () => client.mfa.challenge({ factorId: app.id })))
    const verified = await Promise.all(
      challenges.map(({ data }) =>
        aBrowser(h, session).mfa.verify({ factorId: app.id, challengeId: data?.id ?? '', code }),
      ),
    )
    expect(verified.filter(({ error }) => error === null)).toHaveLength(1)
    const codes = new Set(verified.flatMap(({ error }) => (error ? [error.code] : [])))
    expect(
      [...codes].filter((code) => !['mfa_verification_failed', 'over_request_rate_limit'].includes(code ?? '')),
    ).toEqual([])
    await h.test.superuser.query('delete from auth.attempts')
    const again = await client.mfa.challengeAndVerify({ factorId: app.id, code })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test('that is wrong is refused, audited, and after ten also a right one is', async () => {
    const client = await signedIn()
    const app = await enrollVerified(client)
    await forgetUsedCodes(h)
    const wrong = wrongCode(app.secret)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { error } = await client.mfa.challengeAndVerify({ factorId: app.id, code: wrong })
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    const { error } = await client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app.secret, 1) })
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    const actions = (await auditOf(anna)).map(({ action }) => action)
    expect(actions).toEqual(['factor_added', ...Array<string>(10).fill('factor_refused')])
    expect(JSON.stringify(await auditOf(anna))).not.toContain(wrong)
  })

  test('of another step than those around now is refused', async () => {
    const client = await signedIn()
    const app = await enroll(client)
    for (const steps of [-4, 4]) {
      const { error } = await client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app.secret, steps) })
      expect(error).toMatchObject({ code: 'mfa_verification_failed' })
    }
  })
})

describe('A-705: a challenge', () => {
  const answer = async (
    client: Awaited<ReturnType<typeof signedIn>>,
    app: { id: string; secret: string },
    challengeId: string,
  ) => (await client.mfa.verify({ factorId: app.id, challengeId, code: codeOf(app.secret, 1) })).error
  const challenged = async (client: Awaited<ReturnType<typeof signedIn>>, app: { id: string }) =>
    (await client.mfa.challenge({ factorId: app.id })).data?.id ?? ''
  const expired = { status: 422, code: 'mfa_challenge_expired' }

  test('is used once, for five minutes, by its session, for its factor', async () => {
    const client = await signedIn()
    const app = await enrollVerified(client)
    const other = await enroll(client, 'Annan')
    const elsewhere = await signedIn()
    await forgetUsedCodes(h)
    expect(await answer(elsewhere, app, await challenged(client, app))).toMatchObject(expired)
    expect(await answer(client, app, await challenged(client, other))).toMatchObject(expired)
    const late = await challenged(client, app)
    await query(`update auth.factor_challenges set expires_at = now() where id = $1`, late)
    expect(await answer(client, app, late)).toMatchObject(expired)
    const [{ minutes }] = await query(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from auth.factor_challenges where used_at is null limit 1`,
    )
    expect(minutes).toBeLessThanOrEqual(5)
    const used = await challenged(client, app)
    expect(await answer(client, app, used)).toBeNull()
    await forgetUsedCodes(h)
    expect(await answer(client, app, used)).toMatchObject(expired)
  })

  test('a wrong code can be corrected', async () => {
    const client = await signedIn()
    const app = await enroll(client)
    const challengeId = await challenged(client, app)
    const wrong = await client.mfa.verify({ factorId: app.id, challengeId, code: wrongCode(app.secret) })
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed' })
    expect(await answer(client, app, challengeId)).toBeNull()
  })

  test('is not made for another person’s factor, or one that is gone', async () => {
    const app = await enrollVerified(await signedIn())
    const other = await signedIn(await aTechnicianWithPassword(h, orgId))
    const gone = { status: 404, code: 'mfa_factor_not_found' }
    expect((await other.mfa.challenge({ factorId: app.id })).error).toMatchObject(gone)
    expect((await other.mfa.unenroll({ factorId: app.id })).error).toMatchObject(gone)
    const client = await signedIn()
    const forgotten = await enroll(await signedIn(await aTechnicianWithPassword(h, orgId)))
    expect((await client.mfa.challenge({ factorId: forgotten.id })).error).toMatchObject(gone)
  })
})

test('a disabled login proves nothing', async () => {
  const client = await signedIn()
  const app = await enroll(client)
  const challenge = await client.mfa.challenge({ factorId: app.id })
  await query('update auth.users set disabled_at = now() where id = $1', anna.userId)
  const { error } = await client.mfa.verify({
    factorId: app.id,
    challengeId: challenge.data?.id ?? '',
    code: codeOf(app.secret, 1),
  })
  expect(error).toBeTruthy()
  expect(await query('select status from auth.factors where id = $1', app.id)).toEqual([{ status: 'unverified' }])
})

test('a name is used once, and what an interrupted attempt left does not count', async () => {
  const client = await signedIn()
  await enroll(client, 'Telefonen')
  await enrollVerified(client, 'Telefonen')
  const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Telefonen' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
  for (let count = 1; count < 10; count += 1) await enroll(client, `App ${count}`)
  const { error: full } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'En till' })
  expect(full).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
})

test('a factor that was not verified within an hour is gone', async () => {
  const client = await signedIn()
  const app = await enroll(client)
  await query(`update auth.factors set created_at = now() - interval '61 minutes' where id = $1`, app.id)
  expect((await client.mfa.listFactors()).data?.all).toEqual([])
  expect((await client.mfa.challenge({ factorId: app.id })).error).toMatchObject({ code: 'mfa_factor_not_found' })
})
