import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { readCsv } from '../csv-reader.rules.ts'
import { decodeText } from '../csv-text.rules.ts'
import { customers } from '../customers.contract.ts'
import { customerImport } from '../import.contract.ts'

let h: Harness
let technician: Person
let outsider: Person
let portalUser: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId, name: 'Portalkund' }))
})
afterAll(() => h.stop())

const importRows = (rows: object[], person = technician, idempotencyKey?: string) =>
  h.as(person).call(customerImport.create, { body: { rows } as never }, { ...(idempotencyKey && { idempotencyKey }) })
const total = async (search: string, person = technician) =>
  (await h.as(person).call(customers.list, { query: { search } })).total
const many = (count: number, name: string) => Array.from({ length: count }, (_, n) => ({ name: `${name} ${n}` }))
const importsIn = async (org: string) =>
  (
    await h.test.superuser.query(
      `select detail from audit_log where org_id = $1 and action = 'imported' and subject_id is null order by at`,
      [org],
    )
  ).rows.map(({ detail }) => detail)
const post = (person: Person, payload: string, headers: object = {}) =>
  h.app.inject({
    method: 'POST',
    url: '/api/customers/import',
    payload,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
  })

test('5 000 customers are imported at once and audited once; one more is refused', async () => {
  expect(await importRows(many(5000, 'Stor'))).toEqual({ created: 5000 })
  expect(await total('Stor ')).toBe(5000)
  expect(await importsIn(orgId)).toEqual([{ count: 5000 }])
  await expect(importRows(many(5001, 'Större'))).rejects.toMatchObject({
    status: 422,
    message: 'Högst 5000 kunder kan importeras åt gången',
  })
  await expect(importRows([])).rejects.toMatchObject({ status: 422, message: 'Det finns inga kunder att importera' })
  expect(await total('Större')).toBe(0)
})

test('invalid rows are reported by index, and then nothing is stored', async () => {
  const rows = [...many(1500, 'Halv'), { name: ' ' }, { name: 'Halv sist', email: 'inte en adress' }]
  await expect(importRows(rows)).rejects.toMatchObject({
    status: 422,
    fields: { 'rows.1500.name': 'Namn krävs', 'rows.1501.email': 'Ange en giltig e-postadress' },
  })
  await expect(importRows([{ name: 'Halv' }, { name: 'Halv\0' }])).rejects.toMatchObject({ status: 422 })
  await expect(importRows([{ name: 'Halv', orgId: outsider.orgId }])).rejects.toMatchObject({ status: 422 })
  expect(await total('Halv')).toBe(0)
})

test('a database error rolls the whole import back', async () => {
  await h.test.superuser.query(`alter table customers add constraint not_this check (name <> 'Rest 1200')`)
  await expect(importRows(many(1500, 'Rest'))).rejects.toMatchObject({ status: 500 })
  await h.test.superuser.query('alter table customers drop constraint not_this')
  expect(await total('Rest')).toBe(0)
})

test('an import repeated with the same idempotency key runs once', async () => {
  const rows = many(3, 'Igen')
  const responses = await Promise.all([1, 2, 3].map(() => importRows(rows, technician, 'samma-nyckel')))
  expect(responses).toEqual([{ created: 3 }, { created: 3 }, { created: 3 }])
  expect(await total('Igen')).toBe(3)
})

test('A-59: an import goes to one’s own organization; the check reveals nothing of others', async () => {
  await importRows([{ name: 'Vår Kund', email: 'info@example.se' }])
  const rows = [
    { name: 'vår  kund', email: null },
    { name: 'VÅR KUND', email: 'INFO@example.se' },
    { name: 'Vår Kund', email: 'annan@example.se' },
    { name: 'Ny', email: 'info@example.se' },
  ]
  const check = (person: Person) => h.as(person).call(customerImport.check, { body: { rows } })
  expect(await check(technician)).toEqual({ known: [0, 1] })
  expect(await check(outsider)).toEqual({ known: [] })
  await importRows([{ name: 'Deras Kund' }], outsider)
  expect([await total('Deras'), await total('Deras', outsider)]).toEqual([0, 1])
})

