// Who may read technical information when they have a second factor, and why they said that they read it.
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys } from '#features/api-keys/api-keys.contract.ts'
import type { Credential } from '#platform/database/actor.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { hashKey } from '#platform/http/api-keys.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { READING_REASON_MAX, vault } from '../vault.contract.ts'

const SECRET = 'Brandvägg: admin / hemligt'
const STALE = { status: 403, code: 'reauthentication_needed' }

let h: Harness
let orgId: string
let admin: Person
let colleague: Person
let logged = ''
const log = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk
    done()
  },
})

beforeAll(async () => {
  h = await startHarness({ logger: pino({ level: 'trace' }, log) })
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  colleague = await h.aTechnician({ orgId, fullName: 'Kim Kollega' })
})
afterAll(() => h.stop())

const sql = async (text: string, ...values: unknown[]) => (await h.test.superuser.query(text, values)).rows
const setHours = (hours: number) => sql('update organizations set vault_proof_hours = $2 where id = $1', orgId, hours)

/** A customer with two versions of a text. */
async function aCustomer() {
  const { id } = await h.aCustomer({ orgId })
  for (const version of [0, 1])
    await h.as(colleague).call(vault.save, { params: { id }, body: { text: `${SECRET} ${version + 1}`, version } })
  return id
}

/** Gives the person a second factor, which the session proved so many seconds ago, or not at all. */
async function withFactor(person: Person, provedSecondsAgo: number | null) {
  await sql(
    `insert into auth.factors (id, user_id, factor_type, status, verified_at, secret, key_id)
     select gen_random_uuid(), $1, 'totp', 'verified', now(), '\\x00', 'key'
     where not exists (select from auth.factors where user_id = $1)`,
    person.userId,
  )
  await sql(
    `update auth.sessions set aal = case when $2::int is null then 'aal1' else 'aal2' end,
       factor_at = now() - make_interval(secs => $2::int) where id = $1`,
    person.sessionId,
    provedSecondsAgo,
  )
  return person
}
const aProvedTechnician = async (provedSecondsAgo: number | null) =>
  withFactor(await h.aTechnician({ orgId, fullName: 'Tove Tvåsteg' }), provedSecondsAgo)

const read = (person: Person, id: string, reason?: string) =>
  h.as(person).call(vault.read, { params: { id }, body: { reason } })
const stateOf = (person: Person, id: string) => h.as(person).call(vault.get, { params: { id } })
const logOf = async (id: string) => (await h.as(admin).call(vault.log, { params: { id }, query: {} })).rows

/** What shows or changes the text, on the second version. */
const acts = (person: Person, id: string) => [
  () => read(person, id),
  () => h.as(person).call(vault.save, { params: { id }, body: { text: 'Nytt', version: 2 } }),
  () => h.as(person).call(vault.restore, { params: { id }, body: { version: 1, basedOn: 2 } }),
]

test('A-713: with a second factor the text is shown and changed only within the hours of a proof', async () => {
  const id = await aCustomer()
  const before = await logOf(id)
  for (const provedSecondsAgo of [8 * 3600, 9 * 3600, 30 * 24 * 3600]) {
    const person = await aProvedTechnician(provedSecondsAgo)
    for (const act of acts(person, id)) await expect(act()).rejects.toMatchObject(STALE)
    // The rest of the page has no text.
    expect(await stateOf(person, id)).toMatchObject({ version: 2, state: 'readable' })
    expect((await h.as(person).call(vault.versions, { params: { id }, query: {} })).rows).toHaveLength(2)
  }
  expect(await logOf(id)).toEqual(before)
  const unproved = await aProvedTechnician(null)
  for (const act of acts(unproved, id))
    await expect(act()).rejects.toMatchObject({ status: 403, code: 'factor_needed' })
  const proved = await aProvedTechnician(8 * 3600 - 60)
  expect(await acts(proved, await aCustomer())[0]?.()).toMatchObject({ text: `${SECRET} 2` })
  for (const n of [1, 2]) expect(await acts(proved, await aCustomer())[n]?.()).toMatchObject({ version: 3 })
  await withFactor(proved, 8 * 3600)
  await expect(read(proved, id)).rejects.toMatchObject(STALE)
  await withFactor(proved, 0)
  expect(await read(proved, id)).toMatchObject({ text: `${SECRET} 2` })
})

test('A-713: a refused save that would have been a conflict does not show the text', async () => {
  const id = await aCustomer()
  const person = await aProvedTechnician(8 * 3600)
  const late = h.as(person).call(vault.save, { params: { id }, body: { text: 'Mitt', version: 1 } })
  await expect(late).rejects.toMatchObject({ ...STALE, current: undefined })
})

test('the hours are those that an administrator has set', async () => {
  const id = await aCustomer()
  const person = await aProvedTechnician(2 * 3600)
  await setHours(1)
  await expect(read(person, id)).rejects.toMatchObject(STALE)
  await setHours(24)
  await withFactor(person, 23 * 3600)
  expect(await read(person, id)).toMatchObject({ version: 2 })
  await setHours(8)
})

