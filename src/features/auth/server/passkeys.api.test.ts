import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { auth } from '../auth.contract.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { aPasskey, ask, register, signInByPasskey } from '../testing/passkeys.ts'

let h: Harness
let colleague: Person
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  colleague = await h.anAdmin({ orgId })
})
beforeEach(async () => {
  anna = await h.aTechnician({ orgId: colleague.orgId, fullName: 'Anna Berg' })
  await h.test.superuser.query('delete from auth.attempts')
})
afterAll(() => h.stop())

const list = async (person: Person) => (await ask(h, 'GET', '/passkeys', person)).json()
const me = (person: Person) => h.as(person).call(auth.me, {})
const update = (statement: string, ...values: unknown[]) => h.test.superuser.query(statement, values)
const auditOf = async ({ userId }: Person) =>
  (await h.test.superuser.query('select action, detail from audit_log where subject_id = $1 order by at, id', [userId]))
    .rows

test('a passkey is asked for that can be chosen without an address and verifies the person', async () => {
  const { options, expires_at } = (await ask(h, 'POST', '/passkeys/registration/options', anna, {})).json()
  expect(options).toMatchObject({
    rp: { id: 'support.nordnat.se', name: 'Nordnät AB' },
    user: { name: anna.email, displayName: 'Anna Berg' },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(expires_at - Date.now() / 1000).toBeGreaterThan(200)
  const { authenticator } = await aPasskey(h, anna)
  const again = (await ask(h, 'POST', '/passkeys/registration/options', anna, {})).json()
  expect(again.options.excludeCredentials).toEqual([
    { type: 'public-key', id: authenticator.id, transports: ['internal'] },
  ])
})

test('a passkey signs in without address or password, at level aal2', async () => {
  const { authenticator, passkey } = await aPasskey(h, anna)
  const { response } = await signInByPasskey(h, authenticator)
  expect(response.statusCode).toBe(200)
  const session = response.json()
  expect(session.user.id).toBe(anna.userId)
  const claims = decodeJwt(session.access_token)
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }] })
  const there = { ...anna, token: session.access_token }
  expect(await me(there)).toMatchObject({ userId: anna.userId, needs: null, hasFactor: true })
  expect(await list(there)).toMatchObject([{ id: passkey.id, last_used_at: expect.any(String) }])
  expect(await auditOf(anna)).toMatchObject([
    { action: 'factor_added', detail: { factorId: passkey.id, factorType: 'webauthn', sessionId: anna.sessionId } },
    { action: 'signed_in', detail: { sessionId: claims.session_id, factorId: passkey.id } },
  ])
})

test('a login of a customer has passkeys too', async () => {
  const customer = await h.aPortalUser(await h.aCustomer({ orgId: colleague.orgId as string }))
  const { authenticator } = await aPasskey(h, customer)
  const { response } = await signInByPasskey(h, authenticator)
  expect(response.json().user.id).toBe(customer.userId)
})

test('the session that adds the first passkey has proved it, and those of the password alone end', async () => {
  const elsewhere = await h.database.as('auth', async (db) => {
    const { startSession } = await import('./sessions.queries.ts')
    return startSession(db, { userId: anna.userId, userAgent: undefined, method: 'password' })
  })
  await aPasskey(h, anna)
  expect(await me(anna)).toMatchObject({ needs: null, hasFactor: true })
  const { rows } = await update(
    'select ended_at is null as "isOpen" from auth.sessions where id = $1',
    elsewhere.sessionId,
  )
  expect(rows).toEqual([{ isOpen: false }])
})

