// How an upgrade changes the rows of the released version.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringUp } from './bring-up.ts'
import type { TestDatabase } from './testing/database.ts'
import { aReleasedDatabase } from './testing/released-database.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aReleasedDatabase()
  await t.superuser.query(released)
  await bringUp(t.connection)
})
afterAll(() => t.drop())

const ORG = '00000000-0000-7000-8000-000000000001'
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const q = async (text: string, ...values: unknown[]) => (await t.superuser.query(text, values)).rows

const released = `
  insert into organizations (id, name) values ('${ORG}', E'Nord\\u2028nät');
  insert into company_facts (org_id) values ('${ORG}');
  insert into auth.users (id, email, kind) values
    ('${id(11)}', 'tove@nord.example', 'staff'), ('${id(12)}', 'anna@kund.example', 'customer'), ('${id(13)}', 'bo@kund.example', 'customer');
  insert into profiles (id, org_id, full_name) values ('${id(11)}', '${ORG}', E'Tove\\tTeknik');
  insert into user_roles (user_id, org_id, role) values ('${id(11)}', '${ORG}', 'admin');
  select set_config('app.role', 'admin', false);
  insert into customers (org_id, id, name, phone, version) values
    ('${ORG}', '${id(21)}', E'Åkeriet\\r\\nAB', '0046 70 123 45 67 / 08-12 34 56', 3), ('${ORG}', '${id(22)}', E'O\\u0308st', null, 1);
  insert into customer_users (org_id, user_id, customer_id, full_name) values
    ('${ORG}', '${id(12)}', '${id(21)}', E'A\\u030asa\\nBerg'), ('${ORG}', '${id(13)}', '${id(21)}', null);
  insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, created_by, created_at) values
    ('${ORG}', '${id(31)}', 1001, '${id(21)}', E'Skriv\\u202earen\\nsvarar\\u2028inte', E'Ba\\u030atmotor', 'open', '${id(12)}', '2025-04-01'),
    ('${ORG}', '${id(32)}', 1002, '${id(21)}', E'Ga\\u0308ddfiske', 'x', 'open', '${id(11)}', '2025-04-02'),
    ('${ORG}', '${id(33)}', 1003, '${id(22)}', 'Klart', 'x', 'closed', null, '2025-04-03');
  insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, by_customer, created_at) values
    ('${ORG}', '${id(41)}', '${id(21)}', '${id(32)}', '${id(12)}', 'Hur går det?', true, '2025-04-05');
  insert into enquiries (org_id, id, kind, name, email, phone, message) values
    ('${ORG}', '${id(51)}', 'contact', E'A\\u030ake', 'ake@brev.example', '+46 8 12 34 56', 'Hej'),
    ('${ORG}', '${id(52)}', 'contact', E'Bo\\u2028\\u202eEk', 'bo@brev.example', E'08-765\\u0085\\u200e43 21', 'Hej'),
    ('${ORG}', '${id(53)}', 'contact', 'Ida', 'ida@brev.example', E'\\u200e', 'Hej');
  insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, description, created_by) values
    ('${ORG}', '${id(61)}', '${id(11)}', '${id(21)}', '2025-04-01', '08:00', '09:30', E'Bytte ba\\u030alte', '${id(11)}'),
    ('${ORG}', '${id(62)}', '${id(11)}', '${id(21)}', '2025-04-02', '08:00', '09:00', E'Bytte ba\\u030alte', '${id(11)}');
  insert into reports (org_id, id, created_by, period_from, period_to, row_count, minutes, already_reported, marked_at, marked_by, marked_rows)
    values ('${ORG}', '${id(71)}', '${id(11)}', '2025-04-01', '2025-04-30', 1, 60, 0, '2025-05-01', '${id(11)}', 1);
  insert into report_rows (org_id, report_id, position, time_entry_id, version, work_date, customer_id, customer_name, technician, time_from, time_to, minutes)
    values ('${ORG}', '${id(71)}', 1, '${id(62)}', 1, '2025-04-02', '${id(21)}', 'Åkeriet', 'Tove', '08:00', '09:00', 60);
  update time_entries set reported = true, reported_at = '2025-05-01' where id = '${id(62)}';
  update customers set archived_at = '2025-06-01' where id = '${id(21)}';
  select set_config('app.role', '', false)`

/** The tickets that staff find by a search. */
async function found(search: string) {
  await q(`select set_config('app.org_id', $1, false), set_config('app.role', 'admin', false)`, ORG)
  const rows = await q(
    `select id from search_tickets($1, $1, 'active', null, null, null, null, null, null, 10)`,
    search.normalize('NFC'),
  )
  await q(`select set_config('app.org_id', '', false), set_config('app.role', '', false)`)
  return rows.map((row) => row.id)
}

