// The search of customers reads stored copies of the texts; here each answer is compared with the texts themselves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containing } from '#platform/database/like-pattern.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customers } from '../customers.contract.ts'

let h: Harness
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  await h.test.superuser.query(
    `insert into customers (org_id, id, name, email, phone, address, archived_at) values
      ($1, gen_random_uuid(), 'ÅKERIET Öst AB', 'Info@Akeriet.example', '070-123 45 67, 018-12 34 56', 'Gatan 12\nUppsala', null),
      ($1, gen_random_uuid(), '100 % Städ_service', null, null, null, null),
      ($1, gen_random_uuid(), 'C:\\Data \\ Nät', 'kö@xn--rksmrgs-5wao1o.se', '+46 (0)70-1', '', null),
      ($1, gen_random_uuid(), 'Ziggys', '', 'växeln', '753 20 Uppsala', null),
      ($1, gen_random_uuid(), 'Åkes arkiv', 'ake@example.com', '070-123 45 67', null, now()),
      ($1, gen_random_uuid(), 'Fyra sista', null, '+46 70-555 46 01', null, null),
      ($1, gen_random_uuid(), 'Tyst', null, null, null, null), ($1, gen_random_uuid(), 'Stum', null, null, null, null)`,
    [orgId],
  )
  await h.test.superuser.query(
    `insert into contacts (org_id, customer_id, id, name, email, phone, mobile, archived_at)
     select org_id, id, gen_random_uuid(), 'Örjan Ek', 'orjan@kund.example', '08-55 44 33', '0708 12 12 12', case name when 'Stum' then now() end
     from customers where org_id = $1 and name in ('Tyst', 'Stum')`,
    [orgId],
  )
  await h.test.superuser.query(
    `insert into equipment (org_id, customer_id, id, name, serial, archived_at)
     select org_id, id, gen_random_uuid(), 'Dator', 'Sn-7Q_070', case name when 'Stum' then now() end
     from customers where org_id = $1 and name in ('Ziggys', 'Stum')`,
    [orgId],
  )
})
afterAll(() => h.stop())

/** The names found by comparing every text of active customers, contacts and equipment. */
async function comparedNames(search: string, inAscii = search, digits: string | null = null) {
  const { rows } = await h.test.superuser.query<{ name: string }>(
    `with said as (
       select id, unnest(array[name, phone, address]) as said, email, phone from customers where org_id = $1
       union all select customer_id, unnest(array[name, phone, mobile]), email, concat_ws(', ', phone, mobile)
         from contacts where org_id = $1 and archived_at is null
       union all select customer_id, serial, null, null from equipment where org_id = $1 and archived_at is null)
     select name from customers where org_id = $1 and archived_at is null and id in (
       select id from said where said ilike $2 or email ilike $2 or email ilike $3
         or exists (select from unnest(phone_numbers(phone)) number where number like $4))
     order by name collate "sv-SE-x-icu", id`,
    [orgId, containing(search), containing(inAscii), digits === null ? null : containing(digits)],
  )
  return rows.map(({ name }) => name)
}

test.each([
  ...['a', 'Å', 'å', 'ö', 'k', 'K', 'z', '_', '%', '\\', '.', '@', '  ', 'SN', 'sn-7q', 'q_0', 'St', '0 %'].map(
    (search) => [search],
  ),
  ...['åkeriet', 'ÅKERIET', 'uppsala', 'örjan', 'orjan@', 'finns inte', 'Gatan 12', 'växel', 'xn--', 'kö@'].map(
    (search) => [search],
  ),
  ['räksmörgås.se', 'xn--rksmrgs-5wao1o.se'],
  ['kö@räksmörgås.se', 'kö@xn--rksmrgs-5wao1o.se'],
  ['070', '070', '70'],
  ['12', '12', '12'],
  ['070-123', '070-123', '70123'],
  ['+46 70', '+46 70', '70'],
  ['0708121212', '0708121212', '708121212'],
  ['018-123456', '018-123456', '18123456'],
  ...['460', '4601', '54601', '705554601'].map((search) => [search, search, search]),
])('a search for "%s" finds the customers whose texts have it', async (search, inAscii, digits) => {
  const { rows, total } = await h.as(technician).call(customers.list, { query: { search } })
  const names = rows.map(({ name }) => name)
  expect(names).toEqual(await comparedNames(search.trim(), inAscii, digits))
  expect(total).toBe(names.length)
})

test('any run of the digits of a number finds its customer', async () => {
  const whole = '705554601'
  const parts = Array.from({ length: whole.length - 2 }, (_, at) => [whole.slice(at), whole.slice(at, at + 3)]).flat()
  for (const search of [...parts, '0601', `0${whole}`, `+46${whole}`, `0046${whole}`, `46${whole}`]) {
    const { rows } = await h.as(technician).call(customers.list, { query: { search } })
    expect([search, rows.map(({ name }) => name)]).toEqual([search, expect.arrayContaining(['Fyra sista'])])
  }
})

test.each([
  ['öst åkeriet', ['ÅKERIET Öst AB']],
  ['AB öst ÅKERIET', ['ÅKERIET Öst AB']],
  ['uppsala ziggys', ['Ziggys']],
  ['ek sista', []],
  ['ek tyst', ['Tyst']],
  ['räksmörgås.se nät', ['C:\\Data \\ Nät']],
  ['sn-7q ziggys', ['Ziggys']],
  ['åkeriet 070 123', ['ÅKERIET Öst AB']],
  ['städ_service %', ['100 % Städ_service']],
  ['städ_service \\', []],
  ['öst åkeriet finns', []],
  // The parts of a number are not looked for one by one.
  ['45 070', []],
  ['45 67 070-123', []],
])('the words of "%s" may be in different texts of a customer, in any order', async (search, names) => {
  const { rows } = await h.as(technician).call(customers.list, { query: { search } })
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('the words of a name are found in any order where a customer is chosen, the whole text first', async () => {
  const { call } = h.as(technician)
  for (const name of ['Annas Byrå & Juristbyrå', 'Zonens Juristbyrå Annas'])
    await call(customers.create, { body: { name } })
  const find = async (search: string) => (await call(customers.names, { query: { search } })).map(({ name }) => name)
  expect(await find('juristbyrå annas')).toEqual(['Zonens Juristbyrå Annas', 'Annas Byrå & Juristbyrå'])
  expect(await find('annas  zonens')).toEqual(['Zonens Juristbyrå Annas'])
  expect(await find('annas uppsala')).toEqual([])
})

test('no search finds another organization’s customers', async () => {
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  for (const search of ['a', 'åkeriet', '070'])
    expect(await h.as(outsider).call(customers.list, { query: { search } })).toEqual({ rows: [], next: null, total: 0 })
})
