// A row is deleted while another transaction inserts a reference to it: for each such foreign key the response is
// defined.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerRecords } from '#app/server/customer-records.ts'
import { inviteLogin } from '#features/customers/server/portal-logins.queries.ts'
import { removeCustomer } from '#features/customers/server/removal.queries.ts'
import { removeEnquiry } from '#features/inbox/server/enquiries.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { captureLog } from '../harness/captured-log.ts'
import { type Harness, startHarness } from '../harness/harness.ts'
import { openTransaction, untilLockWaits } from '../harness/open-transaction.ts'
import { aCompany, anUnreferencedCustomer, type Company, rowsOf, type Scene } from '../races/company.ts'
import { customerOperations } from '../races/customer-operations.ts'
import type { Operation } from '../races/operation.ts'
import { enquiryOperations } from '../races/operations.ts'

let h: Harness
let company: Company
let scene: Scene
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ logger: errors.logger })
  company = await aCompany(h)
})
beforeEach(async () => {
  errors.clear()
  scene = await anUnreferencedCustomer(h, company)
})
afterAll(() => h.stop())

/** Foreign keys to rows that a role of the program may delete, with the response to a concurrent insert. */
const responses: Record<string, string> = {
  customer_users_org_id_customer_id_fkey: 'invite: 404, tested below',
  contacts_customer: 'the customer is locked first (lockCustomer), as for a new ticket: 404',
  billing_details_customer: 'fill in billing details: 404, tested below',
  invoice_recipients_customer: 'add an invoice recipient: 404, tested below',
  tickets_customer: 'new ticket: 404, tested below; a customer with a login, who could open one too, is never deleted',
  time_entries_customer: 'new time row, move a time row: 404, tested below',
  expenses_customer: 'new travel: 404, tested below',
  clocks_customer: 'the customer is locked first: 404, tested in clock.api.test.ts; a clock of a deleted one has none',
  customer_credentials_org_id_customer_id_fkey: 'save technical information: 404, tested below',
  equipment_customer: 'add equipment: 404, tested below',
  recurring_tickets_customer: 'add a recurring ticket: 404, tested below',
  agreements_customer: 'give an agreement: 404, tested below',
  agreements_terms: 'give an agreement: 404 for terms that do not exist, tested in agreements.api.test.ts',
  default_terms_terms: 'the same',
  prepaid_hours_customer: 'the customer is locked first (lockActiveCustomer): 404',
  charges_customer: 'the customer is locked first (lockActiveCustomer): 404',
  customer_discounts_customer: 'the same',
  charge_quantities_charge: 'change a charge that is removed meanwhile: 404, tested in charges.api.test.ts',
  charge_prices_charge: 'the same',
  charge_discounts_charge: 'the same',
  imported_counts_customer: 'import a list: 422 for a customer that is gone, tested in count-import.api.test.ts',
  invoice_basis_counts_charge: 'make a basis: the customer is locked first, as when a charge is removed',
  invoice_basis_counts_invoice_basis: 'written with their basis, in its transaction',
  invoice_basis_lines_charge: 'make a basis: the customer is locked first, as when a charge is removed',
  used_hours_customer: 'written by a job: it fails, and finds no customer when it is run again',
  drawdowns_invoice_basis: 'written with a billed basis; only drafts are deleted',
  invoice_bases_customer: 'make a basis: the customer is locked first: 404, tested in invoice-bases.api.test.ts',
  invoice_basis_lines_invoice_basis: 'written with their basis, in its transaction',
  invoice_basis_rows_invoice_basis: 'the same',
  free_lines_invoice_basis: 'the draft is locked first: 404, or written with a new basis, in its transaction',
  invoice_basis_pdfs_invoice_basis: 'written by a job for a billed basis; only drafts are deleted',
  ended_approvals_invoice_basis: 'written with the update of an approved basis; only drafts are deleted',
  reports_org_id_customer_id_fkey: 'generate a report: 404, tested below',
  open_time_sums_org_id_customer_id_fkey:
    'written with a time row of the customer, for which time_entries_customer is checked first',
  customer_time_sums_org_id_customer_id_fkey: 'the same',
  enquiry_replies_enquiry: 'answer: 404, tested below',
  enquiry_forwards_enquiry: 'forward it: 404, tested below',
  tickets_made_of: 'make a ticket: 404, tested below',
  mail_messages_mailbox: 'written by the reader of the mailbox, which ends when it is removed',
  mail_messages_enquiry: 'written with the enquiry, or while its row is locked by the reply',
  undelivered_mail_enquiry: 'written by the reader of a mailbox: it reads the mail again, and finds no enquiry',
  sent_letters_enquiry: 'written by a job after the mail: it fails, and finds the mail sent when it is run again',
  company_pictures_file:
    'set while the file is attached; replaced and removed with the picture, tested in brand.system.test.ts',
  files_customer: 'attach a document: the customer is locked first (lockActiveCustomer): 404',
  staff_notifications_enquiry:
    'written in the transaction that stores the enquiry, or by an alarm’s step: it fails, and finds no alarm when it is run again',
  answer_reminders_enquiry: 'written with a change of the enquiry',
  on_call_alarms_enquiry: 'written in the transaction that stores the enquiry',
  files_enquiry: 'attached in the transaction that stores the enquiry',
  report_rows_org_id_report_id_fkey: 'written with their report; only old reports are deleted',
  file_chunks_file: 'written by who sends the file while it is received; one removed meanwhile: 409, tested with files',
  factor_challenges_factor_id_fkey: 'the login is locked first (lockLogin): 404, as for a removed factor',
  factor_challenges_session_id_fkey: 'the same, while the session is active; only expired ones are deleted',
  recovery_codes_factor_id_fkey: 'written with their factor, or while the login is locked',
  refresh_tokens_session_id_fkey:
    'written with the session or while it is locked and active; only expired ones are deleted',
}