test('A-509: stored names and titles become one line, also of an archived customer, and are found by search', async () => {
  expect(await q('select name from organizations')).toEqual([{ name: 'Nord nät' }])
  expect(await q('select full_name from profiles')).toEqual([{ full_name: 'Tove Teknik' }])
  expect(await q('select name from customers where id = $1', id(21))).toEqual([{ name: 'Åkeriet AB' }])
  expect(await q('select title from tickets where id = $1', id(31))).toEqual([{ title: 'Skrivaren svarar inte' }])
  for (const search of ['skrivaren', 'svarar', 'båtmotor']) expect(await found(search)).toEqual([id(31)])
  expect(await found('åkeriet')).toEqual([id(32), id(31)])
})

test('text is normalized to NFC without other changes to its rows; reported time is unchanged', async () => {
  expect(await q('select name, version from customers order by id')).toEqual([
    { name: 'Åkeriet AB', version: 3 },
    { name: 'Öst', version: 1 },
  ])
  expect(await found('gäddfiske')).toEqual([id(32)])
  expect(await q('select name from enquiries where id = $1', id(51))).toEqual([{ name: 'Åke' }])
  expect(await q('select description from time_entries order by id')).toEqual([
    { description: 'Bytte bålte' },
    { description: 'Bytte bålte'.normalize('NFD') },
  ])
})

test('each portal login gets a contact of its own and sees the whole company; its tickets name the reporter', async () => {
  expect(
    await q(`select c.name, c.email, l.sees_company, l.gets_company_mail, l.may_approve
      from customer_users l join contacts c on c.id = l.contact_id order by l.user_id`),
  ).toEqual([
    { name: 'Åsa Berg', email: 'anna@kund.example', sees_company: true, gets_company_mail: true, may_approve: false },
    {
      name: 'bo@kund.example',
      email: 'bo@kund.example',
      sees_company: true,
      gets_company_mail: true,
      may_approve: false,
    },
  ])
  expect(
    await q(
      `select t.ticket_number, c.email from tickets t left join contacts c on c.id = t.reported_by order by ticket_number`,
    ),
  ).toEqual([
    { ticket_number: 1001, email: 'anna@kund.example' },
    { ticket_number: 1002, email: null },
    { ticket_number: 1003, email: null },
  ])
})

test('tickets are unanswered since the customer’s first unanswered message, and found as waiting', async () => {
  expect(
    await q(`select to_char(unanswered_since, 'YYYY-MM-DD') as since from tickets order by ticket_number`),
  ).toEqual([{ since: '2025-04-01' }, { since: '2025-04-05' }, { since: null }])
  expect(await q(`select count(*)::int as waiting from ticket_search where words @@ '''@waiting'''::tsquery`)).toEqual([
    { waiting: 2 },
  ])
})

test('time names the report that marked it, and each customer has its sum', async () => {
  expect(await q('select report_id from time_entries order by id')).toEqual([
    { report_id: null },
    { report_id: id(71) },
  ])
  expect(await q('select entries::int, minutes::int from customer_time_sums')).toEqual([{ entries: 2, minutes: 150 }])
})

test('A-509: the name and number of an enquiry’s sender become one line', async () => {
  expect(await q('select name, phone from enquiries where id = any ($1) order by id', [id(52), id(53)])).toEqual([
    { name: 'Bo Ek', phone: '08-765 43 21' },
    { name: 'Ida', phone: null },
  ])
  expect(await q('select said from enquiries where id = $1', id(52))).toEqual([
    { said: ' bo ek bo@brev.example 87654321 hej' },
  ])
})

test('customers are numbered as they were created, and nothing else of them changes', async () => {
  expect(
    await q(
      `select id, customer_number, phone, address, has_postal_address, version from customers order by created_at, id`,
    ),
  ).toEqual([
    {
      id: id(21),
      customer_number: '1001',
      phone: '0046 70 123 45 67 / 08-12 34 56',
      address: null,
      has_postal_address: false,
      version: 3,
    },
    { id: id(22), customer_number: '1002', phone: null, address: null, has_postal_address: false, version: 1 },
  ])
  expect(await q('select from billing_details')).toEqual([])
  const add = `insert into customers (org_id, id, name) values ($1, gen_random_uuid(), 'Ny AB') returning customer_number`
  expect(await q(add, ORG)).toEqual([{ customer_number: '1003' }])
  await q(`delete from customers where name = 'Ny AB'`)
})

test('an enquiry is found by its telephone number, and a customer by each of its numbers', async () => {
  expect(await q('select said from enquiries where id = $1', id(51))).toEqual([
    { said: ' åke ake@brev.example 8123456 hej' },
  ])
  expect(await q('select phone_numbers(phone) as numbers from customers where id = $1', id(21))).toEqual([
    { numbers: ['701234567', '8123456'] },
  ])
})

test('nothing was billed, and billing begins in the current month', async () => {
  expect(
    await q(`select billing_from = date_trunc('month', now() at time zone 'Europe/Stockholm')::date as is_this_month
      from company_facts`),
  ).toEqual([{ is_this_month: true }])
  for (const table of ['invoice_bases', 'charges', 'articles', 'terms', 'agreements', 'prepaid_hours', 'default_terms'])
    expect(await q(`select from ${table}`), table).toEqual([])
})
