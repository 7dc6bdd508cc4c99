// Recovery codes as clients that use auth-js expect them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { signInActions } from '../sign-in-actions.rules.ts'
import { aBrowser, aSignedInBrowser, aTechnicianWithPassword } from '../testing/sign-in.ts'
import { aCompany, aFreshTechnician, signInsOf } from '../testing/signed-in.ts'
import { ageProofs, type EnrolledApp, enrollVerified, forgetUsedCodes, prove } from '../testing/totp.ts'

type Client = ReturnType<typeof aBrowser>

let h: Harness
let orgId: string
let anna: Person
let client: Client
let app: EnrolledApp
beforeAll(async () => {
  ;({ h, orgId } = await aCompany())
})
beforeEach(async () => {
  anna = await aFreshTechnician(h, orgId)
  client = await signedIn()
})
afterAll(() => h.stop())

const { signedIn, query } = signInsOf(() => ({ h, anna }))
const actions = async () =>
  (await query('select action, detail from audit_log where subject_id = $1 order by id', anna.userId)).filter(
    ({ action }) => action.startsWith('recovery') || action === 'factor_refused',
  )
const failed = { status: 422, code: 'mfa_verification_failed' }

async function generate(friendlyName?: string) {
  app = await enrollVerified(client)
  const { data, error } = await client.mfa.recoveryCodes.generate(friendlyName ? { friendlyName } : undefined)
  if (error) throw error
  return data
}

describe('recovery codes', () => {
  test('are ten, shown once, with a status that counts those left', async () => {
    const made = await generate()
    expect(made).toMatchObject({ type: 'recovery_code', friendly_name: 'Reservkoder', total: 10 })
    expect(new Set(made.codes).size).toBe(10)
    for (const code of made.codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
    const { data: status } = await client.mfa.recoveryCodes.getStatus()
    expect(status).toEqual({ id: made.id, type: 'recovery_code', total: 10, remaining: 10 })
    expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([{ id: made.id }])
    const [{ stored }] = await query(`select string_agg(r::text, ' ') as stored from auth.recovery_codes r`)
    for (const code of made.codes) expect(stored).not.toContain(Buffer.from(code).toString('hex'))
    expect(JSON.stringify(await actions())).not.toContain(made.codes[0])
  })

  test('may be named, and are made once; for new ones the old ones are replaced', async () => {
    const made = await generate('I kassaskåpet')
    expect(made.friendly_name).toBe('I kassaskåpet')
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
    const { data: replaced } = await client.mfa.recoveryCodes.regenerate()
    expect(replaced).toMatchObject({ id: made.id, friendly_name: 'I kassaskåpet', total: 10 })
    expect((await client.mfa.recoveryCodes.verify({ code: made.codes[0] ?? '' })).error).toMatchObject(failed)
    expect((await client.mfa.recoveryCodes.verify({ code: replaced?.codes[0] ?? '' })).error).toBeNull()
  })

  test('need a factor beside them, a session that proved it, and lately', async () => {
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
    })
    const missing = { status: 404, code: 'mfa_factor_not_found' }
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject(missing)
    expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(missing)
    expect((await client.mfa.recoveryCodes.unenroll()).error).toMatchObject(missing)
    await generate()
    const { client: other } = await aSignedInBrowser(h, anna)
    const low = { status: 403, code: 'insufficient_aal' }
    for (const call of ['generate', 'regenerate', 'unenroll'] as const)
      expect((await other.mfa.recoveryCodes[call]()).error, call).toMatchObject(low)
    await ageProofs(h)
    for (const call of ['generate', 'regenerate', 'unenroll'] as const)
      expect((await client.mfa.recoveryCodes[call]()).error, call).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('are removed alone, and with the last factor', async () => {
    const made = await generate()
    expect((await client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: made.id })
    expect((await client.mfa.recoveryCodes.generate()).error).toBeNull()
    expect((await client.mfa.unenroll({ factorId: app.id })).error).toBeNull()
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
    expect(
      await query(
        'select from auth.recovery_codes c join auth.factors f on f.id = factor_id where user_id = $1',
        anna.userId,
      ),
    ).toEqual([])
  })
})

describe('A-709: a recovery code', () => {
  test('raises the session once; a mail says how many are left, and the login’s other unproved sessions end', async () => {
    const { codes } = await generate()
    const { client: other } = await aSignedInBrowser(h, anna)
    const { client: locked } = await aSignedInBrowser(h, anna)
    const typed = ` ${codes[0]?.toUpperCase().replace(/(.{4})/g, '$1-')} `
    const { data, error } = await locked.mfa.recoveryCodes.verify({ code: typed })
    expect(error).toBeNull()
    expect(data?.user.factors).toHaveLength(2)
    expect((await locked.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }, { method: 'mfa/recovery_code' }],
    })
    expect((await other.getUser()).error).toBeTruthy()
    expect((await client.getUser()).error).toBeNull()
    expect((await locked.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject(failed)
    const { data: status } = await locked.mfa.recoveryCodes.getStatus()
    expect(status?.remaining).toBe(9)
    const jobs = await query(
      `select payload from ${queuedJobs} where payload ->> 'userId' = $1 order by j.id`,
      anna.userId,
    )
    expect(jobs.at(-1)?.payload).toEqual({ event: 'codeUsed', userId: anna.userId, remaining: 9 })
    expect((await actions()).map(({ action }) => action)).toEqual([
      'recovery_codes_made',
      'recovery_code_used',
      'factor_refused',
    ])
    for (const { action } of await actions()) expect(signInActions).toHaveProperty(action)
    // With the lost app replaced, the person is as before.
    expect((await locked.mfa.unenroll({ factorId: app.id })).error).toBeNull()
  })

  test('is used once, also when it is sent twenty times at once', async () => {
    const { codes } = await generate()
    const { session } = await aSignedInBrowser(h, anna)
    const used = await Promise.all(
      Array.from({ length: 20 }, () => aBrowser(h, session).mfa.recoveryCodes.verify({ code: codes[3] ?? '' })),
    )
    expect(used.filter(({ error }) => error === null)).toHaveLength(1)
    const [{ count }] = await query(
      'select count(*)::int from auth.recovery_codes join auth.factors f on f.id = factor_id where user_id = $1 and used_at is not null',
      anna.userId,
    )
    expect(count).toBe(1)
  })

  test('of another login, or of none, is wrong; after ten wrong ones the codes are locked, until they are replaced', async () => {
    const { codes } = await generate()
    const other = await aTechnicianWithPassword(h, orgId)
    const { client: theirs } = await aSignedInBrowser(h, other)
    expect((await theirs.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject(failed)
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await client.mfa.recoveryCodes.verify({ code: `fel ${attempt}` })).error).toMatchObject(failed)
    const locked = await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect(locked.error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' })
    // The app is not locked.
    await forgetUsedCodes(h)
    await prove(client, app)
    const { data } = await client.mfa.recoveryCodes.regenerate()
    expect((await client.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull()
  })
})
