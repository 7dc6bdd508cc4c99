// What an API key is and may do. That every endpoint without its scope refuses it: tests/system/access.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { hashKey } from '#platform/http/api-keys.ts'
import { KEY_PREFIX } from '#shared/api-key.rules.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { apiKeys, KEYS_MAX, type NewApiKey } from '../api-keys.contract.ts'
import { anApiKey } from '../testing/an-api-key.ts'

const log = captureLog('trace')
let h: Harness
let orgId: string
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness({ logger: log.logger })
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
})
afterAll(() => h.stop())

const rows = async <T extends object>(sql: string, ...values: unknown[]) =>
  (await h.test.superuser.query<T>(sql, values)).rows
const list = (person: Person) => h.as(person).call(customers.list, { query: {} })
const listOwn = (person: Person) => h.as(person).call(apiKeys.listOwn, {})
const listAll = (person: Person) => h.as(person).call(apiKeys.listAll, {})
const create = (person: Person, body: Partial<NewApiKey> = {}) =>
  h.as(person).call(apiKeys.create, { body: { name: 'Lön', scopes: ['read'], expiresInDays: 30, ...body } })
const revoke = (person: Person, id: string) => h.as(person).call(apiKeys.revoke, { params: { id } })
const aSpan = { workDate: '2026-11-20', timeFrom: '10:00', timeTo: '11:00' }

test('a program works by a key as the person who made it', async () => {
  const program = await anApiKey(h, technician)
  const { id: customerId } = await h.as(program).call(customers.create, { body: { name: 'Bergs Bageri' } })
  await h.as(program).call(contacts.create, { params: { id: customerId }, body: { name: 'Emma Eklund' } })
  const ticket = await h.as(program).call(tickets.create, { body: { title: 'Nere', description: 'x', customerId } })
  await h.as(program).call(tickets.comment, { params: { id: ticket.id }, body: { comment: 'Hej', isInternal: true } })
  await h.as(program).call(time.create, { body: { ...aSpan, customerId } })
  expect((await list(technician)).rows).toMatchObject([{ name: 'Bergs Bageri' }])
  const entries = await rows('select user_id from time_entries where customer_id = $1', customerId)
  expect(entries).toEqual([{ user_id: technician.userId }])
})

test('A-641: a key of an administrator is a technician', async () => {
  const program = await anApiKey(h, admin)
  const { id: customerId } = await h.as(admin).call(customers.create, { body: { name: 'Bergs Bageri' } })
  const body = { ...aSpan, customerId, userId: technician.userId }
  await expect(h.as(program).call(time.create, { body })).rejects.toMatchObject({ status: 403 })
  await h.as(admin).call(time.create, { body })
  const role = await h.database.asActor(
    hashKey(program.token),
    () => undefined,
    async (_db, actor) => actor,
  )
  expect(role).toMatchObject({ kind: 'staff', role: 'technician', userId: admin.userId, sessionId: '' })
})

test('A-642: a key is shown once and stored only as a hash, which staff cannot read', async () => {
  log.clear()
  const { id, key } = await create(technician)
  expect(key).toMatch(/^sp_[\w-]{43}$/)
  const program = { ...technician, token: key }
  await list(program)
  await expect(listOwn(program)).rejects.toMatchObject({ status: 403 })
  expect(JSON.stringify([await listOwn(technician), await listAll(admin)])).not.toContain(key)
  const [row] = await rows<{ key_hash: Buffer }>('select * from api_keys where id = $1', id)
  expect(row?.key_hash).toEqual(hashKey(key))
  expect(JSON.stringify([row, await rows('select * from audit_log where org_id = $1', orgId)])).not.toContain(key)
  expect(log.text()).not.toContain(KEY_PREFIX)
  const reading = h.database.asActor(
    admin.sessionId,
    () => undefined,
    (db) => db.selectFrom('apiKeys').select('keyHash').execute(),
  )
  await expect(reading).rejects.toMatchObject({ code: '42501' })
})

test('the list shows what a key may do, until when, and when it was last used', async () => {
  const program = await anApiKey(h, technician, ['read', 'time'])
  const [unused] = await listOwn(technician)
  expect(unused).toMatchObject({ name: 'Lönesystemet', scopes: ['read', 'time'], isExpired: false, lastUsedAt: null })
  const days = (Date.parse(unused?.expiresAt ?? '') - Date.parse(unused?.createdAt ?? '')) / 86_400_000
  expect(days).toBe(90)
  await list(program)
  expect((await listOwn(technician))[0]?.lastUsedAt).not.toBeNull()
  expect(await listOwn(admin)).toEqual([])
})

