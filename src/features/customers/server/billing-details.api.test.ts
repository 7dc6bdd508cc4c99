// What a ledger needs to know of a customer: its number, the address that is written from the details, and who reads them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements } from '#features/billing/agreements.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { billingDetails, PRIVATE_HAS_NO_NUMBER } from '../billing-details.contract.ts'
import { ADDRESS_IS_WRITTEN, customers } from '../customers.contract.ts'
import { customerImport } from '../import.contract.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

const call = () => h.as(technician).call
const aCustomer = async (name = 'Kund AB', fields: object = {}) =>
  (await call()(customers.create, { body: { name, ...fields } })).id
const get = (id: string) => call()(billingDetails.get, { params: { id } })
/** Saves these fields of a customer whose other details are empty. */
const save = async (id: string, fields: object, version?: number) => {
  const { customerNumber, version: current } = await get(id)
  return call()(billingDetails.change, {
    params: { id },
    body: { customerNumber, version: version ?? current, ...fields },
  })
}
const home = { street: 'Storgatan 1', postcode: '75320', town: 'Uppsala' }
const addressOf = async (id: string) => (await call()(customers.get, { params: { id } })).address
const audited = async (subject: string) =>
  (await h.test.superuser.query('select * from audit_log where org_id = $1 and subject = $2', [orgId, subject])).rows

test('customers are numbered in the order in which they are added, past numbers that are taken', async () => {
  const own = (await h.anOrganization('Egen serie AB')).id
  const person = h.as(await h.aTechnician({ orgId: own }))
  const add = async (name: string) => (await person.call(customers.create, { body: { name } })).customerNumber
  expect([await add('Ett'), await add('Två')]).toEqual(['1001', '1002'])
  const three = await person.call(customers.create, { body: { name: 'Tre' } })
  await person.call(billingDetails.change, {
    params: { id: three.id },
    body: { customerNumber: '1005', version: 0 },
  })
  expect([await add('Fyra'), await add('Fem')]).toEqual(['1004', '1006'])
})

test('a customer number is unique in the company, without case, and somebody else’s is not used up', async () => {
  const [id, other] = [await aCustomer('Alfa AB'), await aCustomer('Beta AB')]
  expect(await save(id, { customerNumber: 'K-10' })).toMatchObject({ customerNumber: 'K-10' })
  await expect(save(other, { customerNumber: 'k-10' })).rejects.toMatchObject({
    status: 422,
    fields: { customerNumber: 'Kundnumret används redan av Alfa AB' },
  })
  await expect(save(other, { customerNumber: 'K 11' })).rejects.toMatchObject({ status: 422 })
  const outsider = h.as(await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id }))
  const theirs = await outsider.call(customers.create, { body: { name: 'Deras AB' } })
  const saved = outsider.call(billingDetails.change, {
    params: { id: theirs.id },
    body: { customerNumber: 'K-10', version: 0 },
  })
  expect(await saved).toMatchObject({ customerNumber: 'K-10' })
})

test('of five customers that are given the same number at once, one gets it', async () => {
  const ids = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => aCustomer(name)))
  const outcomes = await Promise.allSettled(ids.map((id) => save(id, { customerNumber: 'samma' })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', ...Array(4).fill('rejected')])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ status: 422, fields: { customerNumber: expect.any(String) } })
})

test('details are normalized, and an outdated version is told what stands now', async () => {
  const id = await aCustomer()
  expect(await get(id)).toMatchObject({ version: 0, country: 'SE', orgNumber: null, paymentDays: null })
  const saved = await save(id, {
    ...home,
    orgNumber: '165560125790',
    vatNumber: 'se 556012-5790 01',
    paymentDays: '15',
  })
  expect(saved).toMatchObject({
    orgNumber: '556012-5790',
    vatNumber: 'SE556012579001',
    postcode: '753 20',
    paymentDays: 15,
    version: 1,
  })
  await expect(save(id, { ...home, town: 'Enköping' }, 0)).rejects.toMatchObject({
    status: 409,
    current: { town: 'Uppsala' },
  })
  expect(await save(id, { ...home, town: 'Enköping' }, 1)).toMatchObject({ version: 2, orgNumber: null })
})

test.each([
  [{ orgNumber: '556012-5791' }, 'orgNumber'],
  [{ orgNumber: '811218-9876' }, 'orgNumber'],
  [{ orgNumber: '556012-5790', isSoleTrader: true }, 'orgNumber'],
  [{ vatNumber: 'SE556012579101' }, 'vatNumber'],
  [{ street: 'Storgatan 1' }, 'town'],
  [{ town: 'Uppsala' }, 'street'],
  [{ street: 'Storgatan 1', town: 'Uppsala' }, 'postcode'],
  [{ street: 'Storgatan 1', town: 'Uppsala', postcode: '7532' }, 'postcode'],
  [{ country: 'XX' }, 'country'],
  [{ paymentDays: 366 }, 'paymentDays'],
  [{ paymentDays: 'snart' }, 'paymentDays'],
  [{ invoiceEmail: 'inte en adress' }, 'invoiceEmail'],
  [{ orderNumber: 'x'.repeat(51) }, 'orderNumber'],
])('%j is refused beside %s', async (fields, field) => {
  const id = await aCustomer()
  const error = await save(id, fields).catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } })
})

