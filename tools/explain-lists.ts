// `npm run explain`: times of the lists and searches of tickets and of reported time at full size, in ms (results:
// docs/measurements/lists-and-search.md). The first run creates the demo of 100 000 tickets in ./data-full (DATA_DIR), which
// takes some minutes.
import { sql } from 'kysely'
import { runCommand } from '#app/cli/command.ts'
import { readSettings } from '#app/server/settings.ts'
import { startDatabase } from '#app/server/start-database.ts'
import { listArchive } from '#archive/server/archive.queries.ts'
import type { CustomerActor, StaffActor } from '#db/actor.ts'
import { type Database, type Db, openDatabase } from '#db/database.ts'
import { fullSize, generateDemo } from '#db/demo/demo.ts'
import { StartError } from '#db/start-error.ts'
import { uuidv7 } from '#db/uuid.ts'
import { listPortalTickets } from '#portal/server/portal.queries.ts'
import { searchTickets } from '#tickets/server/search.queries.ts'
import { listTickets } from '#tickets/server/ticket-list.queries.ts'
import { getTicketScreen } from '#tickets/server/ticket-screen.queries.ts'
import { TicketFilter } from '#tickets/tickets.contract.ts'

const ROUNDS = 25
const BUDGET = 20
const print = (line: string) => process.stdout.write(`${line}\n`)

await runCommand(async () => {
  const settings = readSettings({ ...process.env, DATA_DIR: process.env.DATA_DIR || './data-full' })
  const log = { info() {}, warn() {}, error() {} } as unknown as Parameters<typeof startDatabase>[1]
  const running = await startDatabase(settings, log, () => process.exit(1))
  const { connection } = running
  const database = openDatabase({ ...connection, max: 1 })
  try {
    const isEmpty = !(await database.as('owner', (db) =>
      db.selectFrom('organizations').select('id').executeTakeFirst(),
    ))
    if (isEmpty) {
      const started = Date.now()
      await generateDemo(connection, { today: '2026-11-21', passwordHash: '', size: fullSize })
      print(`generated in ${Math.round((Date.now() - started) / 1000)} s\n`)
    }
    await measure(database)
  } finally {
    await database.close()
    await running.stop()
  }
})

type Work = { name: string; session: string; work: (db: Db, actor: StaffActor & CustomerActor) => Promise<number> }

async function measure(database: Database) {
  const people = await somePeople(database)
  print('| | rows | median | slowest |\n|---|---|---|---|')
  for (const { name, session, work } of works(people)) {
    const times: number[] = []
    let rows = 0
    for (let round = 0; round < ROUNDS; round++) {
      await database.asActor(
        session,
        () => {},
        async (db, actor) => {
          const started = performance.now()
          rows = await work(db, actor as StaffActor & CustomerActor)
          // PostgreSQL still plans the prepared statements in the first rounds.
          if (round > 5) times.push(performance.now() - started)
        },
      )
    }
    times.sort((a, b) => a - b)
    const median = times[times.length >> 1] ?? 0
    const mark = median > BUDGET ? ' !' : ''
    print(`| ${name} | ${rows} | ${median.toFixed(1)}${mark} | ${times.at(-1)?.toFixed(1)} |`)
  }
}

