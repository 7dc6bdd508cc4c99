// Texts in decomposed Unicode (NFD), as in files of a Mac and in text from a PDF.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

const NAME = 'Åkeri Öst'
const TYPED = NAME.normalize('NFD')

let h: Harness
let admin: Person
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
})
afterAll(() => h.stop())

const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)
const nameOf = async (id: string) => (await q('select name from customers where id = $1', id)).rows[0]?.name

test('A-551: a name in NFD is stored, found and compared like the same name in NFC', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: TYPED, notes: 'Port på gaveln'.normalize('NFD') } })
  expect(await nameOf(id)).toBe(NAME)
  for (const search of [NAME, TYPED])
    expect((await call(customers.list, { query: { search } })).rows.map((row) => row.id)).toEqual([id])
  const similar = await call(customers.similar, { query: { name: TYPED } })
  expect(similar).toMatchObject([{ id, sameName: true }])
})

test('A-551: the database normalizes names that bypass the endpoints', async () => {
  const { id } = await h.aCustomer({ orgId, name: 'Före' })
  await q('update customers set name = $1, address = $2 where id = $3', TYPED, 'Ågatan 1'.normalize('NFD'), id)
  expect((await q('select name, address from customers where id = $1', id)).rows).toEqual([
    { name: NAME, address: 'Ågatan 1' },
  ])
})

test('a customer and a contact are found by an address with non-ASCII letters', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: 'Adress', email: 'info@växjö-åkeri.example' } })
  const other = await call(customers.create, { body: { name: 'Annan' } })
  await call(contacts.create, { params: { id: other.id }, body: { name: 'Bo', email: 'bo@räksmörgås.example' } })
  const found = async (search: string) => (await call(customers.list, { query: { search } })).rows.map((row) => row.id)
  expect(await found('info@växjö-åkeri.example')).toEqual([id])
  expect(await found('växjö-åkeri.exa')).toEqual([id])
  expect(await found('bo@räksmörgås.example'.normalize('NFD'))).toEqual([other.id])
})
