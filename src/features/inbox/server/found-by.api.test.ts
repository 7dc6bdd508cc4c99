import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { SEARCH_COUNT_MAX, searchCounts } from '../search-counts.contract.ts'
import { aSearchWorld, type SearchWorld } from '../testing/search-world.ts'

let h: Harness
let world: SearchWorld
let outsider: Person

beforeAll(async () => {
  h = await startHarness()
  world = await aSearchWorld(h)
  outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(() => h.stop())

const ticketTabs = ['active', 'archived'] as const
const enquiryTabs = ['open', 'done'] as const

/** What a person finds in each tab, by its name in the table below. */
async function foundBy(person: Person, search: string) {
  const { call } = h.as(person)
  const rows = [
    ...(await Promise.all(ticketTabs.map((tab) => call(tickets.list, { query: { tab, search } })))),
    ...(await Promise.all(enquiryTabs.map((tab) => call(enquiries.list, { query: { tab, search } })))),
  ].map((page) => page.rows.map(({ id }) => id))
  const counts = await call(searchCounts.get, { query: { search } })
  expect([counts.tickets.active, counts.tickets.archived, counts.enquiries.open, counts.enquiries.done]).toEqual(
    rows.map(({ length }) => length),
  )
  return rows.flat()
}

/** The active tickets 7001 and 7002, the second of 2023; the archived 7003; an open and a done enquiry. */
type Place = 'skrivaren' | 'natet' | 'licenserna' | 'mats' | 'eva'
const of7001 = ['skrivaren'] as const
const ofBakery = ['skrivaren', 'licenserna'] as const

const table: [search: string, places: readonly Place[]][] = [
  // Numbers, titles, texts.
  ['7001', of7001],
  ['#7003', ['licenserna']],
  ['700', []],
  ['7011', ['mats']],
  [' # 7012 ', ['eva']],
  ['701', []],
  ['#7011 brandvägg', []],
  ['skrivaren', of7001],
  ['SKRIVARE svarar', of7001],
  ['papperskö', of7001],
  ['nätverk', ['natet']],
  ['gästnät', ['natet']],
  ['datorn', ['licenserna']],
  ['irriterad', of7001],
  ['långsamt öberg', ['natet']],
  ['långsamt lönnens', []],
  ['brandvägg', ['mats']],
  ['mats brandvägg', ['mats']],
  // Customers and contacts.
  ['lönnens', ofBakery],
  ['info@lonnen.example', ofBakery],
  ['018-12 34 56', ofBakery],
  ['+46 18 12 34 56', ofBakery],
  ['karin öberg', ['natet']],
  ['0735556677', ['natet']],
  ['anders', of7001],
  ['Andersson skrivaren', of7001],
  ['anders.andersson@lonnen.example', of7001],
  ['wikström', of7001],
  ['petra@räksmörgås.example', of7001],
  ['räksmörgås.example', of7001],
  ['mats ljung', ['mats']],
  ['mats@ljung', ['mats']],
  ['eva@klar.example', ['eva']],
  // One number in six writings, and others.
  ['070-123 45 67', of7001],
  ['0701234567', of7001],
  ['+46 70 123 45 67', of7001],
  ['0046701234567', of7001],
  ['070 123 45 67', of7001],
  ['+46 (0)70-123 45 67', of7001],
  ['070-123', of7001],
  ['123 45 67', of7001],
  ['Petra 08-650 12 34', of7001],
  ['+47 22 12 34 56', of7001],
  ['070-123 45 68', []],
  ['0707654321', ['mats']],
  ['0480-77 88 99', ['natet']],
  // Equipment.
  ['MFC-L8690', of7001],
  ['brother', of7001],
  ['BR-7Q2_91X', of7001],
  ['br7q291x', of7001],
  ['7q29', of7001],
  ['kopieringsskrivare', of7001],
  // Files and quoted mail.
  ['Offert våren åäö.pdf', of7001],
  ['offert', of7001],
  ['faktura_4711', ['licenserna']],
  ['ritning_plan2.pdf', ['mats']],
  ['vaktmästeriet', of7001],
  ['glödlampa', of7001],
  ['stenmuren', ['eva']],
  ['installationen bokad', ['eva']],
  // One typing error, in words that nothing else is like.
  ['skirvaren', of7001],
  ['anderson', of7001],
  ['wikstrom', of7001],
  ['gästnätverkt', ['natet']],
  ['lisenser', ['licenserna']],
  ['brotter MFC', of7001],
  ['skirvraen', []],
  ['7q28', []],
  // Nothing to find.
  ['%', []],
  ['"', []],
  ['!?', []],
  ['finnsinte', []],
  ['offert finnsinte', []],
]

describe('a search finds in tickets and Inkorg', () => {
  test.each(table)('%s: %j', async (search, places) => {
    const ids = { ...world.tickets, ...world.enquiries }
    expect((await foundBy(world.technician, search)).toSorted()).toEqual(places.map((place) => ids[place]).toSorted())
  })

  test('A-63: nothing of another organization', async () => {
    for (const [search] of table) expect(await foundBy(outsider, search)).toEqual([])
  })
})

describe('a ticket is found at once by', () => {
  const finds = async (search: string) => (await foundBy(world.technician, search)).length
  const change = (statement: string, ...values: unknown[]) => h.test.superuser.query(statement, values)

  test('the new name, address and number of a contact, and no longer by the old ones', async () => {
    await change(
      `update contacts set name = 'Lovisa Zetterlund', email = 'lovisa@lonnen.example', mobile = '076-111 22 33' where id = $1`,
      world.contacts.petra,
    )
    for (const search of ['zetterlund', 'lovisa@lonnen.example', '0761112233']) expect(await finds(search)).toBe(1)
    for (const search of ['wikström', 'petra@räksmörgås.example', '+4722123456']) expect(await finds(search)).toBe(0)
  })

  test('the new address and number of its customer', async () => {
    await change(
      `update customers set email = 'nytt@bageri.example', phone = '019-99 88 77' where id = $1`,
      world.customers.bakery,
    )
    expect([await finds('nytt@bageri.example'), await finds('01999 88 77'), await finds('018-123456')]).toEqual([
      2, 2, 0,
    ])
  })

  test('another reporter', async () => {
    const { insert, customers } = world
    const ylva = await insert('contacts', { customer_id: customers.karin, name: 'Ylva Månsson' })
    await change('update tickets set reported_by = $2 where id = $1', world.tickets.natet, ylva)
    expect(await finds('månsson')).toBe(1)
    await change('update tickets set reported_by = null where id = $1', world.tickets.natet)
    expect(await finds('månsson')).toBe(0)
  })

  test('equipment that is renamed, added and removed', async () => {
    await change(`update equipment set model = 'Xerox Phaser' where id = $1`, world.printer)
    expect([await finds('phaser'), await finds('brother')]).toEqual([1, 0])
    await change('delete from ticket_equipment where ticket_id = $1', world.tickets.skrivaren)
    expect(await finds('phaser')).toBe(0)
  })

  test('a file that is added, and by one that is moved from its enquiry', async () => {
    await world.aFile('kvitto.pdf', { customer_id: world.customers.bakery, ticket_id: world.tickets.skrivaren })
    expect(await finds('kvitto')).toBe(1)
    await change(
      'update files set enquiry_id = null, customer_id = $2, ticket_id = $3 where enquiry_id = $1',
      ...[world.enquiries.mats, world.customers.karin, world.tickets.natet],
    )
    expect(await foundBy(world.technician, 'ritning_plan2')).toEqual([world.tickets.natet])
  })

  test('the quoted part of a mail that is stored after its text', async () => {
    await change(`update tickets set folded = 'Tallriksgatan' where id = $1`, world.tickets.natet)
    expect(await finds('tallriksgatan')).toBe(1)
  })
})

test('at most 1 000 hits of a tab are counted', async () => {
  const { orgId, customers } = world
  await h.test.superuser.query(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, created_at)
     select $1, gen_random_uuid(), 10000 + n, $2, 'Massutskick', '-', case when n % 5 = 0 then 'open' else 'closed' end,
       now() - n * interval '12 hours' from generate_series(1, 1300) n`,
    [orgId, customers.bakery],
  )
  const counts = await h.as(world.technician).call(searchCounts.get, { query: { search: 'massutskick' } })
  expect(counts.tickets).toEqual({ active: 260, archived: SEARCH_COUNT_MAX })
})
