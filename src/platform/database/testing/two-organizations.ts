import type pg from 'pg'
import { insertTerms } from '#features/billing/testing/terms.ts'
import { uuidv7 } from '../uuid.ts'
import { fillFiles } from './two-organizations-files.ts'
import { fillInvoiceBases } from './two-organizations-invoice-bases.ts'
import { fillMail } from './two-organizations-mail.ts'
import { fillNotifications } from './two-organizations-notifications.ts'
import { fillQueue } from './two-organizations-queue.ts'
import { fillSignIn } from './two-organizations-sign-in.ts'

export type TwoOrganizations = { ours: Organization; theirs: Organization }
export type Organization = Awaited<ReturnType<typeof fill>>

/** Fills two organizations with the same rows: one for each kind of row that an actor may or may not read. */
export async function fillTwoOrganizations(superuser: pg.Client): Promise<TwoOrganizations> {
  await superuser.query(`insert into auth.attempts (key) values ('x')`)
  await superuser.query(`insert into form_counters (key) values ('x')`)
  await superuser.query(`insert into backup_nights (night) values ('2026-11-21')`)
  await superuser.query(`insert into mail_handovers (job) values ('x')`)
  await superuser.query(`insert into mail_outage (reason, refusals) values ('sender', '{x}')`)
  await superuser.query('delete from installation')
  await superuser.query(`insert into installation (fact, value) values ('x', 'x')`)
  await superuser.query(`insert into vault_keys (id) values ('k1')`)
  await superuser.query(
    `insert into backups (id, kind, failure) select gen_random_uuid(), 'nightly', 'x' from generate_series(1, 2)`,
  )
  const two = { ours: await fill(superuser), theirs: await fill(superuser) }
  await superuser.query(`delete from live_changes; select announce('{}')`)
  await superuser.query(`insert into key_copies (fingerprint, confirmed_by) values ('x', $1)`, [two.theirs.admin])
  return two
}

