// What a passkey refuses: every refusal of a sign-in is the same response.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { Authenticator, type Deviations } from '../testing/authenticator.ts'
import { aPasskey, ask, register, signInByPasskey } from '../testing/passkeys.ts'

const log = captureLog('info')
let h: Harness
let anna: Person
let berit: Person
let annas: Awaited<ReturnType<typeof aPasskey>>
beforeAll(async () => {
  h = await startHarness({ logger: log.logger })
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  berit = await h.aTechnician({ orgId })
  annas = await aPasskey(h, anna)
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  await h.test.superuser.query('delete from audit_log')
  log.clear()
})
afterAll(() => h.stop())

const verify = (body: object) => ask(h, 'POST', '/passkeys/authentication/verify', null, body)
const refusals = async () =>
  (
    await h.test.superuser.query(
      `select subject_id as "userId", detail ->> 'reason' as reason from audit_log order by at, id`,
    )
  ).rows
type Response = Awaited<ReturnType<typeof verify>>
const outcome = (response: Response) => {
  const { requestId: _, ...body } = response.json()
  return { status: response.statusCode, body }
}
const refused = {
  status: 400,
  body: { code: 'invalid_credentials', message: 'Din passkey godtogs inte. Logga in med lösenord i stället.' },
}
const expectRefused = async (response: Response, userId: string | null, reason: string) => {
  expect(outcome(response)).toEqual(refused)
  expect(await refusals()).toEqual([{ userId, reason }])
}
const sessions = async () => (await h.test.superuser.query('select id from auth.sessions')).rowCount

