// What each actor may see and do in the database itself, whatever the queries say; and that each policy is needed:
// taking one away, or opening it to everybody, changes what some actor gets.
import type pg from 'pg'
import { fillTwoOrganizations, type TwoOrganizations } from './two-organizations.ts'

let db: pg.Client
let two: TwoOrganizations

/** Fills an empty database for the probes below. */
export async function fillForProbes(superuser: pg.Client) {
  db = superuser
  two = await fillTwoOrganizations(db)
}

/** Every table that the probes read. */
export const probedTables = () => Object.keys(all)

type Actor = { role: string; user?: string; org?: string; as?: 'technician' | 'admin' | 'customer'; customer?: string }

const actors = () => {
  const { ours } = two
  return {
    nobody: { role: 'stodpunkt_app' },
    technician: { role: 'stodpunkt_app', user: ours.technician, org: ours.id, as: 'technician' },
    admin: { role: 'stodpunkt_app', user: ours.admin, org: ours.id, as: 'admin' },
    customer: { role: 'stodpunkt_app', user: ours.portalUser, org: ours.id, as: 'customer', customer: ours.customer },
    unlinked: { role: 'stodpunkt_app', user: ours.portalUser, org: ours.id },
    auth: { role: 'stodpunkt_auth' },
    site: { role: 'stodpunkt_site' },
    jobs: { role: 'stodpunkt_jobs' },
    owner: { role: 'stodpunkt_owner' },
    backup: { role: 'stodpunkt_backup' },
  } satisfies Record<string, Actor>
}
type Name = keyof ReturnType<typeof actors>

/** What a statement does for an actor, without leaving a trace: its row count, or 'refused'. */
async function outcome(name: Name, statement: string): Promise<number | 'refused'> {
  const { role, user = '', org = '', as, customer = '' }: Actor = actors()[name]
  await db.query('savepoint probe')
  try {
    await db.query(
      `select set_config('app.user_id', $1, true), set_config('app.org_id', $2, true), set_config('app.role', $3, true),
         set_config('app.customer_id', $4, true), set_config('role', $5, true)`,
      [user, org, as ?? '', customer, role],
    )
    return (await db.query(statement)).rowCount ?? 0
  } catch (error) {
    if ((error as { code: string }).code === '42501') return 'refused'
    throw error
  } finally {
    await db.query('rollback to savepoint probe')
  }
}

