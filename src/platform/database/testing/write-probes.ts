// The writes that each actor may and may not make to the tables of customers, people, enquiries, technical information
// and operations.
import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'
import { agreementWrites } from './write-probes-agreements.ts'
import { apiKeyWrites } from './write-probes-api-keys.ts'
import { articleWrites } from './write-probes-articles.ts'
import { billingDetailWrites } from './write-probes-billing-details.ts'
import { countWrites } from './write-probes-counts.ts'
import { equipmentWrites } from './write-probes-equipment.ts'
import { fileWrites } from './write-probes-files.ts'
import { invoiceBasisWrites } from './write-probes-invoice-bases.ts'
import { mailWrites } from './write-probes-mail.ts'
import { onCallWrites } from './write-probes-on-call.ts'
import { recurringWrites } from './write-probes-recurring.ts'
import { notificationWrites, ticketWrites } from './write-probes-tickets.ts'
import { reportWrites, timeWrites } from './write-probes-time.ts'
import { visitWrites } from './write-probes-visits.ts'

/** All writes by each actor, with the expected row count or 'refused'. */
export const writeProbes = (two: TwoOrganizations): WriteProbe[] =>
  [
    customerWrites,
    userWrites,
    enquiryWrites,
    ticketWrites,
    visitWrites,
    notificationWrites,
    onCallWrites,
    timeWrites,
    reportWrites,
    vaultWrites,
    articleWrites,
    equipmentWrites,
    agreementWrites,
    billingDetailWrites,
    countWrites,
    invoiceBasisWrites,
    recurringWrites,
    mailAndBackupWrites,
    fileWrites,
    mailWrites,
    logWrites,
    apiKeyWrites,
    moves,
  ].flatMap((writes) => writes(two))

function customerWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const customer = (org: string, by: string) =>
    `insert into customers (org_id, id, name, created_by) values ('${org}', gen_random_uuid(), 'X', '${by}')`
  const login = (of: Organization, user: string) =>
    `insert into customer_users (org_id, user_id, customer_id) values ('${of.id}', '${user}', '${of.customer}')`
  const contact = (of: Organization) =>
    `insert into contacts (org_id, customer_id, id, name) values ('${of.id}', '${of.customer}', gen_random_uuid(), 'X')`
  return [
    ['technician', 'adds a customer', customer(ours.id, technician), 1],
    ['technician', 'adds a customer to another organization', customer(theirs.id, technician), refused],
    ['technician', 'adds a customer in another’s name', customer(ours.id, admin), refused],
    ['customer', 'adds a customer', customer(ours.id, portalUser), refused],
    ['technician', 'changes all customers', `update customers set phone = 'x'`, 3],
    ['customer', 'changes all customers', `update customers set phone = 'x'`, 0],
    ['nobody', 'changes all customers', `update customers set phone = 'x'`, 0],
    ['technician', 'archives', `update customers set archived_at = now()`, refused],
    ['admin', 'archives', `update customers set archived_at = now()`, 3],
    ['technician', 'deletes customers', `delete from customers where id = '${ours.unreferencedCustomer}'`, 0],
    [
      'admin',
      'deletes customers',
      `delete from customers where id = any('{${ours.unreferencedCustomer},${theirs.unreferencedCustomer}}')`,
      1,
    ],
    ['admin', 'changes the organization', `update organizations set name = 'X'`, 1],
    ['technician', 'changes the organization', `update organizations set name = 'X'`, 0],
    ['technician', 'invites a customer', login(ours, ours.freeLogin), 1],
    ['technician', 'invites in another organization', login(theirs, theirs.freeLogin), refused],
    ['customer', 'invites a customer', login(ours, ours.freeLogin), refused],
    ['technician', 'adds a contact', contact(ours), 1],
    ['technician', 'adds a contact in another organization', contact(theirs), refused],
    ['customer', 'adds a contact', contact(ours), refused],
    ['technician', 'changes all contacts', `update contacts set phone = 'x'`, 3],
    ['customer', 'changes all contacts', `update contacts set phone = 'x'`, 0],
    ['admin', 'deletes contacts', `delete from contacts`, refused],
    ['technician', 'changes the rights of logins', `update customer_users set sees_company = true`, 3],
    ['colleague', 'changes its rights', `update customer_users set sees_company = true`, 0],
    ['technician', 'gives a login to another contact', `update customer_users set contact_id = null`, refused],
    ['admin', 'changes the company facts', `update company_facts set phone = 'x'`, 1],
    ['technician', 'changes the company facts', `update company_facts set phone = 'x'`, 0],
    ['customer', 'changes the company facts', `update company_facts set phone = 'x'`, 0],
    ['admin', 'changes the opening hours', `update company_facts set closes = '16:00'`, 1],
    ['admin', 'changes hours that applied', `update former_hours set closes = '16:00'`, refused],
    ['admin', 'forgets hours that applied', `delete from former_hours`, refused],
    ['site', 'forgets hours that applied', `delete from former_hours`, refused],
    ['jobs', 'forgets hours that applied', `delete from former_hours`, refused],
    ['admin', 'asks for answers to be computed anew', `select request_recomputation('${ours.id}')`, refused],
    ['admin', 'ends a run of the job', `update answer_recomputations set running = null`, refused],
    ['jobs', 'stores how far a run is', `update answer_recomputations set done = 1`, 2],
    ['jobs', 'forgets a run', `delete from answer_recomputations`, refused],
    ['backup', 'changes customers', `update customers set name = 'X'`, refused],
    ['auth', 'renames an organization', `update organizations set name = 'X'`, refused],
    ['site', 'renames an organization', `update organizations set name = 'X'`, refused],
  ]
}

function userWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const person = (org: string, of: Organization) =>
    `insert into profiles (id, org_id, full_name) values ('${of.freeStaff}', '${org}', 'X')`
  const role = (of: Organization, as = 'technician') =>
    `insert into user_roles (user_id, org_id, role) values ('${of.freeStaff}', '${of.id}', '${as}')`
  const personWithRole = `with person as (${person(ours.id, ours)}) ${role(ours, 'admin')}`
  const names = `select from names_of('{${ours.technician},${theirs.technician},${ours.otherPortalUser},${theirs.portalUser}}')`
  const settings = (of: Organization, user: string) =>
    `insert into staff_settings (org_id, user_id, takes_answered) values ('${of.id}', '${user}', false)
      on conflict (org_id, user_id) do update set takes_answered = false`
  return [
    ['technician', 'chooses for the own work', settings(ours, ours.technician), 1],
    ['technician', 'chooses for a colleague', settings(ours, ours.admin), refused],
    ['admin', 'chooses for a person of another organization', settings(theirs, theirs.admin), refused],
    ['customer', 'chooses for the own work', settings(ours, ours.portalUser), refused],
    ['technician', 'changes everybody’s choices', `update staff_settings set takes_answered = false`, 1],
    ['technician', 'gives own choices to a colleague', `update staff_settings set user_id = '${ours.admin}'`, refused],
    ['admin', 'adds a person with a role', personWithRole, 1],
    ['admin', 'adds a person to another organization', person(theirs.id, theirs), refused],
    ['admin', 'gives a role in another organization', role(theirs), refused],
    ['technician', 'adds a person', person(ours.id, ours), refused],
    ['technician', 'gives a role', role(ours), refused],
    ['customer', 'adds a person', person(ours.id, ours), refused],
    ['admin', 'renames people', `update profiles set full_name = 'X'`, 2],
    ['technician', 'renames people', `update profiles set full_name = 'X'`, 0],
    ['admin', 'changes roles', `update user_roles set role = 'admin'`, 2],
    ['technician', 'changes roles', `update user_roles set role = 'admin'`, 0],
    ['admin', 'deletes roles', `delete from user_roles`, refused],
    ['admin', 'deletes people', `delete from profiles`, refused],
    ['technician', 'reads names', names, 2],
    ['customer', 'reads names', names, 1],
    ['unlinked', 'reads names', names, 0],
    ['site', 'reads names', names, refused],
  ]
}

function enquiryWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const enquiry = (of: Organization, rest = '') =>
    `insert into enquiries (org_id, id, kind, name, email, message${rest && ', read_at'})
     values ('${of.id}', gen_random_uuid(), 'contact', 'X', 'x@example.se', 'X'${rest})`
  const reply = (of: Organization, by: string) =>
    `insert into enquiry_replies (org_id, id, enquiry_id, author, text) values ('${of.id}', gen_random_uuid(), '${of.enquiry}', '${by}', 'X')`
  const ofEnquiry = (by: string, number = `generate_ticket_number('${ours.enquiry}')`) =>
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, enquiry_id)
     values ('${ours.id}', gen_random_uuid(), ${number}, '${ours.customer}', 'X', 'X', '${by}', '${ours.enquiry}')`
  const receipt = (of: Organization) => `select from receipt_of_enquiry('${of.id}', '${of.enquiry}')`
  const search = `select from search_enquiries('samma', 'samma', 'open', null, null, 51)`
  const counted = `select from count_searched_enquiries('samma', 'samma')`
  const byEmail = `select from customers_reached_by('samma@example.se', null)`
  return [
    ['site', 'sends an enquiry', enquiry(ours), 1],
    ['site', 'sends an enquiry that is read', enquiry(ours, ', now()'), refused],
    ['site', 'changes enquiries', `update enquiries set done_at = now()`, refused],
    ['technician', 'sends an enquiry', enquiry(ours), refused],
    ['technician', 'marks all enquiries', `update enquiries set done_at = now()`, 2],
    ['technician', 'rewrites an enquiry', `update enquiries set message = 'X'`, refused],
    ['technician', 'deletes enquiries', `delete from enquiries`, 0],
    ['admin', 'deletes enquiries', `delete from enquiries`, 2],
    ['customer', 'deletes enquiries', `delete from enquiries`, 0],
    ['site', 'deletes enquiries', `delete from enquiries`, refused],
    ['jobs', 'deletes enquiries', `delete from enquiries`, refused],
    ['customer', 'marks all enquiries', `update enquiries set done_at = now()`, 0],
    ['jobs', 'marks all enquiries', `update enquiries set done_at = now()`, refused],
    ['technician', 'answers an enquiry', reply(ours, technician), 1],
    ['technician', 'answers an enquiry in another’s name', reply(ours, admin), refused],
    ['technician', 'answers an enquiry in another organization', reply(theirs, technician), refused],
    ['technician', 'rewrites an answer', `update enquiry_replies set text = 'X'`, refused],
    ['customer', 'answers an enquiry', reply(ours, portalUser), refused],
    ['site', 'answers an enquiry', reply(ours, technician), refused],
    ['technician', 'makes a ticket of an enquiry', ofEnquiry(technician), 1],
    ['customer', 'makes a ticket of an enquiry', ofEnquiry(portalUser), refused],
    ['site', 'reads the receipt of an enquiry', receipt(ours), 1],
    ['technician', 'reads the receipt of an enquiry', receipt(ours), refused],
    ['jobs', 'reads the receipt of an enquiry', receipt(ours), refused],
    ['site', 'changes the number of enquiries', `update enquiries set number = 1`, refused],
    ['technician', 'changes the number of enquiries', `update enquiries set number = 1`, refused],
    ['technician', 'searches enquiries', search, 1],
    ['customer', 'searches enquiries', search, 0],
    ['unlinked', 'searches enquiries', search, 0],
    ['site', 'searches enquiries', search, refused],
    ['jobs', 'searches enquiries', search, refused],
    ['technician', 'counts a search of enquiries', `${counted} where open = 1`, 1],
    ['customer', 'counts a search of enquiries', `${counted} where open > 0`, 0],
    ['site', 'counts a search of enquiries', counted, refused],
    ['jobs', 'counts a search of enquiries', counted, refused],
    ['technician', 'counts enquiries', `select from count_enquiries()`, 1],
    ['customer', 'counts enquiries', `select from count_enquiries()`, 0],
    ['site', 'counts enquiries', `select from count_enquiries()`, refused],
    ['technician', 'looks up customers by e-mail address', byEmail, 1],
    ['customer', 'looks up customers by e-mail address', byEmail, 0],
    ['site', 'looks up customers by e-mail address', byEmail, refused],
  ]
}

function vaultWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const secret = (of: Organization, by: string) =>
    `insert into customer_credentials (org_id, customer_id, version, key_id, envelope, created_by)
     values ('${of.id}', '${of.customer}', 2, 'k1', 'x', '${by}')`
  return [
    ['technician', 'saves technical information', secret(ours, technician), 1],
    ['technician', 'saves technical information in another organization', secret(theirs, technician), refused],
    ['technician', 'saves technical information in another’s name', secret(ours, admin), refused],
    ['customer', 'saves technical information', secret(ours, portalUser), refused],
    ['admin', 'changes technical information', `update customer_credentials set envelope = ''`, refused],
    ['admin', 'deletes technical information', `delete from customer_credentials`, refused],
    ['admin', 'adds a key', `insert into vault_keys (id) values ('k2')`, refused],
    ['owner', 'moves technical information', `update customer_credentials set version = 7`, refused],
    ['owner', 'deletes technical information', `delete from customer_credentials`, refused],
    ['owner', 'changes the key of technical information', `update customer_credentials set envelope = 'y'`, 2],
  ]
}

function mailAndBackupWrites({ ours }: TwoOrganizations): WriteProbe[] {
  const { technician, admin } = ours
  const mail = `insert into stored_mail (org_id, id, to_address, subject, body) values ('${ours.id}', gen_random_uuid(), 'x', 'x', 'x')`
  const backup = `insert into backups (id, kind, failure) values (gen_random_uuid(), 'asked', 'x')`
  const keyCopy = (by: string) => `insert into key_copies (fingerprint, confirmed_by) values ('y', '${by}')`
  return [
    ['admin', 'saves a mail', mail, refused],
    ['jobs', 'saves a mail', mail, 1],
    ['jobs', 'deletes old mail', `delete from stored_mail`, 2],
    ['admin', 'deletes mail', `delete from stored_mail`, refused],
    ['technician', 'writes a live event', `insert into live_changes (change) values ('{}')`, refused],
    ['jobs', 'changes a live event', `update live_changes set change = '{}'`, refused],
    ['jobs', 'forgets live events', 'delete from live_changes', 1],
    ['jobs', 'marks a mail as sent', 'update mail_handovers set sent_at = now()', 1],
    ['jobs', 'renames a mail attempt', `update mail_handovers set job = 'y'`, refused],
    ['admin', 'marks a mail as sent', 'update mail_handovers set sent_at = now()', refused],
    ['backup', 'records a backup', backup, 1],
    ['backup', 'marks a night as reported', 'update backup_nights set notified_at = now()', 1],
    ['backup', 'changes a night’s date', `update backup_nights set night = '2026-01-01'`, refused],
    ['backup', 'deletes nights', 'delete from backup_nights', 1],
    ['admin', 'marks a night as reported', 'update backup_nights set notified_at = now()', refused],
    ['backup', 'deletes backups', 'delete from backups', 2],
    ['admin', 'records a backup', backup, refused],
    ['admin', 'confirms a key copy', keyCopy(admin), 1],
    ['admin', 'confirms a key copy in another’s name', keyCopy(technician), refused],
    ['technician', 'confirms a key copy', keyCopy(technician), refused],
  ]
}

function logWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin } = ours
  const auditEntry = (org: string, by: string) =>
    `insert into audit_log (id, org_id, user_id, action, subject) values (gen_random_uuid(), '${org}', '${by}', 'x', 'x')`
  const idempotencyKey = (org: string, by: string) =>
    `insert into idempotency_keys (org_id, user_id, endpoint, key, body_hash) values ('${org}', '${by}', 'x', '12345678', 'x')`
  return [
    ['technician', 'writes the audit log', auditEntry(ours.id, technician), 1],
    ['technician', 'writes the audit log as another', auditEntry(ours.id, admin), refused],
    ['technician', 'writes the audit log in another organization', auditEntry(theirs.id, technician), refused],
    ['auth', 'writes the audit log', auditEntry(ours.id, technician), 1],
    ['admin', 'changes the audit log', `update audit_log set action = 'y'`, refused],
    ['admin', 'clears the audit log', `delete from audit_log`, refused],
    ['technician', 'saves an own key', idempotencyKey(ours.id, technician), 1],
    ['technician', 'saves another’s key', idempotencyKey(ours.id, admin), refused],
    ['technician', 'drops own keys', `delete from idempotency_keys`, refused],
    ['jobs', 'drops expired keys only', `delete from idempotency_keys`, 2],
    ['auth', 'ends all sessions', `update auth.sessions set ended_at = now()`, 2],
    ['site', 'counts a form', `insert into form_counters (key) values ('y')`, 1],
    ['site', 'renames a counter', `update form_counters set key = 'z'`, refused],
    ['jobs', 'counts a receipt', `insert into form_counters (key) values ('y')`, 1],
    ['jobs', 'renames a counter', `update form_counters set key = 'z'`, refused],
    ['jobs', 'forgets what was counted', 'delete from form_counters', refused],
    ['admin', 'reads the actor of a session', `select * from auth.session_actor('${ours.session}')`, refused],
  ]
}

/** No row can be moved to another organization. */
function moves({ theirs }: TwoOrganizations): WriteProbe[] {
  const movable = [
    ...['customers', 'contacts', 'customer_users', 'tickets', 'ticket_watchers', 'ticket_drafts'],
    ...['time_entries', 'clocks', 'reports', 'enquiries'],
  ]
  return [
    ...movable.map(
      (table): WriteProbe => ['technician', `moves ${table}`, `update ${table} set org_id = '${theirs.id}'`, refused],
    ),
    ...['company_facts', 'profiles', 'user_roles'].map(
      (table): WriteProbe => ['admin', `moves ${table}`, `update ${table} set org_id = '${theirs.id}'`, refused],
    ),
    ['admin', 'becomes another organization', `update organizations set id = '${theirs.id}'`, refused],
  ]
}
