import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { type DemoSize, generateDemo, oneCompany } from './generate-demo.ts'

const today = '2026-11-21'
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'

const threeCompanies: DemoSize = {
  organizations: 3,
  staff: 40,
  customers: 100,
  tickets: 300,
  activeTickets: 40,
  comments: 900,
  timeEntries: 3000,
  days: 100,
}

type MadeDemo = Awaited<ReturnType<typeof aDemo>>
let company: MadeDemo
let companies: MadeDemo

const databases: TestDatabase[] = []
beforeAll(async () => {
  company = await aDemo(oneCompany)
  companies = await aDemo(threeCompanies)
})
afterAll(async () => {
  for (const database of databases) await database.drop()
})

async function aDemo(size: DemoSize) {
  const database = await emptyDatabase()
  const logins = await generateDemo(database.connection, { today, passwordHash, size })
  const query = async <Row extends object = Record<string, unknown>>(query: string): Promise<Row[]> =>
    (await database.superuser.query<Row>(query)).rows
  return { size, logins, query }
}

async function emptyDatabase() {
  const database = await aDatabase()
  databases.push(database)
  return database
}

const digest = `
  select string_agg(digest, ' ' order by name) as digest from (
    ${[
      'organizations',
      'company_facts',
      'auth.users',
      'profiles',
      'user_roles',
      'customers',
      'contacts',
      'customer_users',
      'billing_details',
      'invoice_recipients',
      'tickets',
      'ticket_watchers',
      'equipment',
      'ticket_equipment',
      'recurring_tickets',
    ]
      .concat(
        'ticket_comments',
        'time_entries',
        'expenses',
        'prepaid_hours',
        'terms',
        'agreements',
        'articles',
        'article_prices',
        'charges',
        'charge_quantities',
        'charge_prices',
        'charge_discounts',
        'imported_counts',
        'open_time_sums',
        'customer_time_sums',
        'reported_time_sums',
        'daily_time_sums',
        'expense_sums',
        'enquiries',
        'enquiry_replies',
        'staff_notifications',
        'visits',
        'visit_recipients',
      )
      .map(
        (table) =>
          `select '${table}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${table} t`,
      )
      .join(' union all ')}
  ) tables`

test('a demo of the same day has the same rows', async () => {
  const again = await aDemo(oneCompany)
  expect(await again.query(digest)).toEqual(await company.query(digest))
})

test('a company has as many rows as its size requires', async () => {
  for (const { query, size } of [company, companies]) {
    const [counts] = await query<Record<keyof DemoSize, number>>(`select
      (select count(*)::int from organizations) as organizations,
      (select count(*)::int from profiles) as staff,
      (select count(*)::int from customers) as customers,
      (select count(*)::int from tickets) as tickets,
      (select count(*)::int from tickets where status <> 'closed') as "activeTickets",
      (select count(*)::int from ticket_comments) as comments,
      (select count(*)::int from time_entries) as "timeEntries"`)
    const { days: _, activeTickets, ...exact } = size
    expect(counts).toMatchObject(exact)
    expect(Math.abs((counts?.activeTickets ?? 0) - activeTickets)).toBeLessThan(activeTickets / 3)
  }
})

test('all rows are dated before the day of the demo and within its number of days', async () => {
  const { query } = company
  const late = await query(`
    select 'time' as what, id from time_entries
      where (work_date + time_to + case when time_to < time_from then interval '1 day' else interval '0' end)
          at time zone 'Europe/Stockholm' > created_at
        or created_at >= timestamp '${today}' at time zone 'Europe/Stockholm' or reported_at >= date '${today}'
        or work_date < date '${today}' - ${oneCompany.days}
    union all select 'ticket', id from tickets where created_at >= date '${today}' or resolved_at >= date '${today}'
        or last_activity_at >= date '${today}' or unanswered_since > last_activity_at
        or resolved_at < created_at
    union all select 'comment', c.id from ticket_comments c join tickets t on t.id = c.ticket_id
      where c.created_at >= date '${today}' or c.created_at < t.created_at or c.created_at > t.resolved_at
    union all select 'change', id from ticket_changes where created_at >= date '${today}'`)
  expect(late).toEqual([])
})

test('time is reported up to the month before last', async () => {
  const { query } = company
  expect(
    await query(`select reported, min(work_date)::text < '2026-10' as "beginsEarlier", max(work_date)::text as until
      from time_entries where work_date >= '2026-10-01' or reported group by reported order by reported`),
  ).toEqual([
    { reported: false, beginsEarlier: false, until: '2026-11-20' },
    { reported: true, beginsEarlier: true, until: '2026-09-30' },
  ])
})

test('a technician’s entries do not overlap, mostly in office hours, rarely past midnight', async () => {
  const { query } = company
  const [hours] = await query<{ evening: number; overnight: number; twice: number }>(`select
    count(*) filter (where time_from >= '17:00')::int as evening,
    count(*) filter (where time_to < time_from)::int as overnight,
    count(*) filter (where exists (select from time_entries b where b.user_id = a.user_id and b.work_date = a.work_date
      and b.id <> a.id and b.time_from < a.time_to and a.time_from < b.time_to))::int as twice
    from time_entries a`)
  expect(hours?.twice).toBe(0)
  expect(hours?.evening).toBeGreaterThan(20)
  expect(hours?.overnight).toBeGreaterThan(0)
  expect(hours?.overnight).toBeLessThan(20)
})

test('tickets have every status and priority, numbered from 1001 in the order of creation', async () => {
  const { query } = company
  expect(await query('select distinct status from tickets order by 1')).toHaveLength(4)
  expect(await query('select distinct priority from tickets order by 1')).toHaveLength(4)
  expect(
    await query(`select min(ticket_number) as first, max(ticket_number) as last, (
        select pg_sequence_last_value(ticket_sequence(id)::regclass)::int from organizations) as given,
      ((select sum(active) from ticket_counts) - count(*) filter (where status <> 'closed'))::int as "activeOff",
      ((select sum(archived) from ticket_counts) - count(*) filter (where status = 'closed'))::int as "archivedOff",
      bool_and(ticket_number = 1000 + place) as "inOrder"
      from (select ticket_number, status, row_number() over (order by created_at, id) as place from tickets) placed`),
  ).toEqual([{ first: 1001, last: 1140, given: 1159, activeOff: 0, archivedOff: 0, inOrder: true }])
  expect(
    await query(`select from tickets where (resolved_at is not null) <> (status in ('resolved', 'closed'))`),
  ).toEqual([])
})

test('of the unresolved tickets some wait for an answer, none for weeks, one is urgent, and others are answered', async () => {
  expect(
    await company.query(`select count(*) > 2 as waiting, count(*) filter (where unanswered_since < date '${today}' - 14) as late,
      (select count(*) from tickets where priority = 'urgent' and status in ('open', 'in_progress')) as urgent,
      (select count(*) > 0 from tickets where unanswered_since is null and status in ('open', 'in_progress')) as answered
      from tickets where unanswered_since is not null`),
  ).toEqual([{ waiting: true, late: '0', urgent: '1', answered: true }])
})

test('unanswered tickets have a moment at which the answer is due, and of the first answers most came in time', async () => {
  expect(
    await company.query(`select count(*) filter (where promised_at is null and enquiry_id is not null)::int as unpromised,
        count(*) filter (where first_answered_at <= promised_at) > count(*) filter (where first_answered_at > promised_at) as "mostKept",
        count(*) filter (where first_answered_at > promised_at) > 5 as "someMissed",
        count(*) filter (where (due_at is null) <> (unanswered_since is null))::int as undue from tickets`),
  ).toEqual([{ unpromised: 0, mostKept: true, someMissed: true, undue: 0 }])
})

test('some tickets wait for their customer since our last answer, and the history says so', async () => {
  expect(
    await company.query(`select count(*) > 1 as held,
        bool_and(on_hold_since = (select max(created_at) from ticket_comments c where c.ticket_id = tickets.id and not is_internal))
          as "sinceAnswer",
        bool_and(exists (select from ticket_changes c where c.ticket_id = tickets.id and field = 'hold')) as "isNoted"
      from tickets where on_hold_since is not null`),
  ).toEqual([{ held: true, sinceAnswer: true, isNoted: true }])
})

test('comments of customers are never internal, and staff have internal comments', async () => {
  const { query } = company
  expect(
    await query(`select kind, is_internal, count(*) > 20 as many from ticket_comments join auth.users on users.id = user_id
      group by 1, 2 order by 1, 2`),
  ).toEqual([
    { kind: 'customer', is_internal: false, many: true },
    { kind: 'staff', is_internal: false, many: true },
    { kind: 'staff', is_internal: true, many: true },
  ])
})

test('work at home, and only that, is RUT work', async () => {
  const { query } = company
  expect(
    await query(`select is_private as "isPrivate", bool_or(is_rut) as "isRut", bool_and(kind = 'onsite') filter (where is_rut) as "onSite"
      from time_entries join customers on customers.org_id = time_entries.org_id and customers.id = customer_id
      group by 1 order by 1`),
  ).toEqual([
    { isPrivate: false, isRut: false, onSite: null },
    { isPrivate: true, isRut: true, onSite: true },
  ])
})

test('a company has two recurring tickets, of customers with an agreement', async () => {
  expect(
    await company.query(`select every, priority, assigned_to is not null as "isAssigned", handled_until::text as until,
        exists (select from agreements a where a.org_id = r.org_id and a.customer_id = r.customer_id) as "hasAgreement"
      from recurring_tickets r order by 1`),
  ).toEqual([
    { every: 'month', priority: 'normal', isAssigned: true, until: today, hasAgreement: true },
    { every: 'quarter', priority: 'high', isAssigned: false, until: today, hasAgreement: true },
  ])
})

test('there are trips and material, with and without a ticket, and the newest material has no price', async () => {
  const { query } = company
  expect(
    await query(`select kind, count(*) > 50 as many, count(ticket_id) > 0 as "onTickets", bool_or(price_ore is null) as "unpriced"
      from expenses group by 1 order by 1`),
  ).toEqual([
    { kind: 'material', many: true, onTickets: true, unpriced: true },
    { kind: 'travel', many: true, onTickets: true, unpriced: false },
  ])
})

test('three customers with a login have prepaid hours: in use, expired and without an end', async () => {
  expect(
    await company.query(`select count(*)::int as "prepaidHours", count(distinct customer_id)::int as customers,
      count(*) filter (where valid_until < '${today}')::int as expired,
      count(*) filter (where valid_until is null)::int as endless from prepaid_hours`),
  ).toEqual([{ prepaidHours: 4, customers: 3, expired: 2, endless: 1 }])
})

test('somebody has jour by day for five weeks ahead, except on one', async () => {
  expect(
    await company.query(`select count(distinct day)::int as days, (
        select array_agg(day::date::text) from generate_series(date '${today}', date '${today}' + 35, interval '1 day') day
        where not exists (select from on_call_days where on_call_days.day = day.day)) as gaps
      from on_call_days where day >= '${today}'`),
  ).toEqual([{ days: 35, gaps: ['2026-12-03'] }])
})

test('companies and associations have billing details, and builders what reverse charge needs', async () => {
  expect(
    await company.query(`select bool_and(not is_private and has_postal_address and address = address_line(d)) as "areWritten",
        count(*) > 20 and count(distinct org_number) = count(org_number) as "areMany",
        (select count(*) > 2 from invoice_recipients) as "haveRecipients",
        (select count(*) > 0 and bool_and(b.vat_number is not null) from customers left join billing_details b
          on b.customer_id = id where reverse_reason = 'bygg') as "areBuilders"
      from billing_details d join customers c on c.org_id = d.org_id and c.id = d.customer_id`),
  ).toEqual([{ areWritten: true, areMany: true, haveRecipients: true, areBuilders: true }])
})

test('ids are UUIDs of version 7 with the time of creation of their row', async () => {
  const { query } = company
  for (const table of [
    'customers',
    'tickets',
    'ticket_comments',
    'time_entries',
    'expenses',
    'auth.users',
    'enquiries',
    'enquiry_replies',
  ]) {
    expect(
      await query(`select id from ${table} where id::text !~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-'
        or ('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint <> floor(extract(epoch from created_at) * 1000)`),
    ).toEqual([])
  }
})

