import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#platform/database/database.ts'
import { SCHEMA } from '#platform/database/migrate.ts'
import { databaseRoles } from '#platform/database/roles.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { Role } from '#shared/roles.rules.ts'
import { fillDemoAnswers } from './demo-answers.ts'

/** Row counts of a demo, for all organizations together. */
export type DemoSize = {
  organizations: 1 | 2 | 3
  /** At least 40 for three organizations, so that the smallest gets one. */
  staff: number
  customers: number
  tickets: number
  /** Approximate number of tickets that are not closed. */
  activeTickets: number
  comments: number
  timeEntries: number
  /** Age of the oldest tickets and time entries. Entries from the first of last month on are unreported. */
  days: number
}

/** One company after a year of work. */
export const oneCompany: DemoSize = {
  organizations: 1,
  staff: 4,
  customers: 120,
  tickets: 140,
  activeTickets: 22,
  comments: 440,
  timeEntries: 2600,
  days: 365,
}

/** Three companies after years of work, for measuring lists, searches and backups. */
export const fullSize: DemoSize = {
  organizations: 3,
  staff: 50,
  customers: 5000,
  tickets: 100_000,
  activeTickets: 5000,
  comments: 300_000,
  timeEntries: 1_000_000,
  days: 1825,
}

export type Demo = {
  /** The day of the demo, 'YYYY-MM-DD'; all rows are older. */
  today: string
  /** The password of every login. */
  passwordHash: string
  size?: DemoSize
}

/** `shows` is what the login is good for: 'ärenden, kunder och egen tid'. */
export type DemoLogin = { email: string; role: Role; name: string; shows: string }

/**
 * Fills an empty, migrated database with a realistic company; the same day and size give the same rows on any server.
 * Returns the logins, administrators first. Throws StartError when the database has an organization.
 */
export async function generateDemo(connection: pg.ClientConfig, demo: Demo): Promise<DemoLogin[]> {
  const client = new pg.Client({
    ...connection,
    options: `-c search_path=${SCHEMA} -c timezone=UTC -c work_mem=64MB -c jit=off`,
  })
  client.on('error', () => undefined) // the running query reports the error
  await client.connect()
  try {
    await client.query(`set role ${databaseRoles.owner}`)
    await client.query('begin')
    await client.query("select set_config('app.quiet', 'on', true)")
    await refuseOtherData(client)
    await createParameters(client, demo)
    for (const step of steps) await client.query(await statements(step))
    await client.query('call rebuild_ticket_search()')
    await client.query('insert into installation (fact, value) values ($1, $2)', ['demo', demo.today])
    const { rows } = await client.query<DemoLogin>(await statements('9-logins'))
    await client.query('commit')
    await computeAnswersOf(connection)
    await client.query(`vacuum analyze ${filledTables.join(', ')}`)
    return rows
  } finally {
    await client.end()
  }
}

async function computeAnswersOf(connection: pg.ClientConfig) {
  const database = openDatabase({ ...connection, max: 1 })
  try {
    await fillDemoAnswers(database)
  } finally {
    await database.close()
  }
}

/** The logins of an existing demo, administrators first. */
export async function demoLogins(connection: pg.ClientConfig): Promise<DemoLogin[]> {
  const client = new pg.Client({ ...connection, options: `-c search_path=${SCHEMA}` })
  client.on('error', () => undefined) // the running query reports the error
  await client.connect()
  try {
    await client.query(`set role ${databaseRoles.owner}`)
    return (await client.query<DemoLogin>(await statements('9-logins'))).rows
  } finally {
    await client.end()
  }
}

/** The scripts in order; 9-logins lists the logins. */
const steps = [
  ...['1-plan', '2-people', '3-cases', '4-time', '5-tickets', '6-enquiries', '7-equipment', '8-agreements'],
  '8-articles',
  '10-expenses',
  '11-recurring',
  '12-canned-answers',
  '13-notifications',
  '14-visits',
  '15-on-call',
  '16-billing-details',
  '17-charges',
  '18-answers',
]

const filledTables = [
  ...[
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
  ],
  ...['ticket_counts', 'tickets', 'ticket_comments', 'ticket_changes', 'time_entries', 'installation'],
  ...['ticket_search', 'ticket_words', 'enquiries', 'enquiry_replies', 'equipment', 'ticket_equipment'],
  ...['terms', 'agreements', 'default_terms', 'prepaid_hours', 'expenses', 'recurring_tickets', 'canned_answers'],
  ...['articles', 'article_prices', 'work_articles'],
  ...['charges', 'charge_quantities', 'charge_prices', 'charge_discounts', 'imported_counts'],
  'staff_notifications',
  'visits',
  'visit_recipients',
  'on_call_days',
  ...['open_time_sums', 'customer_time_sums', 'reported_time_sums', 'daily_time_sums', 'expense_sums'],
]

const statements = (step: string) => readFile(join(import.meta.dirname, `${step}.sql`), 'utf8')

async function refuseOtherData(client: pg.ClientBase) {
  const { rowCount } = await client.query('select from organizations limit 1')
  if (rowCount) throw new StartError('Databasen har redan uppgifter: demon skapas bara i en tom databas.')
}

/** Creates the table with one row of parameters, which every statement joins. */
async function createParameters(client: pg.ClientBase, { today, passwordHash, size = oneCompany }: Demo) {
  await client.query(`create temp table demo (
    today date, password_hash text, organizations integer, staff integer, customers integer, tickets integer,
    active_tickets integer, comments integer, time_entries integer, days integer)`)
  const { organizations, staff, customers, tickets, activeTickets, comments, timeEntries, days } = size
  await client.query('insert into demo values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    ...[today, passwordHash],
    ...[organizations, staff, customers, tickets, activeTickets, comments, timeEntries, days],
  ])
}
