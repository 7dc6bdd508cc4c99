// What a session may do before and after a factor is proved, and how it gets there and back.
import { isAuthApiError } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#features/users/users.contract.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { auth } from '../auth.contract.ts'
import { aBrowser, aSignedInBrowser, authClientOn, PASSWORD } from '../testing/sign-in.ts'
import { aCompany, aFreshTechnician, signInsOf } from '../testing/signed-in.ts'
import { ageProofs, codeOf, enroll, enrollVerified, forgetUsedCodes, prove } from '../testing/totp.ts'
import { makeOneTimeLink } from './links.queries.ts'

type Client = ReturnType<typeof aBrowser>

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

const NEXT = 'en helt annan fras'
const { signedIn, query } = signInsOf(() => ({ h, anna }))
const callAs = async (client: Client) => {
  const token = (await client.getSession()).data.session?.access_token ?? ''
  return h.as({ ...anna, token }).call
}
const names = async (client: Client) => (await callAs(client))(users.names, {})
const me = async (client: Client) => (await callAs(client))(auth.me, {})
const proof = async (client: Client, password: string) =>
  (await callAs(client))(auth.provePassword, { body: { password } })
const levelOf = async (client: Client) => (await client.mfa.getAuthenticatorAssuranceLevel()).data
const lastActions = async () =>
  (await query('select action from audit_log where subject_id = $1 order by id', anna.userId)).map(
    ({ action }) => action,
  )

const needsProof = { status: 403, code: 'reauthentication_needed' }
const needsLevel = { status: 403, code: 'insufficient_aal' }

describe('A-706: factors are changed after a proof of the last ten minutes', () => {
  test('the first one is added after a sign-in of these', async () => {
    const client = await signedIn()
    await ageProofs(h)
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needsProof)
    await proof(client, PASSWORD)
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  })

  test('others after a proof of an existing one, which a new proof of it renews', async () => {
    const client = await signedIn()
    const app = await enrollVerified(client, 'Ett')
    await ageProofs(h)
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Två' })).error).toMatchObject(needsProof)
    expect((await client.mfa.unenroll({ factorId: app.id })).error).toMatchObject(needsProof)
    await forgetUsedCodes(h)
    await prove(client, app)
    const second = await enroll(client, 'Två')
    await ageProofs(h)
    const late = await client.mfa.challengeAndVerify({ factorId: second.id, code: codeOf(second.secret, 1) })
    expect(late.error).toMatchObject(needsProof)
    await forgetUsedCodes(h)
    await prove(client, app)
    await prove(client, second)
    expect((await client.mfa.unenroll({ factorId: app.id })).error).toBeNull()
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' })
    expect(await names(client)).not.toHaveLength(0)
  })

  test('whoever knows only the password neither adds nor removes any', async () => {
    const app = await enrollVerified(await signedIn())
    const thief = await signedIn()
    expect((await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Min' })).error).toMatchObject(needsLevel)
    expect((await thief.mfa.unenroll({ factorId: app.id })).error).toMatchObject(needsLevel)
    await expect(names(thief)).rejects.toMatchObject({ code: 'factor_needed' })
    await expect(proof(thief, PASSWORD)).rejects.toMatchObject({
      code: 'factor_needed',
    })
  })

  test('a factor that somebody added before the first one was verified never counts', async () => {
    const thief = await signedIn()
    const planted = await enroll(thief, 'Planterad')
    await enrollVerified(await signedIn(), 'Min')
    expect((await thief.getUser()).error).toBeTruthy()
    const again = await signedIn()
    const { error } = await again.mfa.challengeAndVerify({ factorId: planted.id, code: codeOf(planted.secret, 1) })
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    await expect(names(again)).rejects.toMatchObject({ code: 'factor_needed' })
  })

  test('an unverified one raises no session once there is a verified one', async () => {
    const owner = await signedIn()
    await enrollVerified(owner, 'Min')
    const added = await enroll(owner, 'Ny')
    const thief = await signedIn()
    const { error } = await thief.mfa.challengeAndVerify({ factorId: added.id, code: codeOf(added.secret, 1) })
    expect(error).toMatchObject(needsLevel)
    expect(await levelOf(thief)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    await expect(names(thief)).rejects.toMatchObject({ code: 'factor_needed' })
  })
})

describe('the sessions of a login', () => {
  test('that proved no factor end when the first one is verified; those of a later sign-in are asked', async () => {
    const other = await signedIn()
    const client = await signedIn()
    const { session_id: before } = await claimsOf(client)
    const app = await enrollVerified(client)
    expect((await claimsOf(client)).session_id).toBe(before)
    expect((await other.getUser()).error).toBeTruthy()
    expect((await other.getSession()).data.session).toBeNull()
    const later = await signedIn()
    await forgetUsedCodes(h)
    await prove(client, app)
    expect(await me(later)).toMatchObject({ needs: 'factor' })
  })

  test('fall back to the password when the last factor is removed, with a mail and an audit entry', async () => {
    const client = await signedIn()
    const app = await enrollVerified(client)
    const { error } = await client.mfa.unenroll({ factorId: app.id })
    expect(error).toBeNull()
    expect((await client.refreshSession()).error).toBeNull()
    expect(await levelOf(client)).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    })
    expect(await me(client)).toMatchObject({ needs: null, hasFactor: false })
    expect(await names(client)).not.toHaveLength(0)
    expect(await lastActions()).toContain('factor_removed')
    const jobs = await query(
      `select payload from ${queuedJobs} where payload ->> 'userId' = $1 order by j.id`,
      anna.userId,
    )
    const { userId } = anna
    expect(jobs.map(({ payload }) => payload)).toEqual([
      { event: 'added', userId, isFirst: true },
      { event: 'removed', userId },
    ])
  })

  test('an added factor that was never verified is removed without a proof', async () => {
    const client = await signedIn()
    const app = await enroll(client)
    await ageProofs(h)
    expect((await client.mfa.unenroll({ factorId: app.id })).data).toEqual({ id: app.id })
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })

  test('of a recovery link have proved no factor, and a new password removes none', async () => {
    await enrollVerified(await signedIn())
    const link = () =>
      h.database.as('auth', (db) =>
        makeOneTimeLink(db, { appUrl: 'https://x.example', userId: anna.userId, purpose: 'recovery' }),
      )
    const tokenOf = (address: string) => new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? ''
    const client = aBrowser(h)
    expect((await client.verifyOtp({ token_hash: tokenOf(await link()), type: 'recovery' })).error).toBeNull()
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect((await client.updateUser({ password: NEXT })).error).toMatchObject(needsLevel)
    const body = { token: tokenOf(await link()), password: NEXT }
    await h.as(null).call(auth.linkPassword, { body })
    const again = aBrowser(h)
    expect((await again.signInWithPassword({ email: anna.email, password: NEXT })).error).toBeNull()
    expect(await me(again)).toMatchObject({ needs: 'factor', hasFactor: true })
  })

  test('prove the factor before they choose a required new password', async () => {
    const app = await enrollVerified(await signedIn())
    await query('update auth.users set must_change_password = true where id = $1', anna.userId)
    await forgetUsedCodes(h)
    const client = await signedIn()
    expect((await client.updateUser({ password: NEXT })).error).toMatchObject(needsLevel)
    await prove(client, app)
    expect((await client.updateUser({ password: NEXT })).error).toBeNull()
    expect(await me(client)).toMatchObject({ needs: null, mustChangePassword: false })
  })
})