describe('A-621: a response that is wrong in one respect signs nobody in', () => {
  const wrong: [string, Deviations][] = [
    ['from another origin', { origin: 'https://support.nordnat.example' }],
    ['from another port', { origin: 'https://support.nordnat.se:8443' }],
    ['over plain http', { origin: 'http://support.nordnat.se' }],
    ['for another site', { rpId: 'nordnat.se' }],
    ['to another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['of a registration', { type: 'webauthn.create' }],
    ['without the person verified', { isVerified: false }],
    ['without a person', { isPresent: false }],
    ['from a frame in another site', { crossOrigin: true }],
    ['for another login', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
  ]
  test.each(wrong)('%s', async (_, deviations) => {
    const before = await sessions()
    const { response } = await signInByPasskey(h, annas.authenticator, deviations)
    await expectRefused(response, anna.userId, 'wrong_passkey')
    expect(await sessions()).toBe(before)
  })
})

test('A-622: a changed signature, and the signature of another key, sign nobody in', async () => {
  const { challenge_id, options } = (await ask(h, 'POST', '/passkeys/authentication/options', null, {})).json()
  const credential = annas.authenticator.get(options)
  const bytes = Buffer.from(credential.response.signature, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const response = { ...credential.response, signature: bytes.toString('base64url') }
  await expectRefused(
    await verify({ challenge_id, credential: { ...credential, response } }),
    anna.userId,
    'wrong_passkey',
  )

  await h.test.superuser.query('delete from audit_log')
  const { authenticator } = await aPasskey(h, berit)
  await h.test.superuser.query('delete from audit_log')
  const next = (await ask(h, 'POST', '/passkeys/authentication/options', null, {})).json()
  authenticator.userHandle = annas.authenticator.userHandle
  const hers = authenticator.get(next.options)
  const stolen = { ...hers, id: annas.authenticator.id, rawId: annas.authenticator.id }
  await expectRefused(
    await verify({ challenge_id: next.challenge_id, credential: stolen }),
    anna.userId,
    'wrong_passkey',
  )
})

test('A-623: a response is accepted once, and a challenge is used up by a wrong response too', async () => {
  const { response, sent } = await signInByPasskey(h, annas.authenticator)
  expect(response.statusCode).toBe(200)
  await h.test.superuser.query('delete from audit_log')
  await expectRefused(await verify(sent), anna.userId, 'wrong_passkey')
  const wrong = await signInByPasskey(h, annas.authenticator, { isVerified: false })
  const credential = annas.authenticator.get({
    rpId: 'support.nordnat.se',
    challenge: JSON.parse(Buffer.from(wrong.sent.credential.response.clientDataJSON, 'base64url').toString()).challenge,
  })
  expect(outcome(await verify({ challenge_id: wrong.sent.challenge_id, credential }))).toEqual(refused)
})

test('A-623: ten responses to one challenge at the same time open one session', async () => {
  const { challenge_id, options } = (await ask(h, 'POST', '/passkeys/authentication/options', null, {})).json()
  const credential = annas.authenticator.get(options)
  const before = Number(await sessions())
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify({ challenge_id, credential })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await sessions()).toBe(before + 1)
})

test('A-624: a counter that does not grow is refused and audited as a copy, with a valid signature alone', async () => {
  const { authenticator } = annas
  expect((await signInByPasskey(h, authenticator, { signCount: 40 })).response.statusCode).toBe(200)
  for (const signCount of [40, 39, 0]) {
    await h.test.superuser.query('delete from audit_log')
    await expectRefused(
      (await signInByPasskey(h, authenticator, { signCount })).response,
      anna.userId,
      'copied_passkey',
    )
  }
  await h.test.superuser.query('delete from audit_log')
  const unsigned = await signInByPasskey(h, authenticator, { signCount: 39, isVerified: false })
  await expectRefused(unsigned.response, anna.userId, 'wrong_passkey')
  expect((await signInByPasskey(h, authenticator, { signCount: 41 })).response.statusCode).toBe(200)
})

test('a synced passkey, which does not count, signs in every time', async () => {
  const { authenticator } = await aPasskey(h, berit)
  for (const _time of [1, 2])
    expect((await signInByPasskey(h, authenticator, { signCount: 0 })).response.statusCode).toBe(200)
})

test('A-625: an unknown key, a removed key and the key of a disabled login get the same response as a wrong one', async () => {
  await expectRefused((await signInByPasskey(h, new Authenticator())).response, null, 'unknown_passkey')
  const { authenticator, passkey } = await aPasskey(h, berit)
  expect((await ask(h, 'DELETE', `/passkeys/${passkey.id}`, berit)).statusCode).toBe(204)
  await h.test.superuser.query('delete from audit_log')
  await expectRefused((await signInByPasskey(h, authenticator)).response, null, 'unknown_passkey')
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [anna.userId])
  await h.test.superuser.query('delete from audit_log')
  const { response } = await signInByPasskey(h, annas.authenticator, { signCount: 100 })
  await h.test.superuser.query('update auth.users set disabled_at = null where id = $1', [anna.userId])
  await expectRefused(response, anna.userId, 'deactivated')
})

test('A-626: a challenge is valid for five minutes, for its purpose and its session', async () => {
  const asked = (await ask(h, 'POST', '/passkeys/authentication/options', null, {})).json()
  await h.test.superuser.query('update auth.factor_challenges set expires_at = now() where id = $1', [
    asked.challenge_id,
  ])
  const late = await verify({ challenge_id: asked.challenge_id, credential: annas.authenticator.get(asked.options) })
  expect([late.statusCode, late.json().code]).toEqual([400, 'webauthn_challenge_expired'])

  const adding = (await ask(h, 'POST', '/passkeys/registration/options', berit, {})).json()
  const rpId = 'support.nordnat.se'
  const credential = annas.authenticator.get({ rpId, challenge: adding.options.challenge }, { signCount: 101 })
  expect(outcome(await verify({ challenge_id: adding.challenge_id, credential }))).toEqual(refused)
  const authenticator = new Authenticator()
  const created = { challenge_id: adding.challenge_id, credential: authenticator.create(adding.options) }
  const byAnother = await ask(h, 'POST', '/passkeys/registration/verify', anna, created)
  expect([byAnother.statusCode, byAnother.json().code]).toEqual([422, 'webauthn_challenge_expired'])
  expect((await ask(h, 'POST', '/passkeys/registration/verify', berit, created)).statusCode).toBe(200)
})

describe('A-627: a key that is wrong in one respect is not added', () => {
  const wrong: [string, Deviations][] = [
    ['from another origin', { origin: 'https://support.nordnat.example' }],
    ['for another site', { rpId: 'nordnat.se' }],
    ['to another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['without the person verified', { isVerified: false }],
    ['from a frame in another site', { crossOrigin: true }],
  ]
  test.each(wrong)('%s', async (_, deviations) => {
    const { response } = await register(h, berit, new Authenticator(), deviations)
    expect([response.statusCode, response.json().code]).toEqual([422, 'mfa_verification_failed'])
    expect(await h.test.superuser.query('select action from audit_log')).toMatchObject({
      rows: [{ action: 'factor_refused' }],
    })
  })

  test('the key of another login, which keeps it', async () => {
    const { response } = await register(h, berit, annas.authenticator)
    expect(response.statusCode).toBe(422)
    annas.authenticator.userHandle = Buffer.from(anna.userId.replaceAll('-', ''), 'hex').toString('base64url')
    const session = (await signInByPasskey(h, annas.authenticator, { signCount: 200 })).response.json()
    expect(session.user.id).toBe(anna.userId)
  })
})

test('A-628: attempts are limited by network, challenges and responses each, and audited once', async () => {
  const challenge_id = '0190d0c0-0000-7000-8000-000000000000'
  const body = { challenge_id, credential: annas.authenticator.get({ rpId: 'x', challenge: 'x' }) }
  await h.test.superuser.query(
    `insert into auth.attempts (key, count) values ('passkey-answer:network:192.0.2.1', 100), ('passkey-challenge:network:192.0.2.1', 100)`,
  )
  for (const path of ['options', 'verify', 'verify']) {
    const response = await ask(h, 'POST', `/passkeys/authentication/${path}`, null, path === 'options' ? {} : body)
    expect([response.statusCode, response.json().code]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(await refusals()).toEqual([{ userId: null, reason: 'limited' }])
})

test('A-512: the program’s log records refused passkeys, without whose they are', async () => {
  await signInByPasskey(h, annas.authenticator, { isVerified: false })
  expect(log.text()).toContain('wrong_passkey')
  for (const word of ['192.0.2.1"', anna.email, anna.userId, annas.authenticator.id])
    expect(log.text()).not.toContain(word)
})
