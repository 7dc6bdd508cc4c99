// What each actor may read and write in the database itself, independent of the program's queries; and that each policy is
// needed: dropping one, or opening it to everybody, changes the result of some probe.
import type pg from 'pg'
import { type ActorName, refused, refusedToApp } from './policy-probe.ts'
import { rowsOfArticles } from './policy-probes-articles.ts'
import { rowsOfBilling } from './policy-probes-billing.ts'
import { rowsOfBillingDetails } from './policy-probes-billing-details.ts'
import { rowsOfQueue } from './policy-probes-queue.ts'
import { fillTwoOrganizations, type TwoOrganizations } from './two-organizations.ts'
import { writeProbes } from './write-probes.ts'

let db: pg.Client
let two: TwoOrganizations

/** Fills an empty database for the probes below. */
export async function fillForProbes(superuser: pg.Client) {
  db = superuser
  two = await fillTwoOrganizations(db)
}

/** Every table that the probes read. */
export const probedTables = () => Object.keys(readableRows)

type Actor = {
  role: string
  user?: string
  org?: string
  as?: 'technician' | 'admin' | 'customer'
  customer?: string
  contact?: string
  seesCompany?: boolean
}

const actors = () => {
  const { ours } = two
  return {
    nobody: { role: 'stodpunkt_app' },
    technician: { role: 'stodpunkt_app', user: ours.technician, org: ours.id, as: 'technician' },
    admin: { role: 'stodpunkt_app', user: ours.admin, org: ours.id, as: 'admin' },
    customer: {
      role: 'stodpunkt_app',
      user: ours.portalUser,
      org: ours.id,
      as: 'customer',
      customer: ours.customer,
      contact: ours.contact,
      seesCompany: true,
    },
    colleague: {
      role: 'stodpunkt_app',
      user: ours.colleague,
      org: ours.id,
      as: 'customer',
      customer: ours.customer,
      contact: ours.colleagueContact,
    },
    unlinked: { role: 'stodpunkt_app', user: ours.portalUser, org: ours.id },
    auth: { role: 'stodpunkt_auth' },
    site: { role: 'stodpunkt_site' },
    jobs: { role: 'stodpunkt_jobs' },
    owner: { role: 'stodpunkt_owner' },
    backup: { role: 'stodpunkt_backup' },
  } satisfies Record<ActorName, Actor>
}

/** Executes a statement as an actor and rolls it back: its row count, or 'refused'. */
async function outcome(name: ActorName, statement: string): Promise<number | 'refused'> {
  const { role, user = '', org = '', as, customer = '', contact = '', seesCompany = false }: Actor = actors()[name]
  await db.query('savepoint probe')
  try {
    await db.query(
      `select set_config('app.user_id', $1, true), set_config('app.org_id', $2, true), set_config('app.role', $3, true),
         set_config('app.customer_id', $4, true), set_config('app.contact_id', $5, true),
         set_config('app.sees_company', $6, true), set_config('role', $7, true)`,
      [user, org, as ?? '', customer, contact, seesCompany, role],
    )
    return (await db.query(statement)).rowCount ?? 0
  } catch (error) {
    if ((error as { code: string }).code === '42501') return 'refused'
    throw error
  } finally {
    await db.query('rollback to savepoint probe')
  }
}