test('A-242: every foreign key to a row that may be deleted has a defined response', async () => {
  const { rows } = await h.test.superuser.query<{ name: string; target: string; isDeletable: boolean }>(
    `select conname as name, confrelid::regclass::text as target, exists (
       select from unnest(array['app', 'auth', 'site', 'jobs', 'backup']) role
       where has_table_privilege('stodpunkt_' || role, confrelid, 'delete')) as "isDeletable"
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where contype = 'f' and n.nspname in ('stodpunkt', 'auth')`,
  )
  expect(rows.length).toBeGreaterThan(40)
  const deletable = rows.filter(({ isDeletable }) => isDeletable)
  expect(deletable.map(({ name }) => name).sort()).toEqual(Object.keys(responses).sort())
  // Other referenced rows are never deleted: tickets, users, organizations, keys.
  expect([...new Set(deletable.map(({ target }) => target))].sort()).toEqual(
    [
      'auth.factors',
      'auth.sessions',
      'charges',
      'customers',
      'enquiries',
      'files',
      'invoice_bases',
      'mailboxes',
      'reports',
      'terms',
    ].sort(),
  )
})

const asStaff = <T>(work: (db: Db, actor: StaffActor) => Promise<T>) =>
  openTransaction(h, company.admin, (db, actor) => {
    if (actor.kind !== 'staff') throw new Error('not staff')
    return work(db, actor)
  })
const perform = ({ by, does }: Operation) => does(h.as(by(scene)).call, scene)
const operationsNamed = (operations: Operation[], ...names: string[]) =>
  names.map((name) => {
    const found = operations.find((operation) => operation.name === name)
    if (!found) throw new Error(`There is no operation '${name}'`)
    return found
  })
const addedRows = async ({ adds: [rows] = [] }: Operation) => {
  if (!rows) return 0
  const [found] = await rowsOf<{ rows: number }>(
    h,
    `select count(*)::int as rows from ${rows.table} where ${rows.column} = $1`,
    [rows.of(scene)],
  )
  return found?.rows
}

const onCustomers = operationsNamed(
  customerOperations,
  ...['invite', 'new ticket', 'new time row', 'move a time row to the customer', 'generate a report'],
  ...[
    'save technical information',
    'add equipment',
    'fill in billing details',
    'add an invoice recipient',
    'give an agreement',
    'new travel',
    'add a recurring ticket',
    'make a ticket of the enquiry',
  ],
)