test('A-633: making a key asks for a recent proof, an end within a year, and no more than 20 of them', async () => {
  const stale = "update auth.sessions set authenticated_at = now() - interval '11 minutes' where id = $1"
  await rows(stale, technician.sessionId)
  await expect(create(technician)).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' })
  await rows('update auth.sessions set authenticated_at = now() where id = $1', technician.sessionId)
  await expect(create(technician, { expiresInDays: 366 as 365 })).rejects.toMatchObject({ status: 422 })
  await expect(create(technician, { scopes: [] })).rejects.toMatchObject({ message: 'Välj vad nyckeln får göra' })
  for (let made = 0; made < KEYS_MAX; made++) await create(technician)
  await expect(create(technician)).rejects.toMatchObject({
    status: 422,
    message: 'Du har redan 20 nycklar. Återkalla en som inte används.',
  })
  const [first] = await listOwn(technician)
  await revoke(technician, first?.id ?? '')
  await create(technician)
  const longer = "update api_keys set expires_at = created_at + interval '8761 hours' where user_id = $1"
  await expect(rows(longer, technician.userId)).rejects.toMatchObject({
    constraint: 'api_keys_expires_within_a_year',
  })
})

test('A-634: a key reads and makes no keys, also by the database’s own rules', async () => {
  const program = await anApiKey(h, admin)
  const asKey = <T>(work: Parameters<typeof h.database.asActor<T>>[2]) =>
    h.database.asActor(hashKey(program.token), () => undefined, work)
  expect(await asKey((db) => db.selectFrom('apiKeys').select('id').execute())).toEqual([])
  const another = { orgId, id: program.keyId, userId: admin.userId, name: 'x', scopes: ['read' as const] }
  const inserting = asKey((db) =>
    db
      .insertInto('apiKeys')
      .values({ ...another, keyHash: hashKey('x'), expiresAt: '2027-01-01T00:00:00Z' })
      .execute(),
  )
  await expect(inserting).rejects.toMatchObject({ code: '42501' })
})

test('A-635: portal users make no keys, and nobody sees or revokes those of another organization', async () => {
  const portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  await expect(create(portalUser)).rejects.toMatchObject({ status: 403 })
  const program = await anApiKey(h, technician)
  const stranger = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  const colleague = await h.aTechnician({ orgId })
  const gone = { status: 404, message: 'Nyckeln finns inte, eller är redan återkallad' }
  expect(await listAll(stranger)).toEqual([])
  await expect(revoke(stranger, program.keyId)).rejects.toMatchObject(gone)
  await expect(revoke(colleague, program.keyId)).rejects.toMatchObject(gone)
  expect(await listAll(admin)).toMatchObject([{ name: 'Lönesystemet', maker: 'Test Person' }])
  await revoke(admin, program.keyId)
  await expect(revoke(technician, program.keyId)).rejects.toMatchObject(gone)
  expect(await listAll(admin)).toEqual([])
})

test('A-636: what a key does is audited with the key, and its making and end', async () => {
  const program = await anApiKey(h, technician)
  const { id } = await h.as(program).call(customers.create, { body: { name: 'Bergs Bageri' } })
  await h.as(program).call(customers.change, { params: { id }, body: { name: 'Bergs Konditori', version: 1 } })
  await revoke(admin, program.keyId)
  const entries = await rows(
    `select action, subject, user_id = $2 as by_maker, api_key_id = $3 as by_key, detail->>'endpoint' as endpoint
     from audit_log where org_id = $1 order by at, id`,
    ...[orgId, technician.userId, program.keyId],
  )
  const by = { by_maker: true, by_key: true }
  expect(entries).toEqual([
    { action: 'created', subject: 'api_key', by_maker: true, by_key: null, endpoint: null },
    { action: 'called', subject: 'api_key', endpoint: 'POST /api/customers', ...by },
    expect.objectContaining({ subject: 'customer', ...by }),
    { action: 'called', subject: 'api_key', endpoint: 'PUT /api/customers/:id', ...by },
    expect.objectContaining({ subject: 'customer', ...by }),
    { action: 'revoked', subject: 'api_key', by_maker: false, by_key: null, endpoint: null },
  ])
})

test('a program and its maker may send the same Idempotency-Key', async () => {
  const program = await anApiKey(h, technician)
  const send = (person: Person) =>
    h.as(person).call(customers.create, { body: { name: 'Bergs Bageri' } }, { idempotencyKey: '12345678' })
  const first = await send(program)
  expect((await send(program)).id).toBe(first.id)
  expect((await send(technician)).id).not.toBe(first.id)
})

test('A-637: a key is limited within a minute; its maker and other keys are not', async () => {
  const limited = await startHarness({ on: h.test, tokens: h.tokens, keyRequestsPerMinute: 3 })
  const [program, other] = [await anApiKey(h, technician), await anApiKey(h, technician)]
  const get = ({ token }: Person, url = '/api/customers') =>
    limited.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect((await get(program, '/api/users')).statusCode).toBe(403)
  for (const _time of [1, 2]) expect((await get(program)).statusCode).toBe(200)
  const refused = await get(program)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().error.message).toBe('API-nyckeln får göra 3 anrop i minuten. Vänta och försök igen.')
  for (const person of [other, technician]) expect((await get(person)).statusCode).toBe(200)
  await limited.stop()
})