test('there are twenty enquiries: open, done, urgent, spam, answered, and one that became a ticket', async () => {
  const { query } = company
  expect(
    await query(`select count(*)::int as sent, count(*) filter (where done_at is null and not is_suspect)::int as open,
      count(*) filter (where read_at is null and not is_suspect)::int as unread, count(*) filter (where is_suspect)::int as suspect,
      bool_or(is_urgent) as urgent, (select count(*)::int from enquiry_replies) as replies,
      (select count(*)::int from tickets t join enquiries e on e.org_id = t.org_id and e.id = t.enquiry_id) as tickets
      from enquiries`),
  ).toEqual([{ sent: 20, open: 7, unread: 3, suspect: 3, urgent: true, replies: 9, tickets: 1 }])
  expect(
    await query(`select e.id from enquiries e left join enquiry_replies r on r.enquiry_id = e.id
      where greatest(e.created_at, e.read_at, e.done_at, r.created_at) >= timestamp '${today}' at time zone 'Europe/Stockholm'`),
  ).toEqual([])
  expect(await companies.query('select org_id from enquiry_replies group by org_id')).toHaveLength(3)
})

test('organizations are separate, down to the author of a comment', async () => {
  const { query } = companies
  expect(
    await query(`select c.id from ticket_comments c
      left join profiles p on p.id = c.user_id left join customer_users u on u.user_id = c.user_id
      where c.org_id is distinct from coalesce(p.org_id, u.org_id) or u.customer_id <> c.customer_id`),
  ).toEqual([])
  expect(await query('select org_id from tickets group by org_id having count(*) > 0')).toHaveLength(3)
})

test('the logins are listed, administrators first, all with the given password', async () => {
  const { logins, query } = company
  expect(logins.slice(0, 5).map(({ role }) => role)).toEqual([
    ...['admin', 'technician', 'technician', 'technician'],
    'customer',
  ])
  expect(logins[0]).toEqual({
    email: 'elin.norrby@nordlys.example',
    role: 'admin',
    name: 'Elin Norrby',
    shows: 'allt, också användare, priser och inställningar',
  })
  expect(logins[4]?.shows).toMatch(/: hela kunden, [1-9]\d* att följa$/)
  expect(new Set(logins.map(({ email }) => email)).size).toBe(logins.length)
  expect(await query('select distinct password_hash from auth.users')).toEqual([{ password_hash: passwordHash }])
})

test('a database in use is refused', async () => {
  const database = await emptyDatabase()
  const program = openDatabase(database.connection)
  await program.as('owner', (db) =>
    db.insertInto('organizations').values({ id: '01990000-0000-7000-8000-000000000000', name: 'Riktiga AB' }).execute(),
  )
  await program.close()
  await expect(generateDemo(database.connection, { today, passwordHash })).rejects.toThrow('redan uppgifter')
})
