// Texts in decomposed letters, as files of a Mac and text from a PDF have them.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#customers/contacts.contract.ts'
import { customers } from '#customers/customers.contract.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { time } from '#time/time.contract.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

const MIGRATION = '0100-composed-letters.sql'
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

test('A-551: a name in decomposed letters is stored, found and compared as the one that is typed', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: TYPED, notes: 'Port på gaveln'.normalize('NFD') } })
  expect(await nameOf(id)).toBe(NAME)
  for (const search of [NAME, TYPED])
    expect((await call(customers.list, { query: { search } })).rows.map((row) => row.id)).toEqual([id])
  const similar = await call(customers.similar, { query: { name: TYPED } })
  expect(similar).toMatchObject([{ id, sameName: true }])
})

test('A-551: the database composes the letters of names that come another way', async () => {
  const { id } = await h.aCustomer({ orgId, name: 'Före' })
  await q('update customers set name = $1, address = $2 where id = $3', TYPED, 'Ågatan 1'.normalize('NFD'), id)
  expect((await q('select name, address from customers where id = $1', id)).rows).toEqual([
    { name: NAME, address: 'Ågatan 1' },
  ])
})

test('names from before the migration are composed, and nothing else about their rows is changed', async () => {
  const { id } = await h.aCustomer({ orgId, name: 'Före' })
  const { call } = h.as(admin)
  const entry = { customerId: id, workDate: '2026-11-20', timeTo: '12:00', description: 'Före' }
  const open = await call(time.create, { body: { ...entry, timeFrom: '08:00' } })
  const reported = await call(time.create, { body: { ...entry, timeFrom: '09:00' } })
  await q('drop trigger a_compose on customers')
  await q('update customers set name = $1 where id = $2', TYPED, id)
  await q('update time_entries set description = $1 where id = $2', TYPED, open.id)
  await q(
    'update time_entries set description = $1, reported = true, reported_at = now() where id = $2',
    ...[TYPED, reported.id],
  )
  const before = (await q('select version from customers where id = $1', id)).rows
  await migrate()
  expect(await nameOf(id)).toBe(NAME)
  expect((await q('select version from customers where id = $1', id)).rows).toEqual(before)
  const texts = await q('select id, description from time_entries where customer_id = $1', id)
  expect(Object.fromEntries(texts.rows.map((row) => [row.id, row.description]))).toEqual({
    [open.id]: NAME,
    [reported.id]: TYPED,
  })
})

test('a customer and a contact are found by the letters of their address', async () => {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: 'Adress', email: 'info@växjö-åkeri.example' } })
  const other = await call(customers.create, { body: { name: 'Annan' } })
  await call(contacts.create, { params: { id: other.id }, body: { name: 'Bo', email: 'bo@räksmörgås.example' } })
  const found = async (search: string) => (await call(customers.list, { query: { search } })).rows.map((row) => row.id)
  expect(await found('info@växjö-åkeri.example')).toEqual([id])
  expect(await found('växjö-åkeri.exa')).toEqual([id])
  expect(await found('bo@räksmörgås.example'.normalize('NFD'))).toEqual([other.id])
})

test('tickets from before the migration are found by the words of a decomposed title and text', async () => {
  const { id } = await h.aCustomer({ orgId, name: 'Sökbar' })
  const { call } = h.as(admin)
  const ticket = await call(tickets.create, { body: { title: 'Före', description: 'Före', customerId: id } })
  await q('drop trigger a_compose on tickets')
  await q('delete from tickets where id = $1', ticket.id)
  await q(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    ...[
      orgId,
      ticket.id,
      ticket.ticketNumber,
      id,
      'Gäddfiske'.normalize('NFD'),
      'Båtmotor'.normalize('NFD'),
      admin.userId,
    ],
  )
  await migrate()
  for (const search of ['gäddfiske', 'båtmotor', 'Båtmotor'.normalize('NFD')])
    expect((await call(tickets.list, { query: { search } })).rows.map((row) => row.id)).toEqual([ticket.id])
})

/** The migration, as if this were the database of a version before it. */
async function migrate() {
  const sql = readFileSync(new URL(`../../migrations/${MIGRATION}`, import.meta.url), 'utf8')
  const revert = `do $$ declare found record; begin
    for found in select tgrelid::regclass as name from pg_trigger where tgname = 'a_compose' loop
      execute format('drop trigger a_compose on %s', found.name);
    end loop; end $$;
    drop function compose_letters(), composed(text)`
  await q(`begin; ${revert}; set local role stodpunkt_owner; ${sql}; commit`)
}