describe.each(onCustomers)('A-241: $name', (operation) => {
  test('while the customer is deleted: waits, then gets 404', async () => {
    const removal = await asStaff((db, actor) => removeCustomer(db, actor, scene.id, customerRecords))
    const outcome = perform(operation).catch((error: unknown) => error)
    await untilLockWaits(h)
    expect(await removal.end()).toEqual({ outcome: 'deleted' })
    expect(await outcome).toMatchObject({ status: 404, message: 'Kund hittades inte' })
    expect(await addedRows(operation)).toBe(0)
    expect(errors.text()).toBe('')
  })

  test('while the customer is archived: waits, then is refused, except for a report', async () => {
    await rowsOf(h, `update time_entries set customer_id = $1 where id = $2`, [scene.id, scene.timeId])
    await rowsOf(
      h,
      `insert into reports (org_id, id, created_by, customer_id, customer_name, period_from, period_to, row_count, minutes,
         already_reported) values ($1, $2, $3, $4, 'Kund AB', '2026-01-01', '2026-01-01', 0, 0, 0)`,
      [company.orgId, uuidv7(), company.admin.userId, scene.id],
    )
    const isNoChange = operation.name === 'move a time row to the customer' // the row already belongs to the customer
    const before = await addedRows(operation)
    const removal = await asStaff((db, actor) => removeCustomer(db, actor, scene.id, customerRecords))
    const outcome = perform(operation).catch((error: unknown) => error)
    if (!isNoChange) await untilLockWaits(h)
    expect(await removal.end()).toEqual({ outcome: 'archived' })
    if (isNoChange || operation.name === 'generate a report') return expect(await outcome).toHaveProperty('id')
    expect(await outcome).toMatchObject({ status: 422, message: expect.stringContaining('Kunden är arkiverad') })
    expect(await addedRows(operation)).toBe(before)
  })
})

test('A-241: removing a customer waits for a login being invited, and archives both', async () => {
  const [invite, removal] = [
    ...operationsNamed(customerOperations, 'invite'),
    ...operationsNamed(customerOperations, 'remove the customer'),
  ] as [Operation, Operation]
  const rights = { seesCompany: true, mayApprove: false, getsCompanyMail: true }
  const invitee = { id: scene.id, email: `${uuidv7()}@example.se`, password: 'x', fullName: null, ...rights }
  const invitation = await asStaff((db, actor) => inviteLogin(db, actor, async () => 'hash', invitee))
  const outcome = perform(removal)
  await untilLockWaits(h)
  await invitation.end()
  expect(await outcome).toEqual({ outcome: 'archived' })
  expect(await addedRows(invite)).toBe(1)
})

const onEnquiries = operationsNamed(
  enquiryOperations,
  ...[
    'answer',
    'forward it',
    'make a ticket of the enquiry',
    'make a ticket and a customer of it',
    'mark done',
    'read it',
  ],
)

test.each(onEnquiries)('A-241: $name, while the enquiry is removed: waits, then gets 404', async (operation) => {
  const removal = await asStaff((db, actor) => removeEnquiry(db, actor, scene.enquiryId))
  const outcome = perform(operation).catch((error: unknown) => error)
  await untilLockWaits(h)
  await removal.end()
  expect(await outcome).toMatchObject({ status: 404, message: 'Förfrågan finns inte' })
  expect(errors.text()).toBe('')
})

test('A-242: an unforeseen constraint violation is answered in Swedish, and logged', async () => {
  const broken = await startHarness({
    on: h.test,
    tokens: h.tokens,
    logger: errors.logger,
    register: (app) => {
      app.get('/violation', { config: { allow: 'anyone' } }, () =>
        app.database.as('owner', (db) =>
          db
            .insertInto('customerUsers')
            .values({ orgId: company.orgId, userId: company.admin.userId, customerId: uuidv7() })
            .execute(),
        ),
      )
    },
  })
  const answer = await broken.app.inject('/violation')
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    error: { message: 'Något som det här hör till har just tagits bort. Ladda om sidan och försök igen.' },
  })
  expect(errors.text()).toContain('contacts_customer')
  await broken.stop()
})