test('whoever has no second factor reads and changes as before, however old the sign-in is', async () => {
  const id = await aCustomer()
  const person = await h.aTechnician({ orgId })
  await sql(`update auth.sessions set authenticated_at = now() - interval '20 days' where id = $1`, person.sessionId)
  const [show, save] = acts(person, id)
  expect(await show?.()).toMatchObject({ text: `${SECRET} 2` })
  expect(await save?.()).toMatchObject({ version: 3 })
})

test('A-713: another organization’s staff learn nothing, with a proof or without', async () => {
  const id = await aCustomer()
  const { id: otherOrg } = await h.anOrganization('Annan AB')
  const outsider = await h.anAdmin({ orgId: otherOrg })
  for (const [seconds, refusal] of [
    [60, { status: 404 }],
    [9 * 3600, STALE],
  ] as const) {
    await withFactor(outsider, seconds)
    for (const customer of [id, uuidv7()])
      for (const act of acts(outsider, customer)) await expect(act()).rejects.toMatchObject(refusal)
  }
})

test('A-714: the reason is stored with the reading, shown to administrators, and suggested to the reader alone', async () => {
  const [id, other] = [await aCustomer(), await aCustomer()]
  const person = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  expect((await stateOf(person, id)).ownReason).toBeNull()
  await read(person, id, '  Ärende #12: Skrivaren svarar inte ')
  await read(colleague, id, 'Byter router')
  await read(person, id)
  expect((await logOf(id)).slice(0, 3)).toMatchObject([
    { who: 'Tove Teknik', action: 'read', reason: null },
    { who: 'Kim Kollega', action: 'read', reason: 'Byter router' },
    { who: 'Tove Teknik', action: 'read', version: 2, reason: 'Ärende #12: Skrivaren svarar inte' },
  ])
  expect((await stateOf(person, id)).ownReason).toEqual({
    text: 'Ärende #12: Skrivaren svarar inte',
    at: expect.any(String),
  })
  expect((await stateOf(colleague, id)).ownReason).toMatchObject({ text: 'Byter router' })
  expect((await stateOf(admin, id)).ownReason).toBeNull()
  expect((await stateOf(person, other)).ownReason).toBeNull()
  await expect(h.as(person).call(vault.log, { params: { id }, query: {} })).rejects.toMatchObject({ status: 403 })
  expect(logged).toContain('/api/customers/:id/credentials/text')
  for (const text of ['Skrivaren svarar', 'Byter router']) expect(logged).not.toContain(text)
})

test('the reason of an earlier workday is not suggested', async () => {
  const id = await aCustomer()
  await read(colleague, id, 'Byter router')
  await sql(`update audit_log set at = at - interval '8 hours 1 minute' where subject_id = $1`, id)
  expect((await stateOf(colleague, id)).ownReason).toBeNull()
  await setHours(9)
  expect((await stateOf(colleague, id)).ownReason).toMatchObject({ text: 'Byter router' })
  await setHours(8)
})

test('a reason is optional, of one line and limited; one that shows nothing is none', async () => {
  const id = await aCustomer()
  for (const reason of ['', '  ', '\u200b\u2800']) await read(colleague, id, reason)
  await read(colleague, id, 'Rad ett\nrad två')
  await read(colleague, id, 'å'.repeat(READING_REASON_MAX))
  const reasons = (await logOf(id)).filter(({ action }) => action === 'read').map(({ reason }) => reason)
  expect(reasons).toEqual(['å'.repeat(READING_REASON_MAX), 'Rad ett rad två', null, null, null])
  await expect(read(colleague, id, 'å'.repeat(READING_REASON_MAX + 1))).rejects.toMatchObject({
    status: 422,
    fields: { reason: `Får max vara ${READING_REASON_MAX} tecken` },
  })
  const store = (reason: string, action = 'read') =>
    sql(
      `insert into audit_log (id, org_id, user_id, action, subject, reason) values ($1, $2, $3, $4, 'credentials', $5)`,
      uuidv7(),
      orgId,
      colleague.userId,
      action,
      reason,
    )
  await expect(store('å'.repeat(READING_REASON_MAX + 1))).rejects.toMatchObject({
    constraint: 'audit_log_reason_length',
  })
  await expect(store('\u200b')).rejects.toMatchObject({ constraint: 'audit_log_not_blank' })
  await expect(store('x', 'changed')).rejects.toMatchObject({ constraint: 'audit_log_reason_of_reading' })
})

test('an API key reads no text and no reason, whatever its maker has read', async () => {
  const id = await aCustomer()
  await read(colleague, id, 'Byter router')
  const { key } = await h.as(colleague).call(apiKeys.create, {
    body: { name: 'Program', scopes: ['read', 'tickets', 'time', 'customers'], expiresInDays: 30 },
  })
  const program = { ...colleague, token: key }
  for (const act of [...acts(program, id), () => stateOf(program, id)])
    await expect(act()).rejects.toMatchObject({ status: 403, code: 'key_scope' })
  const readings = (credential: Credential) =>
    h.database.asActor(
      credential,
      () => undefined,
      (db) => db.selectFrom('auditLog').select('reason').where('subjectId', '=', id).execute(),
    )
  expect(await readings(colleague.sessionId)).toEqual([{ reason: 'Byter router' }])
  expect(await readings(hashKey(key))).toEqual([])
})
