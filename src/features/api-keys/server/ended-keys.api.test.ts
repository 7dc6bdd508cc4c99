// Keys that have ended, or whose maker may do nothing, are refused from the next request on, and the refusal is audited.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giveApp } from '#features/auth/testing/totp.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { users } from '#features/users/users.contract.ts'

import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { apiKeys } from '../api-keys.contract.ts'
import { anApiKey } from '../testing/an-api-key.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let program: Person & { keyId: string }

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  program = await anApiKey(h, technician)
  await list()
})
afterAll(() => h.stop())

const sql = (statement: string, ...values: unknown[]) => h.test.superuser.query(statement, values)
const list = (token = program.token) => h.as({ ...program, token }).call(customers.list, { query: {} })
const invalid = {
  status: 401,
  code: 'invalid_key',
  message: 'API-nyckeln gäller inte. Den kan vara återkallad eller ha gått ut. Skapa en ny.',
}
/** Refusals in the audit of sign-ins. */
const refusals = async () =>
  (
    await sql(
      `select subject_id as login, api_key_id as key, detail->>'reason' as reason from audit_log
       where action = 'sign_in_refused' and org_id = $1 order by at`,
      orgId,
    )
  ).rows
const refusedFor = (...reasons: string[]) =>
  reasons.map((reason) => ({ login: technician.userId, key: program.keyId, reason }))

test('A-638: a revoked key is refused at its next request, and its refusals are audited once an hour', async () => {
  await h.as(admin).call(apiKeys.revoke, { params: { id: program.keyId } })
  for (const _time of [1, 2]) await expect(list()).rejects.toMatchObject(invalid)
  expect(await refusals()).toEqual(refusedFor('key_revoked'))
})

test('A-638: an expired key is refused, and listed as expired', async () => {
  await sql(
    `update api_keys set created_at = now() - interval '9 days', expires_at = now() where id = $1`,
    program.keyId,
  )
  await expect(list()).rejects.toMatchObject(invalid)
  expect(await h.as(technician).call(apiKeys.listOwn, {})).toMatchObject([{ isExpired: true }])
  expect(await refusals()).toEqual(refusedFor('key_expired'))
})

test('A-638: the keys of a deactivated login are refused, also after it is activated again', async () => {
  const params = { id: technician.userId }
  await h.as(admin).call(users.deactivate, { params })
  await expect(list()).rejects.toMatchObject(invalid)
  await h.as(admin).call(users.reactivate, { params })
  await expect(list()).rejects.toMatchObject(invalid)
  expect(await refusals()).toEqual(refusedFor('deactivated', 'key_revoked'))
})

test('A-638: a key of somebody who is no longer of the staff is refused', async () => {
  await sql('delete from user_roles where user_id = $1', technician.userId)
  await expect(list()).rejects.toMatchObject(invalid)
  expect(await refusals()).toEqual(refusedFor('not_staff'))
})

test('A-639: from the date on which staff must have a factor, a key of somebody without one is refused', async () => {
  const requireFrom = (days: number) =>
    sql(
      `update organizations set factor_required_from = (now() at time zone business_time_zone())::date + $2::int where id = $1`,
      ...[orgId, days],
    )
  await requireFrom(1)
  await list()
  await requireFrom(0)
  await expect(list()).rejects.toMatchObject({
    status: 403,
    code: 'factor_needed',
    message: 'Den som API-nyckeln hör till behöver tvåstegsinloggning innan den fungerar igen',
  })
  expect(await refusals()).toEqual(refusedFor('factor_needed'))
  await giveApp(h, technician)
  await list()
})

test('A-639: while its maker must choose a new password, a key is refused', async () => {
  await sql('update auth.users set must_change_password = true where id = $1', technician.userId)
  await expect(list()).rejects.toMatchObject({ status: 403, code: 'password_change_due' })
  expect(await refusals()).toEqual(refusedFor('password_change_due'))
})

test.each(['sp_', 'sp_x', `sp_${'A'.repeat(43)}`])(
  'A-640: %s is no key, and not looked for elsewhere',
  async (token) => {
    await expect(list(token)).rejects.toMatchObject(invalid)
    expect(await refusals()).toEqual([])
  },
)

test('A-640: a key is no token of the sign-in protocol, and no other header carries it', async () => {
  const { token } = program
  const answer = (url: string, headers: Record<string, string>) => h.app.inject({ url, headers })
  const user = await answer('/auth/v1/user', { authorization: `Bearer ${token}` })
  expect([user.statusCode, user.json().code]).toEqual([403, 'key_scope'])
  const unknown = await answer('/auth/v1/user', { authorization: 'Bearer sp_x' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([401, 'invalid_key'])
  for (const headers of [{ 'x-api-key': token }, { authorization: `Basic ${token}` }, { authorization: token }])
    expect((await answer('/api/customers', headers)).statusCode).toBe(401)
  expect((await answer(`/api/customers?key=${token}`, {})).statusCode).toBe(401)
})