const refused = 'refused' as const
const all: Record<string, Partial<Record<Name, number | 'refused'>>> = {
  // Both organizations hold the same: two staff, two customers, a portal user each, a ticket, comments and time for each.
  organizations: { technician: 1, admin: 1, customer: 1, auth: 2, site: 2, jobs: 2, owner: 2 },
  company_facts: { technician: 1, admin: 1, auth: refused, site: 2, jobs: 2, owner: 2 },
  profiles: { technician: 2, admin: 2, auth: 4, site: refused, jobs: 4, owner: 4 },
  user_roles: { technician: 2, admin: 2, auth: 4, site: refused, jobs: 4, owner: 4 },
  customers: { technician: 3, admin: 3, customer: 1, auth: 6, site: refused, jobs: 6, owner: 6 },
  customer_users: { technician: 2, admin: 2, customer: 1, auth: 4, site: refused, jobs: 4, owner: 4 },
  tickets: { technician: 2, admin: 2, customer: 1, auth: refused, site: refused, jobs: 4, owner: 4 },
  // The half of them are internal.
  ticket_comments: { technician: 4, admin: 4, customer: 1, auth: refused, site: refused, jobs: 4, owner: 8 },
  // One of the status and one of the assignee for each ticket.
  ticket_changes: { technician: 4, admin: 4, customer: 1, auth: refused, site: refused, jobs: 4, owner: 8 },
  ticket_drafts: { technician: 1, customer: 1, auth: refused, site: refused, jobs: refused, owner: 4 },
  ticket_viewers: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2, backup: refused },
  // Through search_tickets alone.
  ticket_search: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 4, backup: refused }),
  ticket_words: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 4, backup: refused }),
  // Through count_tickets alone.
  ticket_counts: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 2 }),
  // The half of them are suspect.
  enquiries: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 2, owner: 4 },
  enquiry_replies: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  time_entries: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  open_time_sums: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  daily_time_sums: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  reported_time_sums: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  // One of three is old and unmarked.
  reports: { technician: 3, admin: 3, auth: refused, site: refused, jobs: 2, owner: 6 },
  report_rows: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  customer_credentials: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  // Of the installation: staff of every organization ask whether a key is known.
  vault_keys: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 1 },
  // One is old enough to be forgotten.
  kept_mail: { admin: 2, auth: refused, site: refused, jobs: 2, owner: 4 },
  // Of the installation, as the queue is.
  mail_handovers: refusedToApp({ auth: refused, site: refused, jobs: 1, owner: 1, backup: refused }),
  // Half of them are of a changed e-mail address.
  audit_log: { admin: 2, auth: refused, site: refused, jobs: 2, owner: 4 },
  idempotency_keys: { technician: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  // Of the installation: whoever sends a form has no organization.
  form_counters: refusedToApp({ auth: refused, site: 1, jobs: refused, owner: 1 }),
  'auth.users': refusedToApp({ auth: 12, site: refused, jobs: 12, owner: 12 }),
  'auth.sessions': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.refresh_tokens': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.one_time_tokens': refusedToApp({ auth: 2, site: refused, jobs: refused, owner: 2, backup: refused }),
  'auth.attempts': refusedToApp({ auth: 1, site: refused, jobs: refused, owner: 1, backup: refused }),
  installation: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 1 }),
  // Of the installation: administrators of every organization.
  backups: { admin: 2, auth: refused, site: refused, jobs: refused, owner: 2 },
  backup_nights: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 1, backup: 1 }),
  key_copies: { admin: 1, auth: refused, site: refused, jobs: refused, owner: 1 },
  migrations: refusedToApp({ auth: refused, site: refused, jobs: refused, backup: refused }),
}

function refusedToApp(others: Partial<Record<Name, number | 'refused'>>) {
  return { nobody: refused, technician: refused, admin: refused, customer: refused, unlinked: refused, ...others }
}

type Probe = { name: Name; statement: string; expected: number | 'refused'; id: string }

function probes(): Probe[] {
  const names = Object.keys(actors()) as Name[]
  const reads = Object.entries(all).flatMap(([table, expected]) =>
    names
      .filter((name) => !(table === 'migrations' && name === 'owner'))
      // `select 1` asks for no column, so that a role with a few columns may be counted too.
      .map((name) => ({
        name,
        statement: `select from ${table}`,
        // The backup reads every row of what it keeps.
        expected: expected[name] ?? (name === 'backup' ? (expected.owner ?? 0) : 0),
        id: `${name} reads ${table}`,
      })),
  )
  return [...reads, ...writes()]
}