async function fill(db: pg.Client) {
  const [id, technician, admin, portalUser, otherPortalUser] = ids()
  const [customer, otherCustomer, unreferencedCustomer, ticket, otherTicket, session] = ids()
  const [freeLogin, freeStaff, colleague, equipment, recurring] = ids()
  const q = (sql: string, ...values: unknown[]) => db.query(sql, values)
  await q(`insert into organizations (id, name) values ($1, 'Samma AB')`, id)
  await q(`insert into company_facts (org_id) values ($1)`, id)
  await q(`update company_facts set closes = '16:30' where org_id = $1`, id)
  for (const [user, kind] of [
    [technician, 'staff'],
    [admin, 'staff'],
    [portalUser, 'customer'],
    [otherPortalUser, 'customer'],
    [colleague, 'customer'],
    [freeLogin, 'customer'],
    [freeStaff, 'staff'],
  ]) {
    await q(`insert into auth.users (id, email, kind) values ($1, $2, $3)`, user, `${user}@example.se`, kind)
  }
  for (const [user, role] of [
    [technician, 'technician'],
    [admin, 'admin'],
  ]) {
    await q(`insert into profiles (id, org_id, full_name) values ($1, $2, 'Samma Namn')`, user, id)
    await q(`insert into user_roles (user_id, org_id, role) values ($1, $2, $3)`, user, id, role)
    await q(`insert into staff_settings (org_id, user_id) values ($1, $2)`, id, user)
    await q(`insert into ticket_views values ($1, $2, $3, 'Samma', 'priority=high')`, id, uuidv7(), user)
  }
  const customers = [
    [customer, portalUser, technician, ticket],
    [otherCustomer, otherPortalUser, admin, otherTicket],
  ]
  for (const [index, [of, user, staff, about]] of customers.entries()) {
    await q(`insert into customers (org_id, id, name) values ($1, $2, 'Samma Kund')`, id, of)
    await q(`insert into customer_users (org_id, user_id, customer_id) values ($1, $2, $3)`, id, user, of)
    await q(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description) values ($1, $2, $3, $4, 'Samma', 'Samma')`,
      id,
      about,
      1001 + index,
      of,
    )
    for (const internal of [false, true]) {
      await q(
        `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal) values ($1, $2, $3, $4, $5, 'Samma', $6)`,
        id,
        uuidv7(),
        of,
        about,
        staff,
        internal,
      )
    }
    // Three history rows: one that the customer may read and two that it may not, one of which no job may read.
    await q(
      `update tickets set status = 'in_progress', assigned_to = $1, priority = 'high' where id = $2`,
      staff,
      about,
    )
    await q(
      `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, minutes)
       values ($1, $2, $3, $4, '2026-11-20', '08:00', '09:00', $3, 1)`,
      id,
      uuidv7(),
      staff,
      of,
    )
  }
  // Of the first customer, but not of its tickets: the other login gets copies of the first.
  await q(
    `insert into customer_users (org_id, user_id, customer_id, sees_company) values ($1, $2, $3, false)`,
    id,
    colleague,
    customer,
  )
  const contactOf = async (user: string): Promise<string> =>
    (await q('select contact_id from customer_users where user_id = $1', user)).rows[0].contact_id
  const [contact, colleagueContact] = [await contactOf(portalUser), await contactOf(colleague)]
  await q(
    `insert into ticket_watchers (org_id, customer_id, ticket_id, contact_id) values ($1, $2, $3, $4)`,
    ...[id, customer, ticket, contact],
  )
  await q(`insert into reported_time_sums values ($1, 2025, 1, 60)`, id)
  for (const user of [technician, portalUser, colleague])
    await q(
      `insert into ticket_drafts (org_id, user_id, ticket_id, comment) values ($1, $2, $3, 'x')`,
      id,
      user,
      ticket,
    )
  await fillQueue(db, { id, users: [technician, admin], ticket })
  await q(`insert into clocks (org_id, user_id, id) values ($1, $2, $3)`, id, technician, uuidv7())
  for (const user of [technician, admin])
    await q(
      `insert into expenses (org_id, id, customer_id, user_id, work_date, kind, article, quantity, unit, created_by)
       values ($1, $2, $3, $4, '2026-11-20', 'travel', 'Samma', 1, 'km', $4)`,
      ...[id, uuidv7(), customer, user],
    )
  for (const days of [1, 100]) {
    await q(
      `insert into stored_mail (org_id, id, to_address, subject, body, created_at)
       values ($1, $2, 'x@example.se', 'x', 'x', now() - $3 * interval '1 day')`,
      id,
      uuidv7(),
      days,
    )
  }
  await q(`insert into customers (org_id, id, name) values ($1, $2, 'Ensam kund')`, id, unreferencedCustomer)
  await q(
    `insert into customer_credentials (org_id, customer_id, version, key_id, envelope, created_by) values ($1, $2, 1, 'k1', 'x', $3)`,
    id,
    customer,
    technician,
  )
  await q(
    `insert into equipment (org_id, customer_id, id, name, serial, created_by) values ($1, $2, $3, 'Dator', 'SN-1', $4)`,
    ...[id, customer, equipment, technician],
  )
  const [usedTerms, unusedTerms] = ids()
  await q(
    insertTerms(
      `select $1::uuid as org_id, id, 'Samma' as name, $3::uuid as created_by from unnest($2::uuid[]) terms (id)`,
    ),
    ...[id, [usedTerms, unusedTerms], admin],
  )
  await q(
    `insert into agreements (org_id, customer_id, valid_from, terms_id) values ($1, $2, '2026-01-01', $3)`,
    ...[id, customer, usedTerms],
  )
  await q(`insert into default_terms (org_id, valid_from, terms_id) values ($1, '2026-01-01', $2)`, id, usedTerms)
  await q(`insert into vat_rates (org_id, valid_from, percent) values ($1, '2026-01-01', 25)`, id)
  const bases = await fillInvoiceBases(db, { id, admin, portalUser, customer, otherCustomer })
  await q(
    `insert into recurring_tickets (org_id, customer_id, id, title, description, every, first_on, handled_until, created_by)
     values ($1, $2, $3, 'Samma', 'Samma', 'month', '2026-11-02', '2026-11-01', $4)`,
    ...[id, customer, recurring, technician],
  )
  await q(`insert into ticket_equipment values ($1, $2, $3, $4)`, id, customer, ticket, equipment)
  await fillSignIn(db, technician, session)
  // One is old enough to be deleted; another is as old but marked, and must not be deleted.
  const [reportId] = ids()
  for (const [report, days, marker] of [
    [reportId, 1, null],
    [uuidv7(), 8, null],
    [uuidv7(), 8, technician],
  ]) {
    await q(
      `insert into reports (org_id, id, created_by, created_at, period_from, period_to, row_count, minutes, already_reported,
         marked_at, marked_by, marked_rows)
       values ($1, $2, $3, now() - $4 * interval '1 day', '2026-11-01', '2026-11-30', 1, 60, 0,
         case when $5::uuid is not null then now() end, $5, case when $5::uuid is not null then 1 end)`,
      ...[id, report, technician, days, marker],
    )
  }
  await q(
    `insert into report_rows (org_id, report_id, position, time_entry_id, version, work_date, customer_id, customer_name,
       technician, time_from, time_to, minutes)
     values ($1, $2, 1, $3, 1, '2026-11-20', $4, 'Samma Kund', 'Samma Namn', '08:00', '09:00', 60)`,
    ...[id, reportId, uuidv7(), customer],
  )
  // One is suspected spam, of which the second ticket is made.
  const [enquiry, suspect] = ids()
  for (const [sent, isSuspect, number] of [
    [enquiry, false, 2001],
    [suspect, true, 1002],
  ])
    await q(
      `insert into enquiries (org_id, id, kind, name, email, phone, message, is_suspect, number)
       values ($1, $2, 'contact', 'Samma Namn', 'samma@example.se', '070-123 45 67', 'Samma', $3, $4)`,
      ...[id, sent, isSuspect, number],
    )
  await q(
    `insert into enquiry_replies (org_id, id, enquiry_id, author, text) values ($1, $2, $3, $4, 'Samma')`,
    ...[id, uuidv7(), enquiry, technician],
  )
  await q(`update customers set email = 'samma@example.se' where org_id = $1 and id = $2`, id, customer)
  await q(
    `insert into audit_log (id, org_id, user_id, action, subject, reason)
     values ($1, $3, $4, 'x', 'x', null), ($2, $3, $4, 'read', 'credentials', 'x')`,
    ...[uuidv7(), uuidv7(), id, technician],
  )
  // The audit entry about which a mail is sent.
  await q(
    `insert into audit_log (id, org_id, user_id, action, subject) values ($1, $2, $3, 'email_changed', 'login')`,
    uuidv7(),
    id,
    admin,
  )
  await q(
    `insert into idempotency_keys (org_id, user_id, endpoint, key, body_hash, created_at)
     values ($1, $2, 'y', '87654321', 'y', now()), ($1, $2, 'y', '87654320', 'y', now() - interval '25 hours')`,
    id,
    technician,
  )
  await q('insert into ticket_links values ($1, $2, $3)', id, ...[ticket, otherTicket].toSorted())
  await q('update tickets set created_by = $2 where id = $1', ticket, portalUser)
  await q('update tickets set created_by = $2, enquiry_id = $3 where id = $1', otherTicket, technician, suspect)
  const file = await fillFiles(db, {
    id,
    admin,
    technician,
    portalUser,
    customer,
    otherCustomer,
    ticket,
    otherTicket,
    enquiry,
  })
  const mailbox = await fillMail(db, id)
  await q('select start_ticket_numbers($1)', id)
  await q(
    `insert into portal_counts (org_id, customer_id, contact_id, counted, moments)
     select org_id, customer_id, id, 'tickets', array[now()] from contacts where org_id = $1 and id = $2`,
    id,
    contact,
  )
  await q(`insert into ticket_mail_counts (org_id, ticket_id, address) values ($1, $2, 'x@example.se')`, id, ticket)
  await q(`insert into ticket_mail_subjects (org_id, ticket_id, subject) values ($1, $2, 'Samma')`, id, ticket)
  await q(
    `insert into sent_letters (org_id, message_id, ticket_id, subject, text) values ($1, 'samma', $2, 'Samma', 'Samma')`,
    ...[id, ticket],
  )
  await q(
    `insert into removed_enquiries (org_id, id, ticket_id, address_hashes) values ($1, gen_random_uuid(), $2, '{}')`,
    ...[id, ticket],
  )
  await q(
    `insert into undelivered_mail (org_id, id, message_id, address, ticket_id) values ($1, $2, 'x', 'x@example.se', $3)`,
    ...[id, uuidv7(), ticket],
  )
  return {
    mailbox,
    file,
    id,
    technician,
    admin,
    portalUser,
    otherPortalUser,
    freeLogin,
    freeStaff,
    session,
    colleague,
    contact,
    colleagueContact,
    ...bases,
    customer,
    otherCustomer,
    unreferencedCustomer,
    ticket,
    otherTicket,
    reportId,
    enquiry,
    equipment,
    alarm: await fillNotifications(db, { id, technician, admin, ticket, otherTicket }),
    recurring,
    unusedTerms,
  }
}

function ids(): [string, string, string, string, string, string] {
  return [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]
}
