import { afterAll, beforeAll, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { untilLockWaits } from '#tests/harness/open-transaction.ts'
import { customers } from '../customers.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let outsider: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(() => h.stop())

const add = (fields: object = {}) => h.as(technician).call(customers.create, { body: { name: 'Kund AB', ...fields } })

test('a customer needs only a name', async () => {
  const created = await add({ name: ' Bergströms El ', email: ' info@example.se ', phone: '', notes: null })
  expect(created).toMatchObject({
    name: 'Bergströms El',
    email: 'info@example.se',
    phone: null,
    notes: null,
    version: 1,
    archivedAt: null,
  })
  await expect(add({ name: '  ' })).rejects.toMatchObject({
    status: 422,
    message: 'Namn krävs',
    fields: { name: 'Namn krävs' },
  })
  await expect(add({ name: undefined })).rejects.toMatchObject({ message: 'Namn krävs' })
  await expect(add({ email: 'inte en adress' })).rejects.toMatchObject({
    fields: { email: 'Ange en giltig e-postadress' },
  })
  await expect(add({ org_id: outsider.orgId })).rejects.toMatchObject({ status: 422 })
})

test('staff without an organization get an error', async () => {
  const withoutOrganization = await h.aTechnician({ orgId: null })
  await expect(h.as(withoutOrganization).call(customers.create, { body: { name: 'X' } })).rejects.toMatchObject({
    message: 'Du måste vara kopplad till en organisation',
  })
})

test('the list is in Swedish order, counts all that match and is paginated', async () => {
  const orgWithMany = (await h.anOrganization('Många AB')).id
  const person = await h.aTechnician({ orgId: orgWithMany })
  for (const name of ['Östen', 'Zeb', 'Ärlig', 'Adam', 'Åsa']) await h.aCustomer({ orgId: orgWithMany, name })
  await h.test.superuser.query(
    `insert into customers (org_id, id, name) select $1, gen_random_uuid(), 'Bolag ' || n from generate_series(1, 60) n`,
    [orgWithMany],
  )
  const first = await h.as(person).call(customers.list, { query: {} })
  const second = await h.as(person).call(customers.list, { query: { after: first.next ?? '' } })
  expect(first.rows).toHaveLength(50)
  expect(first.total).toBe(65)
  expect(first.rows[0]?.name).toBe('Adam')
  expect(second.rows.slice(-4).map(({ name }) => name)).toEqual(['Zeb', 'Åsa', 'Ärlig', 'Östen'])
  expect(second.next).toBeNull()
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(65)
  expect(await h.as(person).call(customers.list, { query: { search: 'öste' } })).toMatchObject({
    total: 1,
    rows: [{ name: 'Östen' }],
  })
  expect(await h.as(person).call(customers.list, { query: { search: '%' } })).toMatchObject({ total: 0 })
  const chosen = await h.as(person).call(customers.names, { query: { search: 'bolag 6' } })
  expect(chosen.slice(0, 2).map(({ name }) => name)).toEqual(['Bolag 6', 'Bolag 60'])
  expect(chosen).toHaveLength(7)
})

test('a picker sorts names that begin with the text first, then words that do, then the rest', async () => {
  const org = await h.anOrganization()
  const person = await h.aTechnician({ orgId: org.id })
  for (const name of ['Blåker AB', 'Wennbergs Åkeri', 'Åkermans El', 'Öbergs-Åkeri', 'Åke Berg', 'Zeb']) {
    await h.aCustomer({ orgId: org.id, name })
  }
  const named = async (search: string) =>
    (await h.as(person).call(customers.names, { query: { search } })).map(({ name }) => name)
  expect(await named('åk')).toEqual(['Åke Berg', 'Åkermans El', 'Wennbergs Åkeri', 'Öbergs-Åkeri', 'Blåker AB'])
  expect(await named('_')).toEqual([])
})

test('A-168: of two edits of one version one is saved, the other gets 409 with the current row', async () => {
  const { id, version } = await add()
  const change = (name: string) => h.as(technician).call(customers.change, { params: { id }, body: { name, version } })
  const outcomes = await Promise.allSettled([change('Första'), change('Andra')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(lost?.reason).toMatchObject({ status: 409, current: { version: 2 } })
})

test('A-59: another organization’s customer gets the same 404 as one that never existed', async () => {
  const { id, version } = await add()
  for (const missing of [id, uuidv7()]) {
    const refused = { status: 404, message: 'Kund hittades inte' }
    await expect(h.as(outsider).call(customers.get, { params: { id: missing } })).rejects.toMatchObject(refused)
    await expect(
      h.as(outsider).call(customers.change, { params: { id: missing }, body: { name: 'X', version } }),
    ).rejects.toMatchObject(refused)
    await expect(h.as(outsider).call(customers.remove, { params: { id: missing } })).rejects.toMatchObject(refused)
    await expect(h.as(outsider).call(customers.restore, { params: { id: missing } })).rejects.toMatchObject(refused)
  }
  expect(await h.as(outsider).call(customers.list, { query: {} })).toMatchObject({ rows: [], total: 0 })
})

test('only administrators delete; a customer with time is archived and can be restored', async () => {
  const unreferenced = await add()
  const withTime = await add({ name: 'Har tid' })
  await h.as(technician).call(time.create, {
    body: { customerId: withTime.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' },
  })
  await expect(h.as(technician).call(customers.remove, { params: { id: withTime.id } })).rejects.toMatchObject({
    status: 403,
    message: 'Bara administratörer kan göra det här',
  })
  expect(await h.as(admin).call(customers.remove, { params: { id: unreferenced.id } })).toEqual({ outcome: 'deleted' })
  expect(await h.as(admin).call(customers.remove, { params: { id: withTime.id } })).toEqual({ outcome: 'archived' })
  const namesOf = async (query: object) =>
    (await h.as(technician).call(customers.names, { query })).map(({ name }) => name)
  expect(await namesOf({})).not.toContain('Har tid')
  expect(await namesOf({ includeArchived: 'true' })).toContain('Har tid')
  expect(await h.as(technician).call(customers.list, { query: { archived: 'true' } })).toMatchObject({ total: 1 })
  expect(await h.as(admin).call(customers.restore, { params: { id: withTime.id } })).toMatchObject({ archivedAt: null })
  expect(await namesOf({})).toContain('Har tid')
})

test('a row inserted for a customer during its removal makes the removal archive it', async () => {
  const { id } = await add()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const writing = h.database.as('owner', async (db) => {
    await db
      .insertInto('customerUsers')
      .values({ orgId, customerId: id, userId: await aLogin() })
      .execute()
    isWritten()
    await untilLockWaits(h) // the removal waits for this transaction
  })
  await written
  expect(await h.as(admin).call(customers.remove, { params: { id } })).toEqual({ outcome: 'archived' })
  await writing
})

const aLogin = async () => (await h.aLogin('customer', orgId)).userId