test('a passkey is named after the browser, can be renamed and removed by its owner alone', async () => {
  const { passkey } = await aPasskey(h, anna)
  const { passkey: second } = await aPasskey(h, anna)
  expect([passkey.friendly_name, second.friendly_name]).toEqual(['Chrome på Windows', 'Chrome på Windows (2)'])
  const rename = (person: Person, name: string) =>
    ask(h, 'PATCH', `/passkeys/${passkey.id}`, person, { friendly_name: name })
  expect((await rename(anna, ' Jobbtelefonen ')).json()).toMatchObject({ friendly_name: 'Jobbtelefonen' })
  expect((await rename(anna, second.friendly_name)).json().code).toBe('mfa_factor_name_conflict')
  expect((await rename(anna, ' ')).statusCode).toBe(422)
  expect((await rename(anna, 'x'.repeat(101))).statusCode).toBe(422)
  expect((await rename(colleague, 'Min')).statusCode).toBe(404)
  expect((await ask(h, 'DELETE', `/passkeys/${passkey.id}`, colleague)).statusCode).toBe(404)
  expect(await list(colleague)).toEqual([])
  expect((await list(anna))[0]).toMatchObject({ friendly_name: 'Jobbtelefonen' })
  expect((await ask(h, 'DELETE', `/passkeys/${passkey.id}`, anna)).statusCode).toBe(204)
  expect((await ask(h, 'DELETE', `/passkeys/${passkey.id}`, anna)).statusCode).toBe(404)
  expect(await list(anna)).toMatchObject([{ id: second.id }])
})

test('without its last factor a session is back to its password', async () => {
  const { passkey } = await aPasskey(h, anna)
  await ask(h, 'DELETE', `/passkeys/${passkey.id}`, anna)
  expect(await me(anna)).toMatchObject({ needs: null, hasFactor: false })
  const { rows } = await update('select aal from auth.sessions where id = $1', anna.sessionId)
  expect(rows).toEqual([{ aal: 'aal1' }])
})

test('A-620: the first passkey needs a sign-in of the last ten minutes, another one and a removal a proof of the factor', async () => {
  const needed = { statusCode: 403, code: 'reauthentication_needed' }
  const add = async () => {
    const { response } = await register(h, anna, new Authenticator())
    return { statusCode: response.statusCode, code: response.json().code }
  }
  await update(
    `update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
    anna.userId,
  )
  expect(await add()).toEqual(needed)
  await update('update auth.sessions set authenticated_at = now() where user_id = $1', anna.userId)
  expect(await add()).toMatchObject({ statusCode: 200 })
  await update(`update auth.sessions set factor_at = now() - interval '11 minutes' where user_id = $1`, anna.userId)
  expect(await add()).toEqual(needed)
  const [{ id }] = await list(anna)
  const removal = await ask(h, 'DELETE', `/passkeys/${id}`, anna)
  expect([removal.statusCode, removal.json().code]).toEqual([403, 'reauthentication_needed'])
  await update(`update auth.sessions set aal = 'aal1', factor_at = null where user_id = $1`, anna.userId)
  expect(await add()).toEqual({ statusCode: 403, code: 'insufficient_aal' })
  expect((await ask(h, 'PATCH', `/passkeys/${id}`, anna, { friendly_name: 'Min' })).json().code).toBe(
    'insufficient_aal',
  )
})

test('A-620: a challenge of a session without a factor adds no second one once there is a first', async () => {
  const authenticator = new Authenticator()
  const { challenge_id, options } = (await ask(h, 'POST', '/passkeys/registration/options', anna, {})).json()
  await aPasskey(h, anna)
  await update(`update auth.sessions set aal = 'aal1', factor_at = null where user_id = $1`, anna.userId)
  const body = { challenge_id, credential: authenticator.create(options) }
  const response = await ask(h, 'POST', '/passkeys/registration/verify', anna, body)
  expect([response.statusCode, response.json().code]).toEqual([403, 'insufficient_aal'])
})

test('a member of staff who must have a factor can add one and then works on', async () => {
  const { id: orgId } = await h.anOrganization()
  const person = await h.aTechnician({ orgId })
  await update('update organizations set factor_required_from = current_date - 1 where id = $1', orgId)
  expect(await me(person)).toMatchObject({ needs: 'factor' })
  await aPasskey(h, person)
  expect(await me(person)).toMatchObject({ needs: null })
})