describe('tabs of one session', () => {
  const tabsOf = async (count: number) => {
    const { session } = await aSignedInBrowser(h, anna)
    const stored = new Map([['session', JSON.stringify(session)]])
    return Array.from({ length: count }, () => authClientOn(h.fetch, stored))
  }

  test('with the tokens from before a proof keep working, also when its answer was lost', async () => {
    const [owner] = await tabsOf(1)
    const app = await enrollVerified(owner as Client)
    await forgetUsedCodes(h)
    const { session } = await aSignedInBrowser(h, anna)
    const proving = aBrowser(h, session)
    await prove(proving, app)
    // Its answer did not reach this tab.
    const lost = aBrowser(h, session)
    const { data, error } = await lost.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).toBe((await proving.getSession()).data.session?.refresh_token)
    expect(await levelOf(lost)).toMatchObject({ currentLevel: 'aal2' })
    expect((await proving.refreshSession()).error).toBeNull()
    expect((await aBrowser(h, session).refreshSession()).error).toBeNull()
  })

  test('refresh while one proves the factor, and none is signed out', async () => {
    const app = await enrollVerified(await signedIn())
    for (let round = 0; round < 3; round += 1) {
      await forgetUsedCodes(h)
      const tabs = await tabsOf(10)
      const outcomes = await Promise.all(
        tabs.map(async (tab, index) =>
          index === 0 ? await prove(tab, app).then(() => null) : (await tab.refreshSession()).error,
        ),
      )
      // auth-js keeps what another tab has stored meanwhile.
      expect(outcomes.filter(isAuthApiError)).toEqual([])
      for (const tab of tabs) expect((await tab.getUser()).error).toBeNull()
    }
  })
})

describe('A-707: the password, once more', () => {
  test('is a proof for a login without a factor; a wrong one is audited, and counted', async () => {
    const client = await signedIn()
    await ageProofs(h)
    for (let attempt = 0; attempt < 10; attempt += 1)
      await expect(proof(client, `fel ${attempt}`)).rejects.toMatchObject({
        status: 422,
        fields: { password: 'Lösenordet stämmer inte' },
      })
    await expect(proof(client, PASSWORD)).rejects.toMatchObject({ status: 429 })
    await h.test.superuser.query('delete from auth.attempts')
    await expect(proof(client, PASSWORD)).resolves.toBeUndefined()
    expect(await lastActions()).toEqual([
      'signed_in',
      ...Array<string>(10).fill('password_proof_refused'),
      'password_proved',
    ])
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  })

  test('is none for a login with a factor', async () => {
    const client = await signedIn()
    await enrollVerified(client)
    await ageProofs(h)
    await expect(proof(client, PASSWORD)).rejects.toMatchObject({ status: 403, code: 'factor_needed' })
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Två' })).error).toMatchObject(needsProof)
  })
})

async function claimsOf(client: Client) {
  const token = (await client.getSession()).data.session?.access_token ?? ''
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }
}