/** The number of rows that each actor reads of each table; 0 for actors that are not listed. */
const readableRows: Record<string, Partial<Record<ActorName, number | 'refused'>>> = {
  // Both organizations have the same rows: two staff, two customers, and for each customer a portal user, a ticket, comments and time.
  organizations: { technician: 1, admin: 1, customer: 1, colleague: 1, auth: 2, site: 2, jobs: 2, owner: 2 },
  company_facts: { technician: 1, admin: 1, customer: 1, colleague: 1, auth: refused, site: 2, jobs: 2, owner: 2 },
  answer_recomputations: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  former_hours: { technician: 1, admin: 1, customer: 1, colleague: 1, auth: refused, site: 2, jobs: 2, owner: 2 },
  profiles: { technician: 2, admin: 2, auth: 4, site: refused, jobs: 4, owner: 4 },
  user_roles: { technician: 2, admin: 2, auth: 4, site: refused, jobs: 4, owner: 4 },
  ...rowsOfQueue,
  ...rowsOfBillingDetails,
  // Read only by functions.
  bulk_changed_tickets: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 4 }),
  customers: { technician: 3, admin: 3, customer: 1, colleague: 1, auth: 6, site: refused, jobs: 6, owner: 6 },
  // The login 'Hela företaget' reads its colleague's, too.
  customer_users: { technician: 3, admin: 3, customer: 2, colleague: 1, auth: 6, site: refused, jobs: 6, owner: 6 },
  contacts: { technician: 3, admin: 3, auth: refused, site: refused, jobs: 6, owner: 6 },
  ticket_watchers: { technician: 1, admin: 1, customer: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  tickets: { technician: 2, admin: 2, customer: 1, auth: refused, site: refused, jobs: 4, owner: 4 },
  // Half of them are internal.
  ticket_comments: { technician: 4, admin: 4, customer: 1, auth: refused, site: refused, jobs: 4, owner: 8 },
  recurring_tickets: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  // For each ticket one change of status, assignee and priority; for one ticket also an added recipient of copies and a visit.
  ticket_changes: { technician: 8, admin: 8, customer: 2, auth: refused, site: refused, jobs: 10, owner: 16 },
  ticket_drafts: { technician: 1, customer: 1, auth: refused, site: refused, jobs: refused, owner: 6 },
  // Read only by search_tickets.
  ticket_search: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 4, backup: refused }),
  ticket_words: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 18, backup: refused }),
  // Read only by count_tickets.
  ticket_counts: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 2 }),
  // Half of them are suspected spam.
  enquiries: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 2, owner: 4 },
  enquiry_replies: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  enquiry_forwards: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  time_entries: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  expenses: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  // Each user's own.
  clocks: { technician: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  open_time_sums: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  customer_time_sums: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  daily_time_sums: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  expense_sums: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  reported_time_sums: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  // One of three is old and unmarked.
  reports: { technician: 3, admin: 3, auth: refused, site: refused, jobs: 2, owner: 6 },
  report_rows: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  customer_credentials: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  equipment: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  ticket_equipment: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  ...rowsOfArticles,
  ...rowsOfBilling,
  // One of two is drawn from.
  prepaid_hours: { technician: 2, admin: 2, customer: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  drawdowns: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  // Of a month and of a purchase of prepaid hours; for logins that see the whole company.
  used_hours: { technician: 2, admin: 2, customer: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  // A draft, a sent, a replaced, an approved and a billed basis of the first customer, whose approver reads three; a sent basis
  // of the second. The first sent one and that have a PDF; the billed one gets its own.
  invoice_bases: { technician: 6, admin: 6, customer: 3, auth: refused, site: refused, jobs: 12, owner: 12 },
  invoice_basis_lines: { technician: 8, admin: 8, customer: 4, auth: refused, site: refused, jobs: 16, owner: 16 },
  invoice_basis_rows: { technician: 7, admin: 7, customer: 4, auth: refused, site: refused, jobs: 14, owner: 14 },
  invoice_basis_pdfs: { technician: 2, admin: 2, customer: 1, auth: refused, site: refused, jobs: 4, owner: 4 },
  ended_approvals: { technician: 1, admin: 1, customer: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  invoice_basis_questions: { technician: 1, admin: 1, customer: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  // Written only by guard_invoice_basis.
  invoice_basis_numbers: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 2 }),
  // Without an organization: staff of every organization check whether a key exists.
  vault_keys: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 1 },
  // One is old enough to be deleted.
  stored_mail: { admin: 2, auth: refused, site: refused, jobs: 2, owner: 4 },
  // One of the company, public; four of tickets, one of them internal; three documents; one of an enquiry; unattached ones of the
  // technician, the portal user, a visitor and the administrator. The jobs read the company's and three public ones.
  files: { technician: 10, admin: 12, customer: 5, colleague: 1, auth: refused, site: 4, jobs: 18, owner: 30 },
  file_chunks: { technician: 10, admin: 11, customer: 5, colleague: 1, auth: refused, site: 4, jobs: 12, owner: 30 },
  company_pictures: { technician: 1, admin: 1, customer: 1, colleague: 1, auth: refused, site: 2, jobs: 2, owner: 2 },
  file_usage: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  hidden_checklists: { admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  mail_servers: { admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  mailboxes: { admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  mail_messages: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  sender_rules: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  mail_addresses: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  undelivered_mail: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  // Only the jobs count mail about tickets.
  ticket_mail_counts: refusedToApp({ auth: refused, site: refused, jobs: 2, owner: 2 }),
  // Written only by a trigger.
  removed_enquiries: refusedToApp({ auth: refused, site: refused, jobs: 2, owner: 2 }),
  sent_letters: refusedToApp({ auth: refused, site: refused, jobs: 2, owner: 2 }),
  ticket_mail_subjects: refusedToApp({ auth: refused, site: refused, jobs: 2, owner: 2 }),
  // Counts of customers' requests, written only by a function of the triggers.
  portal_counts: refusedToApp({ auth: refused, site: refused, jobs: 2, owner: 2 }),
  // Without an organization, like the job queue.
  live_changes: refusedToApp({ auth: refused, site: refused, jobs: 1, owner: 1, backup: refused }),
  mail_handovers: refusedToApp({ auth: refused, site: refused, jobs: 1, owner: 1, backup: refused }),
  // Of the server of the environment, which all use.
  mail_outage: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 1, owner: 1, backup: refused },
  // A third of them are about a changed e-mail address, a third about what the technician read.
  audit_log: { technician: 1, admin: 3, auth: refused, site: refused, jobs: 2, owner: 6 },
  // One of the technician and one of the administrator.
  api_keys: { technician: 1, admin: 2, auth: 4, site: refused, jobs: refused, owner: 4 },
  // One of two has expired.
  idempotency_keys: { technician: 2, auth: refused, site: refused, jobs: 2, owner: 4 },
  // Without an organization: forms are sent without a login.
  form_counters: refusedToApp({ auth: refused, site: 1, jobs: 1, owner: 1 }),
  'auth.users': refusedToApp({ auth: 14, site: refused, jobs: 14, owner: 14 }),
  'auth.sessions': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.refresh_tokens': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.one_time_tokens': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.factors': refusedToApp({ auth: 4, site: refused, jobs: refused, owner: 4 }),
  'auth.recovery_codes': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2 }),
  'auth.factor_challenges': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.attempts': refusedToApp({ auth: 1, site: refused, jobs: refused, owner: 1, backup: refused }),
  installation: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 1 }),
  // Without an organization: read by administrators of every organization.
  backups: { admin: 2, auth: refused, site: refused, jobs: refused, owner: 2 },
  backup_nights: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 1, backup: 1 }),
  answer_reminders: refusedToApp({ auth: refused, site: refused, jobs: 2, owner: 2 }),
  key_copies: { admin: 1, auth: refused, site: refused, jobs: refused, owner: 1 },
  migrations: refusedToApp({ auth: refused, site: refused, jobs: refused, backup: refused }),
}