/** What an actor writes into the own organization, and what is refused. */
function writes(): Probe[] {
  const { ours, theirs } = two
  const sequence = (org: string) => `ticket_number_${org.replaceAll('-', '')}`
  const id = 'gen_random_uuid()'
  const customer = (org: string, by: string) =>
    `insert into customers (org_id, id, name, created_by) values ('${org}', ${id}, 'X', '${by}')`
  const ticket = (org: string, of: string, by: string, rest = `'open', null`) =>
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, status, assigned_to)
     values ('${org}', ${id}, 9999, '${of}', 'X', 'X', '${by}', ${rest})`
  const comment = (of: typeof ours, about: 'ticket' | 'otherTicket', by: string, internal: boolean) =>
    `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal)
     values ('${of.id}', ${id}, '${about === 'ticket' ? of.customer : of.otherCustomer}', '${of[about]}', '${by}', 'X', ${internal})`
  const time = (of: typeof ours, user: string, by: string, reported = false) =>
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, minutes, reported, reported_at)
     values ('${of.id}', ${id}, '${user}', '${of.customer}', '2026-11-20', '08:00', '09:00', '${by}', 1, ${reported}, ${reported ? 'now()' : 'null'})`
  const secret = (of: typeof ours, by: string) =>
    `insert into customer_credentials (org_id, customer_id, version, key_id, envelope, created_by)
     values ('${of.id}', '${of.customer}', 2, 'k1', 'x', '${by}')`
  const report = (of: typeof ours, by: string, markedBy = '') =>
    `insert into reports (org_id, id, created_by, period_from, period_to, row_count, minutes, already_reported, marked_at,
       marked_by, marked_rows)
     values ('${of.id}', ${id}, '${by}', '2026-11-01', '2026-11-30', 1, 1, 0, ${markedBy ? `now(), '${markedBy}', 1` : 'null, null, null'})`
  const reportRow = (of: typeof ours) =>
    `insert into report_rows (org_id, report_id, position, time_entry_id, version, work_date, customer_id, customer_name,
       technician, time_from, time_to, minutes)
     values ('${of.id}', '${of.reportId}', 2, ${id}, 1, '2026-11-20', '${of.customer}', 'X', 'X', '08:00', '09:00', 60)`
  const mark = (by: string) => `update reports set marked_at = now(), marked_by = '${by}', marked_rows = 1`
  const line = (org: string, by: string) =>
    `insert into audit_log (id, org_id, user_id, action, subject) values (${id}, '${org}', '${by}', 'x', 'x')`
  const key = (org: string, by: string) =>
    `insert into idempotency_keys (org_id, user_id, endpoint, key, body_hash) values ('${org}', '${by}', 'x', '12345678', 'x')`
  const backup = `insert into backups (id, kind, failure) values (${id}, 'asked', 'x')`
  const kept = (by: string) => `insert into key_copies (fingerprint, confirmed_by) values ('y', '${by}')`
  const { technician, admin, portalUser } = ours
  const login = (of: typeof ours, user: string) =>
    `insert into customer_users (org_id, user_id, customer_id) values ('${of.id}', '${user}', '${of.customer}')`
  const draft = (of: typeof ours, user: string) =>
    `insert into ticket_drafts (org_id, user_id, ticket_id, comment) values ('${of.id}', '${user}', '${of.otherTicket}', 'x')`
  const look = (of: typeof ours, user: string) =>
    `insert into ticket_viewers (org_id, ticket_id, user_id) values ('${of.id}', '${of.otherTicket}', '${user}')`
  const person = (org: string, of: typeof ours) =>
    `insert into profiles (id, org_id, full_name) values ('${of.freeStaff}', '${org}', 'X')`
  const role = (of: typeof ours, as = 'technician') =>
    `insert into user_roles (user_id, org_id, role) values ('${of.freeStaff}', '${of.id}', '${as}')`
  const personWithRole = `with person as (${person(ours.id, ours)}) ${role(ours, 'admin')}`
  const mail = `insert into kept_mail (org_id, id, to_address, subject, body) values ('${ours.id}', ${id}, 'x', 'x', 'x')`
  const names = `select from names_of('{${technician},${theirs.technician},${ours.otherPortalUser},${theirs.portalUser}}')`
  const found = `select from search_tickets('samma kund', 'active', null, null, null, null, null, 51)`
  const enquiry = (of: typeof ours, rest = '') =>
    `insert into enquiries (org_id, id, kind, name, email, message${rest && ', read_at'})
     values ('${of.id}', ${id}, 'contact', 'X', 'x@example.se', 'X'${rest})`
  const reply = (of: typeof ours, by: string) =>
    `insert into enquiry_replies (org_id, id, enquiry_id, author, text) values ('${of.id}', ${id}, '${of.enquiry}', '${by}', 'X')`
  const ofEnquiry = (by: string) =>
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, enquiry_id)
     values ('${ours.id}', ${id}, 9999, '${ours.customer}', 'X', 'X', '${by}', '${ours.enquiry}')`
  const enquiriesFound = `select from search_enquiries('samma', 'open', null, null, 51)`
  const reached = `select from customers_reached_by('samma@example.se', null)`
  const rows: [Name, string, string, number | 'refused'][] = [
    ['site', 'sends an enquiry', enquiry(ours), 1],
    ['site', 'sends an enquiry that is read', enquiry(ours, ', now()'), refused],
    ['site', 'changes enquiries', `update enquiries set done_at = now()`, refused],
    ['technician', 'sends an enquiry', enquiry(ours), refused],
    ['technician', 'marks all enquiries', `update enquiries set done_at = now()`, 2],
    ['technician', 'rewrites an enquiry', `update enquiries set message = 'X'`, refused],
    ['technician', 'takes enquiries away', `delete from enquiries`, 0],
    ['admin', 'takes enquiries away', `delete from enquiries`, 2],
    ['customer', 'takes enquiries away', `delete from enquiries`, 0],
    ['site', 'takes enquiries away', `delete from enquiries`, refused],
    ['jobs', 'takes enquiries away', `delete from enquiries`, refused],
    ['customer', 'marks all enquiries', `update enquiries set done_at = now()`, 0],
    ['jobs', 'marks all enquiries', `update enquiries set done_at = now()`, refused],
    ['technician', 'answers an enquiry', reply(ours, technician), 1],
    ['technician', 'answers an enquiry in another’s name', reply(ours, admin), refused],
    ['technician', 'answers an enquiry elsewhere', reply(theirs, technician), refused],
    ['technician', 'rewrites an answer', `update enquiry_replies set text = 'X'`, refused],
    ['customer', 'answers an enquiry', reply(ours, portalUser), refused],
    ['site', 'answers an enquiry', reply(ours, technician), refused],
    ['technician', 'makes a ticket of an enquiry', ofEnquiry(technician), 1],
    ['customer', 'makes a ticket of an enquiry', ofEnquiry(portalUser), refused],
    ['technician', 'searches enquiries', enquiriesFound, 1],
    ['customer', 'searches enquiries', enquiriesFound, 0],
    ['unlinked', 'searches enquiries', enquiriesFound, 0],
    ['site', 'searches enquiries', enquiriesFound, refused],
    ['jobs', 'searches enquiries', enquiriesFound, refused],
    ['technician', 'counts enquiries', `select from count_enquiries()`, 1],
    ['customer', 'counts enquiries', `select from count_enquiries()`, 0],
    ['site', 'counts enquiries', `select from count_enquiries()`, refused],
    ['technician', 'asks whom an address reaches', reached, 1],
    ['customer', 'asks whom an address reaches', reached, 0],
    ['site', 'asks whom an address reaches', reached, refused],
    ['technician', 'adds a customer', customer(ours.id, technician), 1],
    ['technician', 'adds a customer to another organization', customer(theirs.id, technician), 'refused'],
    ['technician', 'adds a customer in another’s name', customer(ours.id, admin), 'refused'],
    ['customer', 'adds a customer', customer(ours.id, portalUser), 'refused'],
    ['technician', 'changes all customers', `update customers set phone = 'x'`, 3],
    ['customer', 'changes all customers', `update customers set phone = 'x'`, 0],
    ['nobody', 'changes all customers', `update customers set phone = 'x'`, 0],
    ['technician', 'archives', `update customers set archived_at = now()`, 'refused'],
    ['admin', 'archives', `update customers set archived_at = now()`, 3],
    ['technician', 'deletes customers', `delete from customers where id = '${ours.lonelyCustomer}'`, 0],
    [
      'admin',
      'deletes customers',
      `delete from customers where id = any('{${ours.lonelyCustomer},${theirs.lonelyCustomer}}')`,
      1,
    ],
    ['admin', 'changes the organization', `update organizations set name = 'X'`, 1],
    ['technician', 'changes the organization', `update organizations set name = 'X'`, 0],
    ['admin', 'adds a person with a role', personWithRole, 1],
    ['admin', 'adds a person elsewhere', person(theirs.id, theirs), refused],
    ['admin', 'gives a role elsewhere', role(theirs), refused],
    ['technician', 'adds a person', person(ours.id, ours), refused],
    ['technician', 'gives a role', role(ours), refused],
    ['customer', 'adds a person', person(ours.id, ours), refused],
    ['admin', 'renames people', `update profiles set full_name = 'X'`, 2],
    ['technician', 'renames people', `update profiles set full_name = 'X'`, 0],
    ['admin', 'changes roles', `update user_roles set role = 'admin'`, 2],
    ['technician', 'changes roles', `update user_roles set role = 'admin'`, 0],
    ['admin', 'takes roles away', `delete from user_roles`, refused],
    ['admin', 'takes people away', `delete from profiles`, refused],
    ['admin', 'changes the facts', `update company_facts set phone = 'x'`, 1],
    ['technician', 'changes the facts', `update company_facts set phone = 'x'`, 0],
    ['technician', 'opens a ticket', ticket(ours.id, ours.customer, technician), 1],
    ['technician', 'opens a ticket elsewhere', ticket(theirs.id, theirs.customer, technician), 'refused'],
    ['customer', 'opens a ticket', ticket(ours.id, ours.customer, portalUser), 1],
    ['customer', 'opens a ticket for a sibling', ticket(ours.id, ours.otherCustomer, portalUser), 'refused'],
    ['customer', 'opens a closed ticket', ticket(ours.id, ours.customer, portalUser, `'closed', null`), 'refused'],
    [
      'customer',
      'opens an assigned ticket',
      ticket(ours.id, ours.customer, portalUser, `'open', '${technician}'`),
      'refused',
    ],
    ['technician', 'changes all tickets', `update tickets set status = 'closed'`, 2],
    ['customer', 'changes all tickets', `update tickets set status = 'closed'`, 0],
    ['technician', 'comments internally', comment(ours, 'ticket', technician, true), 1],
    ['technician', 'comments as another', comment(ours, 'ticket', admin, true), 'refused'],
    ['technician', 'comments elsewhere', comment(theirs, 'ticket', technician, true), 'refused'],
    ['customer', 'comments', comment(ours, 'ticket', portalUser, false), 1],
    ['customer', 'comments internally', comment(ours, 'ticket', portalUser, true), 'refused'],
    ['customer', 'comments a sibling’s ticket', comment(ours, 'otherTicket', portalUser, false), 'refused'],
    ['technician', 'invites a customer', login(ours, ours.freeLogin), 1],
    ['technician', 'invites elsewhere', login(theirs, theirs.freeLogin), refused],
    ['customer', 'invites a customer', login(ours, ours.freeLogin), refused],
    ['technician', 'forges history', `insert into ticket_changes (org_id) values ('${ours.id}')`, refused],
    ['technician', 'keeps an own draft', draft(ours, technician), 1],
    ['technician', 'keeps another’s draft', draft(ours, admin), refused],
    ['technician', 'keeps a draft elsewhere', draft(theirs, technician), refused],
    ['unlinked', 'keeps a draft', draft(ours, portalUser), refused],
    ['technician', 'changes all drafts', `update ticket_drafts set comment = 'y'`, 1],
    ['technician', 'looks at a ticket', look(ours, technician), 1],
    ['technician', 'looks as another', look(ours, admin), refused],
    ['technician', 'looks at a ticket elsewhere', look(theirs, technician), refused],
    ['customer', 'looks at a ticket', look(ours, portalUser), refused],
    ['technician', 'forgets who looked', `delete from ticket_viewers`, 1],
    ['technician', 'asks for names', names, 2],
    ['customer', 'asks for names', names, 1],
    ['unlinked', 'asks for names', names, 0],
    ['site', 'asks for names', names, refused],
    ['technician', 'searches tickets', found, 2],
    ['admin', 'searches tickets', found, 2],
    ['customer', 'searches tickets', found, 0],
    ['unlinked', 'searches tickets', found, 0],
    ['nobody', 'searches tickets', found, 0],
    ['jobs', 'searches tickets', found, refused],
    ['site', 'searches tickets', found, refused],
    ['admin', 'keeps a mail', mail, refused],
    ['jobs', 'keeps a mail', mail, 1],
    ['jobs', 'forgets old mail', `delete from kept_mail`, 2],
    ['admin', 'forgets mail', `delete from kept_mail`, refused],
    ['jobs', 'notes that a mail was sent', 'update mail_handovers set sent_at = now()', 1],
    ['jobs', 'names a mail anew', `update mail_handovers set job = 'y'`, refused],
    ['admin', 'notes that a mail was sent', 'update mail_handovers set sent_at = now()', refused],
    ['jobs', 'changes tickets', `update tickets set status = 'closed'`, refused],
    ['customer', 'takes a number', `select generate_ticket_number()`, 1],
    ['jobs', 'takes a number', `select generate_ticket_number()`, refused],
    ['technician', 'looks how far the numbers are', `select last_value from ${sequence(ours.id)}`, refused],
    ['technician', 'looks how far another’s are', `select last_value from ${sequence(theirs.id)}`, refused],
    ['customer', 'takes another’s number', `select nextval('${sequence(theirs.id)}')`, refused],
    ['admin', 'turns the numbers back', `select setval('${sequence(ours.id)}', 1)`, refused],
    ['admin', 'starts the numbers', `select start_ticket_numbers('${ours.id}')`, refused],
    ['technician', 'counts tickets', `select from count_tickets() where active > 0`, 1],
    ['customer', 'counts tickets', `select from count_tickets() where active > 0`, 0],
    ['technician', 'logs time', time(ours, technician, technician), 1],
    ['technician', 'logs time for another', time(ours, admin, technician), 'refused'],
    ['technician', 'logs time elsewhere', time(theirs, technician, technician), 'refused'],
    ['technician', 'logs reported time', time(ours, technician, technician, true), 'refused'],
    ['admin', 'logs time for another', time(ours, technician, admin), 1],
    ['admin', 'logs time elsewhere', time(theirs, theirs.technician, admin), 'refused'],
    ['admin', 'logs time in another’s name', time(ours, technician, technician), 'refused'],
    ['admin', 'logs reported time', time(ours, technician, admin, true), 'refused'],
    ['customer', 'logs time', time(ours, technician, portalUser), 'refused'],
    ['technician', 'marks all time', `update time_entries set reported = true, reported_at = now()`, 2],
    [
      'technician',
      'changes another’s time',
      `update time_entries set notes = 'x' where user_id = '${admin}'`,
      'refused',
    ],
    ['technician', 'changes own time', `update time_entries set notes = 'x' where user_id = '${technician}'`, 1],
    ['admin', 'changes another’s time', `update time_entries set notes = 'x' where user_id = '${technician}'`, 1],
    ['admin', 'adds to a sum', `update open_time_sums set minutes = 1`, refused],
    ['admin', 'calls what adds to a sum', `select add_reported_time('${ours.id}', 2026, 1, 1)`, refused],
    ['customer', 'marks all time', `update time_entries set reported = true, reported_at = now()`, 0],
    ['technician', 'keeps a report', report(ours, technician), 1],
    ['technician', 'keeps a report elsewhere', report(theirs, technician), refused],
    ['technician', 'keeps a report in another’s name', report(ours, admin), refused],
    ['technician', 'keeps a report as marked', report(ours, technician, technician), refused],
    ['customer', 'keeps a report', report(ours, portalUser), refused],
    ['technician', 'keeps a row of a report', reportRow(ours), 1],
    ['technician', 'keeps a row of a report elsewhere', reportRow(theirs), refused],
    ['customer', 'keeps a row of a report', reportRow(ours), refused],
    ['technician', 'marks all reports', mark(technician), 3],
    ['technician', 'marks a report in another’s name', mark(admin), refused],
    ['customer', 'marks all reports', mark(portalUser), 0],
    ['admin', 'changes a report', `update reports set minutes = 0`, refused],
    ['admin', 'forgets a report', `delete from reports`, refused],
    ['admin', 'changes a row of a report', `update report_rows set minutes = 0`, refused],
    ['admin', 'takes a row out of a report', `delete from report_rows`, refused],
    ['jobs', 'forgets old reports', `delete from reports`, 2],
    ['jobs', 'marks reports', mark(technician), refused],
    ['technician', 'saves technical information', secret(ours, technician), 1],
    ['technician', 'saves technical information elsewhere', secret(theirs, technician), 'refused'],
    ['technician', 'saves technical information in another’s name', secret(ours, admin), 'refused'],
    ['customer', 'saves technical information', secret(ours, portalUser), 'refused'],
    ['admin', 'changes technical information', `update customer_credentials set envelope = ''`, 'refused'],
    ['admin', 'deletes technical information', `delete from customer_credentials`, 'refused'],
    ['admin', 'makes a key known', `insert into vault_keys (id) values ('k2')`, 'refused'],
    ['owner', 'moves technical information', `update customer_credentials set version = 7`, 'refused'],
    ['owner', 'deletes technical information', `delete from customer_credentials`, 'refused'],
    ['owner', 'changes the key of technical information', `update customer_credentials set envelope = 'y'`, 2],
    ['backup', 'writes down a backup', backup, 1],
    ['backup', 'notes that a night was told of', 'update backup_nights set told_at = now()', 1],
    ['backup', 'moves a night', `update backup_nights set night = '2026-01-01'`, refused],
    ['backup', 'forgets nights', 'delete from backup_nights', 1],
    ['admin', 'notes that a night was told of', 'update backup_nights set told_at = now()', refused],
    ['backup', 'forgets backups', 'delete from backups', 2],
    ['backup', 'changes customers', `update customers set name = 'X'`, refused],
    ['admin', 'writes down a backup', backup, refused],
    ['admin', 'says that keys are kept', kept(admin), 1],
    ['admin', 'says in another’s name that keys are kept', kept(technician), refused],
    ['technician', 'says that keys are kept', kept(technician), refused],
    ['technician', 'writes the audit log', line(ours.id, technician), 1],
    ['technician', 'writes the audit log as another', line(ours.id, admin), 'refused'],
    ['technician', 'writes the audit log elsewhere', line(theirs.id, technician), 'refused'],
    ['auth', 'writes the audit log', line(ours.id, technician), 1],
    ['admin', 'changes the audit log', `update audit_log set action = 'y'`, 'refused'],
    ['admin', 'clears the audit log', `delete from audit_log`, 'refused'],
    ['technician', 'keeps an own key', key(ours.id, technician), 1],
    ['technician', 'keeps another’s key', key(ours.id, admin), 'refused'],
    ['technician', 'drops all keys', `delete from idempotency_keys`, 1],
    ['auth', 'ends all sessions', `update auth.sessions set ended_at = now()`, 2],
    ['auth', 'renames an organization', `update organizations set name = 'X'`, 'refused'],
    ['site', 'counts a form', `insert into form_counters (key) values ('y')`, 1],
    ['site', 'renames a counter', `update form_counters set key = 'z'`, refused],
    ['jobs', 'counts a form', `insert into form_counters (key) values ('y')`, refused],
    ['site', 'renames an organization', `update organizations set name = 'X'`, 'refused'],
    ['admin', 'reads who a session is', `select * from auth.session_actor('${ours.session}')`, 'refused'],
  ]
  const movable = ['customers', 'tickets', 'ticket_drafts', 'ticket_viewers', 'time_entries', 'reports', 'enquiries']
  const moves: typeof rows = [
    ...movable.map((table): (typeof rows)[number] => [
      'technician',
      `moves ${table}`,
      `update ${table} set org_id = '${theirs.id}'`,
      'refused',
    ]),
    ['admin', 'moves company_facts', `update company_facts set org_id = '${theirs.id}'`, 'refused'],
    ['admin', 'moves profiles', `update profiles set org_id = '${theirs.id}'`, 'refused'],
    ['admin', 'moves user_roles', `update user_roles set org_id = '${theirs.id}'`, 'refused'],
    ['admin', 'becomes another organization', `update organizations set id = '${theirs.id}'`, 'refused'],
  ]
  return [...rows, ...moves].map(([name, deed, statement, expected]) => ({
    name,
    statement,
    expected,
    id: `${name} ${deed}`,
  }))
}

/** Runs in one transaction that is taken back. */
async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  await db.query('begin')
  try {
    return await work()
  } finally {
    await db.query('rollback')
  }
}

/** One after the other, whatever an actor gets that the tables above do not say; first of what speaks of `table`. */
async function* surprises(table = ''): AsyncGenerator<string, void> {
  const speaksOfIt = ({ statement }: { statement: string }) => Number(statement.includes(table))
  for (const { name, statement, expected, id } of probes().toSorted((a, b) => speaksOfIt(b) - speaksOfIt(a))) {
    // A policy that is gone may also make a trigger or a constraint object: not what was expected either.
    const seen = await outcome(name, statement).catch((error: Error) => error.message)
    if (seen !== expected) yield `${id}: expected ${expected}, got ${seen}`
  }
}

export const allSurprises = () =>
  inTransaction(async () => {
    const found: string[] = []
    for await (const surprise of surprises()) found.push(surprise)
    return found
  })

type Weakening = { table: string; statement: string }

/** What is noticed first when the schema is weakened; the change is taken back. */
export const firstSurpriseAfter = ({ table, statement }: Weakening) =>
  inTransaction(async () => {
    await db.query(statement)
    for await (const surprise of surprises(table)) return surprise
    return undefined
  })

type Policy = { name: string; table: string; within: string; command: string; isOpen: boolean }

/** Statements that each take a policy away or open one. */
export async function weakenings(): Promise<Weakening[]> {
  const { rows: policies } = await db.query<Policy>(
    // A policy that already lets its role see all has nothing to be opened.
    `select quote_ident(policyname) as name, tablename as table, format('%I.%I', schemaname, tablename) as within,
       cmd as command,
       coalesce(qual, 'true') = 'true' and coalesce(with_check, 'true') = 'true' as "isOpen"
     from pg_policies where schemaname in ('stodpunkt', 'auth') order by 3, 1`,
  )
  return policies.flatMap(({ name, table, within, command, isOpen }) => {
    const using = command === 'INSERT' ? '' : 'using (true)'
    const check = command === 'SELECT' || command === 'DELETE' ? '' : 'with check (true)'
    const open = `alter policy ${name} on ${within} ${using} ${check}`.replace('  ', ' ')
    // Most columns of the key cannot be set at all; granted, the check alone must hold a row where it belongs.
    const openCheck = `grant update on ${within} to stodpunkt_app; alter policy ${name} on ${within} ${check}`
    const statements = [
      `drop policy ${name} on ${within}`,
      ...(isOpen ? [] : [open, ...(using && check ? [openCheck] : [])]),
    ]
    return statements.map((statement) => ({ table, statement }))
  })
}