test('the address is kept as typed until the fields are filled in, and is then written from them alone', async () => {
  const id = await aCustomer('Kajen AB', { address: 'Gula huset vid kajen' })
  await save(id, { yourReference: 'Kim Lund' })
  expect(await addressOf(id)).toBe('Gula huset vid kajen')
  await save(id, home)
  expect(await addressOf(id)).toBe('Storgatan 1, 753 20 Uppsala')
  const change = (address: string, version: number) =>
    call()(customers.change, { params: { id }, body: { name: 'Kajen AB', address, version } })
  // The form was opened before the address was written.
  await expect(change('Gula huset', 1)).rejects.toMatchObject({
    status: 409,
    current: { hasPostalAddress: true, version: 2 },
  })
  await expect(change('Gula huset', 2)).rejects.toMatchObject({ status: 422, fields: { address: ADDRESS_IS_WRITTEN } })
  expect(await change('Storgatan 1, 753 20 Uppsala', 2)).toMatchObject({ version: 3 })
  await save(id, { ...home, street: 'Vimmelskaftet 1', postcode: '1161', town: 'København', country: 'DK' })
  expect(await addressOf(id)).toBe('Vimmelskaftet 1, 1161 København, DK')
  await save(id, {})
  expect(await addressOf(id)).toBe('Vimmelskaftet 1, 1161 København, DK')
  expect(await change('Gula huset igen', 4)).toMatchObject({ address: 'Gula huset igen', hasPostalAddress: false })
})

test('a private customer has no number of a company, whichever comes first', async () => {
  const [before, after] = [await aCustomer('Vera Vik'), await aCustomer('Bo Ek')]
  const bePrivate = (id: string) =>
    h.as(admin).call(agreements.setBilling, { params: { id }, body: { vat: 'standard', isPrivate: true } })
  await bePrivate(before)
  await expect(save(before, { orgNumber: '556012-5790' })).rejects.toMatchObject({
    status: 422,
    fields: { orgNumber: PRIVATE_HAS_NO_NUMBER },
  })
  await save(after, { vatNumber: 'SE556012579001' })
  await expect(bePrivate(after)).rejects.toMatchObject({ status: 422, fields: { isPrivate: expect.any(String) } })
  expect(await save(before, home)).toMatchObject({ town: 'Uppsala' })
})

test('A-600: a sole trader’s number is in no list, search, audit entry, or export that did not ask for it', async () => {
  const id = await aCustomer('Enskild Elin')
  await save(id, { isSoleTrader: true, orgNumber: '811218-9876', vatNumber: 'SE811218987601' })
  const list = await call()(customers.list, { query: { search: 'Enskild' } })
  expect(list.total).toBe(1)
  expect(JSON.stringify(list)).not.toMatch(/811218/)
  expect((await call()(customers.list, { query: { search: '811218-9876' } })).total).toBe(0)
  const file = async (query: object) => (await call()(customers.exportFile, { query })).text()
  expect(await file({ search: 'Enskild' })).not.toMatch(/811218/)
  expect(await file({ search: 'Enskild', personalNumbers: 'true' })).toContain('811218-9876;SE811218987601')
  const entries = await audited('billing_details')
  expect(entries.length).toBeGreaterThan(5)
  expect(JSON.stringify(entries)).not.toMatch(/811218|556012|Storgatan/)
})

test('a customer is found by its whole number, a company by its organization number too', async () => {
  const id = await aCustomer('Nummer AB')
  await save(id, { customerNumber: 'K-77', orgNumber: '202100-5489' })
  const found = async (search: string) =>
    (await call()(customers.list, { query: { search } })).rows.map(({ name }) => name)
  for (const search of ['k-77', '202100-5489', '2021005489']) expect(await found(search)).toEqual(['Nummer AB'])
  expect(await found('202100-548')).toEqual([])
})

test('an import stores the details, gives numbers to those without, and refuses numbers that are taken', async () => {
  const rows = [
    { name: 'Import utan AB' },
    { name: 'Import med AB', customerNumber: 'F-1', ...home, orgNumber: '556016-0680', address: 'Något annat' },
  ]
  expect(await call()(customerImport.create, { body: { rows } })).toEqual({ created: 2 })
  const { rows: found } = await call()(customers.list, { query: { search: 'Import' } })
  expect(found).toMatchObject([
    { name: 'Import med AB', customerNumber: 'F-1', address: 'Storgatan 1, 753 20 Uppsala', hasPostalAddress: true },
    { name: 'Import utan AB', customerNumber: expect.stringMatching(/^\d+$/), hasPostalAddress: false },
  ])
  const again = [
    { name: 'X' },
    { name: 'Y', customerNumber: 'G-1' },
    { name: 'Z', customerNumber: 'g-1' },
    { name: 'Å', customerNumber: 'f-1' },
  ]
  await expect(call()(customerImport.create, { body: { rows: again } })).rejects.toMatchObject({
    status: 422,
    fields: { 'rows.2.customerNumber': expect.any(String), 'rows.3.customerNumber': expect.any(String) },
  })
})

test('A-601: a portal login reads nothing of the details, also not in the database', async () => {
  const id = await aCustomer('Portal AB')
  await save(id, { orgNumber: '556012-5790', yourReference: 'Kim Lund' })
  const portalUser = await h.aPortalUser({ id, orgId })
  await expect(h.as(portalUser).call(billingDetails.get, { params: { id } })).rejects.toMatchObject({ status: 403 })
  const { rows } = await h.test.superuser.query(
    `select polname from pg_policy where polrelid in ('billing_details'::regclass, 'invoice_recipients'::regclass)
       and pg_get_expr(polqual, polrelid) like '%customer%'`,
  )
  expect(rows).toEqual([])
})

test('an archived customer’s details are not changed', async () => {
  const id = await aCustomer('Arkiv AB')
  await save(id, { yourReference: 'Kim' })
  await h.test.superuser.query('alter table customers disable trigger guard_archive')
  await h.test.superuser.query('update customers set archived_at = now() where id = $1', [id])
  await h.test.superuser.query('alter table customers enable trigger guard_archive')
  await expect(save(id, {})).rejects.toMatchObject({ status: 422, message: expect.stringContaining('arkiverad') })
})