function works({
  staff,
  portal,
  technician,
  ticketId,
  last,
  tag,
  customer,
  archived,
}: Awaited<ReturnType<typeof somePeople>>): Work[] {
  const list = (name: string, filter: Partial<Record<keyof TicketFilter, string>>): Work => ({
    ...{ name, session: staff },
    work: async (db, actor) => (await listTickets(db, actor, TicketFilter.parse(filter))).rows.length,
  })
  const find = (query: Parameters<typeof searchTickets>[1]): Work => ({
    ...{
      name: [`'${query.search}'`, query.tab, query.priority, query.assignedTo && 'mine'].filter(Boolean).join(', '),
    },
    session: staff,
    work: async (db) => (await searchTickets(db, query)).length,
  })
  const searches = ['hej', 'internet', 'skrivaren', 'nätverk', 'ing', tag, '#1500', 'finnsinte', 'skrivaren kamera']
    .concat('brf lönnen skrivare', 'reservkoderna', 'i på den det')
    .flatMap((search) => [find({ search, tab: 'active' }), find({ search, tab: 'archived' })])
  return [
    list('active, with counts of tabs', {}),
    list('archived, with counts of tabs', { tab: 'archived' }),
    list('active, next page', { after: last.active }),
    list('archived, next page', { tab: 'archived', after: last.archived }),
    list('active, open', { status: 'open', after: last.active }),
    list('active, urgent', { priority: 'urgent', after: last.active }),
    list('archived, urgent', { tab: 'archived', priority: 'urgent', after: last.archived }),
    list('active, mine', { assignee: 'me', after: last.active }),
    list('archived, mine', { tab: 'archived', assignee: 'me', after: last.archived }),
    list('archived, mine, urgent', { tab: 'archived', assignee: 'me', priority: 'urgent', after: last.archived }),
    list('active, unassigned', { assignee: 'nobody', after: last.active }),
    list('archived, unassigned', { tab: 'archived', assignee: 'nobody', after: last.archived }),
    {
      name: 'a ticket with its thread',
      session: staff,
      work: async (db) => (await getTicketScreen(db, ticketId)).thread.length,
    },
    {
      ...{ name: 'portal, the busiest customer', session: portal },
      work: async (db, actor) => (await listPortalTickets(db, actor, undefined)).rows.length,
    },
    ...searches,
    find({ search: 'hej', tab: 'archived', priority: 'urgent' }),
    find({ search: 'hej', tab: 'archived', priority: 'high', assignedTo: technician }),
    find({ search: 'internet', tab: 'archived', assignedTo: technician }),
    find({ search: 'internet', tab: 'archived', priority: 'low' }),
    ...archiveWorks(staff, customer, archived),
  ]
}

/** Each search twice: only the first page sums all matching rows. */
function archiveWorks(session: string, customerId: string, after: string): Work[] {
  const list = (name: string, filter: Parameters<typeof listArchive>[1]): Work => ({
    ...{ name: `archive, ${name}`, session },
    work: async (db) => (await listArchive(db, filter)).rows.length,
  })
  const searches = ['skrivare', 'karin', 'finnsinte', 'it', 'ab', 'i på', 'lönnen skrivare'].flatMap((search) => [
    list(`'${search}' with sum`, { search }),
    list(`'${search}'`, { search, after }),
  ])
  return [
    list('with sum', {}),
    list('next page', { after }),
    list('a year, with sum', { year: '2025' }),
    list('the busiest customer, with sum', { customerId }),
    list('that customer and a year, with sum', { customerId, year: '2025' }),
    list("that customer, 'skrivare', with sum", { customerId, search: 'skrivare' }),
    list("a year, 'skrivare', with sum", { year: '2025', search: 'skrivare' }),
    ...searches,
  ]
}

/** The busiest technician and customer of the largest organization, with a session each, and cursors of their lists. */
async function somePeople(database: Database) {
  const { rows } = await database.as('owner', (db) =>
    sql<{ org: string; technician: string; login: string; ticketId: string; tag: string; customer: string }>`
      with org as (select org_id from tickets group by 1 order by count(*) desc limit 1)
      select org_id as org,
        (select assigned_to from tickets t where t.org_id = org.org_id and assigned_to is not null
          group by 1 order by count(*) desc limit 1) as technician,
        (select user_id from customer_users l join tickets t using (org_id, customer_id) where l.org_id = org.org_id
          group by 1 order by count(*) desc limit 1) as login,
        (select ticket_id from ticket_comments c where c.org_id = org.org_id group by 1 order by count(*) desc limit 1) as ticket_id,
        (select substring(description from 'NL-([0-9]+)') from tickets t where t.org_id = org.org_id and description like '%NL-%'
          order by ticket_number limit 1) as tag,
        (select customer_id from time_entries e where e.org_id = org.org_id and reported
          group by 1 order by count(*) desc limit 1) as customer
      from org`.execute(db),
  )
  const found = rows[0]
  if (!found) throw new StartError('Databasen har inga ärenden.')
  const staff = await aSession(database, found.technician)
  const portal = await aSession(database, found.login)
  const next = (tab: 'active' | 'archived') =>
    database.asActor(
      staff,
      () => {},
      async (db, actor) => (await listTickets(db, actor as StaffActor, { tab })).next ?? '',
    )
  const archived = await database.asActor(
    staff,
    () => {},
    async (db) => (await listArchive(db, {})).next ?? '',
  )
  return { ...found, staff, portal, archived, last: { active: await next('active'), archived: await next('archived') } }
}

async function aSession(database: Database, userId: string) {
  const id = uuidv7()
  await database.as('auth', (db) => db.insertInto('auth.sessions').values({ id, userId }).execute())
  return id
}