test('customers may not import, and staff without an organization get an error', async () => {
  await expect(importRows([{ name: 'X' }], portalUser)).rejects.toMatchObject({ status: 403 })
  const withoutOrganization = await h.aTechnician({ orgId: null })
  await expect(importRows([{ name: 'X' }], withoutOrganization)).rejects.toMatchObject({
    message: 'Du måste vara kopplad till en organisation',
  })
})

test('a body of some megabytes is accepted, 10 MB or broken JSON is not; other limits stay', async () => {
  const large = JSON.stringify({ rows: many(1200, 'Anteckning').map((row) => ({ ...row, notes: 'å'.repeat(2000) })) })
  expect(Buffer.byteLength(large)).toBeGreaterThan(4_000_000)
  expect((await post(technician, large)).json()).toEqual({ created: 1200 })
  const huge = await post(technician, JSON.stringify({ rows: [{ name: 'Jätte', notes: 'x'.repeat(10_000_000) }] }))
  expect([huge.statusCode, huge.json().error.message]).toEqual([413, 'Innehållet är för stort'])
  expect((await post(technician, '{"rows":[{"name":"Trasig')).statusCode).toBe(400)
  const other = await h
    .as(technician)
    .call(customers.create, { body: { name: 'x', notes: 'x'.repeat(300_000) } })
    .catch((error: unknown) => error)
  expect(other).toMatchObject({ status: 413 })
  expect([await total('Jätte'), await total('Trasig')]).toEqual([0, 0])
})

test('A-123, A-124, A-125: the export has every matching customer, and no formulas', async () => {
  const orgWithFew = (await h.anOrganization('Export AB')).id
  const person = await h.aTechnician({ orgId: orgWithFew })
  const rows = [
    { name: 'Adam', email: 'adam@example.se', phone: '+46701234567', address: 'Gatan 1; "huset"', notes: 'Rad\nett' },
    { name: '=1+1', email: null, phone: 'växeln', address: null, notes: '@sum(a1)' },
    ...many(1200, 'Östen'),
  ]
  await importRows(rows, person)
  await importRows([{ name: 'Hemlig hos annan' }], outsider)
  const response = await h.app.inject({
    url: '/api/customers/export',
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toBe(`attachment; filename="kunder_${todayInStockholm()}.csv"`)
  expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const records = readCsv(decodeText(response.rawPayload).text).records.map(({ cells }) => cells)
  expect(records).toHaveLength(1203)
  expect(records.slice(0, 3).map((record) => record.slice(0, 5))).toEqual([
    ['Namn', 'E-post', 'Telefon', 'Adress', 'Anteckningar'],
    ["'=1+1", '', 'växeln', '', "'@sum(a1)"],
    ['Adam', 'adam@example.se', '070-123 45 67', 'Gatan 1; "huset"', 'Rad\nett'],
  ])
  expect(response.body).not.toContain('Hemlig')
  const some = await h.as(person).call(customers.exportFile, { query: { search: 'adam' } })
  expect(readCsv(await some.text()).records).toHaveLength(2)
  await expect(h.as(portalUser).call(customers.exportFile, { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('a phone number is found in any notation', async () => {
  const searcher = await h.aTechnician({ orgId: (await h.anOrganization('Sök AB')).id })
  const phones = ['070-123 45 67', '+46701234568', '0046 70 123 45 69', '046-12 34 56', '+46 (0)46 12 34 57', 'växeln']
  await importRows(
    phones.map((phone, n) => ({ name: `Kund ${'abcdef'[n]}`, phone })),
    searcher,
  )
  const found = (search: string) => total(search, searcher)
  for (const typed of ['0701234567', '070-1234567', '+46 70 123 45 67', '0046701234567', '123 45 67', '070 123 45 67'])
    expect(await found(typed), typed).toBe(1)
  for (const typed of ['070-123 45 6', '+4670123456', '12345']) expect(await found(typed), typed).toBeGreaterThan(2)
  expect(await found('046-12 34 57')).toBe(1)
  expect(await found('+46461234')).toBe(2)
  expect(await found('växeln')).toBe(1)
  expect(await found('0709999999')).toBe(0)
})
