// The export of contacts with their customers, and the import to existing customers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contactRowsOf, guessContactColumns } from '../contact-file.rules.ts'
import { contactImport } from '../contact-import.contract.ts'
import { contacts, type NewContact } from '../contacts.contract.ts'
import { decodeText } from '../csv-text.rules.ts'
import { customerFileOf } from '../customer-file.rules.ts'
import { customers } from '../customers.contract.ts'

let h: Harness
let anna: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
})
// Each test has its own organization.
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

const empty = { title: null, phone: null, mobile: null, email: null, note: null }
const aCustomer = (name: string, email?: string) =>
  h.as(anna).call(customers.create, { body: { name, ...(email && { email }) } })
const add = (id: string, contact: Partial<NewContact> & { name: string }) =>
  h.as(anna).call(contacts.create, { params: { id }, body: { ...empty, ...contact } })
const importRows = (rows: object[]) => h.as(anna).call(contactImport.create, { body: { rows } as never })
const check = (rows: object[]) => h.as(anna).call(contactImport.check, { body: { rows } as never })
const namesOf = async (id: string) => (await h.as(anna).call(contacts.list, { params: { id } })).map(({ name }) => name)
const exported = async (person = anna, query = '') => {
  const answer = await h.app.inject({
    url: `/api/contacts/export${query}`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { text: decodeText(answer.rawPayload).text, headers: answer.headers }
}

test('the export has the active contacts of matching customers, with the customer’s name', async () => {
  const [berg, ek] = [await aCustomer('Bergs Bageri', 'info@bergs.example.se'), await aCustomer('Åkeri; Ek')]
  await add(berg.id, { name: 'Östen', title: 'VD', mobile: '0701234567', email: 'osten@bergs.example.se' })
  await add(berg.id, { name: 'Asta', phone: '018-123456', note: 'Ring\nförst' })
  await add(ek.id, { name: '=1+1' })
  const gone = await add(ek.id, { name: 'Gustav' })
  await h.as(anna).call(contacts.archive, { params: { id: ek.id, contactId: gone.id } })
  const { text, headers } = await exported()
  expect(headers['content-disposition']).toContain(`kontakter_${todayInStockholm()}.csv`)
  expect(text.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    'Kund;Kundens e-post;Namn;Titel;Telefon;Mobil;E-post;Anteckning',
    'Bergs Bageri;info@bergs.example.se;Asta;;018-12 34 56;;;"Ring\nförst"',
    'Bergs Bageri;info@bergs.example.se;Östen;VD;;070-123 45 67;osten@bergs.example.se;',
    `"Åkeri; Ek";;'=1+1;;;;;`,
    '',
  ])
  expect((await exported(anna, '?search=bergs')).text).not.toContain('Ek')
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  expect((await exported(outsider)).text.split('\r\n')).toHaveLength(2)
  const portalUser = await h.aPortalUser({ id: berg.id, orgId })
  expect((await exported(portalUser)).headers['content-type']).toContain('application/json')
})

test('an export is imported unchanged, also in another organization, and only once', async () => {
  const details = { title: 'VD; "chef"', phone: '018-12 34 56', mobile: '+47 22 12 34 56', note: '-1\nrad två' }
  for (const email of ['a@kund.example.se', 'b@kund.example.se']) {
    const { id } = await aCustomer('Kund AB', email)
    await add(id, { name: "O'Hara", email, ...details })
    await add(id, { name: '@Kim' })
  }
  const before = (await exported()).text
  const file = customerFileOf(before)
  if ('problem' in file) throw new Error(file.problem)
  const rows = contactRowsOf(file, guessContactColumns(file.columns))
  expect(rows.map(({ problems }) => problems)).toEqual([undefined, undefined, undefined, undefined])
  const parsed = rows.flatMap(({ contact }) => (contact ? [contact] : []))
  expect(await importRows(parsed)).toEqual({ created: 0 })
  orgId = (await h.anOrganization('Nya AB')).id
  anna = await h.aTechnician({ orgId })
  for (const email of ['a@kund.example.se', 'b@kund.example.se']) await aCustomer('Kund AB', email)
  expect(await importRows(parsed)).toEqual({ created: 4 })
  expect((await exported()).text).toBe(before)
  expect(await importRows(parsed)).toEqual({ created: 0 })
})

test('a row whose customer is unknown, ambiguous or archived is refused with the reason', async () => {
  const berg = await aCustomer('Bergs  Bageri')
  const [one, two] = [await aCustomer('Tvilling AB', 'ett@tvilling.example.se'), await aCustomer('Tvilling AB')]
  const gone = await aCustomer('Borta AB')
  await add(gone.id, { name: 'Kvar' })
  const admin = await h.anAdmin({ orgId })
  await h.as(admin).call(customers.remove, { params: { id: gone.id } })
  await add(berg.id, { name: 'Finns', email: 'finns@bergs.example.se' })
  const rows = [
    { customer: ' bergs bageri ', name: 'Kim' },
    { customer: 'BERGS BAGERI', name: 'Annat namn', email: 'FINNS@bergs.example.se' },
    { customer: 'Bergs Bageri', name: 'kim' },
    { customer: 'Okänd AB', name: 'Kim' },
    { customer: 'Tvilling AB', name: 'Kim' },
    { customer: 'Tvilling AB', customerEmail: 'ETT@tvilling.example.se', name: 'Kim' },
    { customer: 'Borta AB', name: 'Kim' },
  ]
  const { known, problems } = await check(rows)
  expect(known).toEqual([1, 2])
  expect(problems).toEqual([
    { row: 3, message: 'Det finns ingen kund som heter så' },
    { row: 4, message: 'Flera kunder heter så. Ange kundens e-postadress i kolumnen Kundens e-post' },
    { row: 6, message: 'Kunden är arkiverad' },
  ])
  await expect(importRows(rows)).rejects.toMatchObject({
    status: 422,
    fields: { 'rows.3.customer': 'Det finns ingen kund som heter så', 'rows.6.customer': 'Kunden är arkiverad' },
  })
  expect(await namesOf(berg.id)).toEqual(['Finns'])
  await expect(importRows([{ customer: 'Bergs Bageri', name: ' ', email: 'fel' }])).rejects.toMatchObject({
    fields: { 'rows.0.name': 'Namn krävs', 'rows.0.email': 'Ange en giltig e-postadress' },
  })
  expect(await importRows(rows.filter((_, row) => ![3, 4, 6].includes(row)))).toEqual({ created: 2 })
  expect(await namesOf(berg.id)).toEqual(['Finns', 'Kim'])
  expect([await namesOf(one.id), await namesOf(two.id)]).toEqual([['Kim'], []])
  const { rows: log } = await h.test.superuser.query(
    `select detail from audit_log where org_id = $1 and action = 'imported' and subject = 'contact'`,
    [orgId],
  )
  expect(log).toEqual([{ detail: { count: 2 } }])
})

test('A-337: contacts are never imported to another organization’s customer; many fit at once', async () => {
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  await h.as(outsider).call(customers.create, { body: { name: 'Främmande AB' } })
  expect((await check([{ customer: 'Främmande AB', name: 'Kim' }])).problems).toHaveLength(1)
  const { id } = await aCustomer('Stora AB')
  const many = Array.from({ length: 5000 }, (_, n) => ({ customer: 'Stora AB', name: `Person ${n}` }))
  expect(await importRows(many)).toEqual({ created: 5000 })
  expect(await namesOf(id)).toHaveLength(5000)
  await expect(importRows([...many, ...many.slice(0, 1)])).rejects.toMatchObject({
    message: 'Högst 5000 kontakter kan importeras åt gången',
  })
})