type Probe = { name: ActorName; statement: string; expected: number | 'refused'; id: string }

function probes(): Probe[] {
  const names = Object.keys(actors()) as ActorName[]
  const reads = Object.entries(readableRows).flatMap(([table, expected]) =>
    names
      .filter((name) => !(table === 'migrations' && name === 'owner'))
      // Without columns, so that the rows of a role that may read only some columns are counted too.
      .map((name) => ({
        name,
        statement: `select from ${table}`,
        // The backup reads every row of the tables that it contains.
        expected: expected[name] ?? (name === 'backup' ? (expected.owner ?? 0) : 0),
        id: `${name} reads ${table}`,
      })),
  )
  const writes = writeProbes(two).map(([name, action, statement, expected]) => ({
    name,
    statement,
    expected,
    id: `${name} ${action}`,
  }))
  return [...reads, ...writes]
}

/** Runs in one transaction that is rolled back. */
async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  await db.query('begin')
  try {
    return await work()
  } finally {
    await db.query('rollback')
  }
}

/** Yields each probe whose result differs from the expected one; those that mention `table` first. */
async function* differences(table = ''): AsyncGenerator<string, void> {
  const mentionsTable = ({ statement }: { statement: string }) => Number(statement.includes(table))
  for (const { name, statement, expected, id } of probes().toSorted((a, b) => mentionsTable(b) - mentionsTable(a))) {
    // A dropped policy may also make a trigger or a constraint fail: a difference too.
    const result = await outcome(name, statement).catch((error: Error) => error.message)
    if (result !== expected) yield `${id}: expected ${expected}, got ${result}`
  }
}

/** All probes whose result differs from the expected one. */
export const allDifferences = () =>
  inTransaction(async () => {
    const found: string[] = []
    for await (const difference of differences()) found.push(difference)
    return found
  })

type Weakening = { table: string; statement: string }

/** The first difference after a weakening of the schema, which is rolled back. */
export const firstDifferenceAfter = ({ table, statement }: Weakening) =>
  inTransaction(async () => {
    await db.query(statement)
    for await (const difference of differences(table)) return difference
    return undefined
  })

type Policy = { name: string; table: string; qualifiedTable: string; command: string; isOpen: boolean }

/** Statements that each drop a policy or open one to all rows. */
export async function weakenings(): Promise<Weakening[]> {
  const { rows: policies } = await db.query<Policy>(
    // A policy that already allows all rows cannot be opened further.
    `select quote_ident(policyname) as name, tablename as table, format('%I.%I', schemaname, tablename) as "qualifiedTable",
       cmd as command,
       coalesce(qual, 'true') = 'true' and coalesce(with_check, 'true') = 'true' as "isOpen"
     from pg_policies where schemaname in ('stodpunkt', 'auth') order by 3, 1`,
  )
  return policies.flatMap(({ name, table, qualifiedTable, command, isOpen }) => {
    const using = command === 'INSERT' ? '' : 'using (true)'
    const check = command === 'SELECT' || command === 'DELETE' ? '' : 'with check (true)'
    const open = `alter policy ${name} on ${qualifiedTable} ${using} ${check}`.replace('  ', ' ')
    // Most key columns have no update grant; with the grant, the check alone must keep a row in its organization.
    const openCheck = `grant update on ${qualifiedTable} to stodpunkt_app; alter policy ${name} on ${qualifiedTable} ${check}`
    const statements = [
      `drop policy ${name} on ${qualifiedTable}`,
      ...(isOpen ? [] : [open, ...(using && check ? [openCheck] : [])]),
    ]
    return statements.map((statement) => ({ table, statement }))
  })
}
