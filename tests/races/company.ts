// Data for the races: one organization, and new rows for each round.
import { CompiledQuery } from 'kysely'
import { agreements } from '#features/billing/agreements.contract.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '../harness/harness.ts'

/** Yesterday, because a day of more than 16 hours accepts no comments with time. */
export const workDay = addDays(todayInStockholm(), -1)

export type Company = { orgId: string; admin: Person; technician: Person; customerId: string }
/** The rows of one round. */
export type Scene = Company & {
  /** The id of the customer. */
  id: string
  portalUser: Person
  ticketId: string
  timeId: string
  reportId: string
  enquiryId: string
  /** The contact without a login, and the contact of the portal user. */
  contactId: string
  loginContactId: string
  colleague: Person
  /** For a customer with prepaid hours: the hours, and two drafts each of which would draw all of them. */
  prepaidHoursId?: string
  basisIds?: [string, string]
}

export async function aCompany(h: Harness): Promise<Company> {
  const { id: orgId } = await h.anOrganization()
  const [admin, technician] = [await h.anAdmin({ orgId }), await h.aTechnician({ orgId })]
  return { orgId, admin, technician, customerId: (await h.aCustomer({ orgId })).id }
}

/** Runs a statement as the schema's owner, without row-level security of the users. */
export async function rowsOf<Row = unknown>({ database }: Harness, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await database.as('owner', (db) => db.executeQuery<Row>(CompiledQuery.raw(text, values)))
  return rows
}

/**
 * A customer that no row references, an enquiry, and another customer's time entry that may be moved to the customer.
 */
export const anUnreferencedCustomer = (h: Harness, company: Company) => insertScene(h, company, unreferenced)

/** A customer with a login, a ticket, open time, technical information, a report and an enquiry; and a colleague. */
export const aReferencedCustomer = (h: Harness, company: Company) => insertScene(h, company, unreferenced + references)

/** A customer with references whose time entry and report are marked as reported. */
export async function aBilledCustomer(h: Harness, company: Company): Promise<Scene> {
  const scene = await aReferencedCustomer(h, company)
  await rowsOf(
    h,
    `with rows as (update time_entries set reported = true, reported_at = now(), version = 2 where id = $1)
     update reports set marked_at = now(), marked_by = $2, marked_rows = 1 where id = $3`,
    [scene.timeId, company.technician.userId, scene.reportId],
  )
  return scene
}

/** A customer with two prepaid hours, and two drafts of different months each of which would draw both. */
export async function aCustomerWithHours(h: Harness, company: Company): Promise<Scene> {
  const scene = await aReferencedCustomer(h, company)
  const prepaidHoursId = uuidv7()
  const basisIds: [string, string] = [uuidv7(), uuidv7()]
  await rowsOf(
    h,
    `insert into prepaid_hours (org_id, id, customer_id, bought_on, minutes, price_ore, created_by)
     values ($1, $2, $3, '2026-01-01', 120, 0, $4)`,
    [scene.orgId, prepaidHoursId, scene.id, scene.technician.userId],
  )
  await rowsOf(
    h,
    `with made as (
       insert into invoice_bases (org_id, id, customer_id, customer_name, month, needs_approval, is_private, is_reverse_charge,
         row_count, minutes, labour_ore, travel_ore, material_ore, prepaid_hours_ore, rut_ore, net_ore, vat, vat_ore, total_ore)
       select $1, id, $3, 'Kund AB', month, false, false, false, 1, 120, 0, 0, 0, 0, 0, 0, '[]', 0, 0
       from unnest($4::uuid[], array['2026-02-01', '2026-03-01']::date[]) as basis (id, month))
     insert into invoice_basis_lines (org_id, basis_id, position, kind, prepaid_hours_id, quantity, per, unit, unit_ore, net_ore, vat_percent, is_rut)
     select $1, id, 1, 'drawn', $2, 120, 60, 'tim', 0, 0, 25, false from unnest($4::uuid[]) id`,
    [scene.orgId, prepaidHoursId, scene.id, basisIds],
  )
  return { ...scene, prepaidHoursId, basisIds }
}

/** A customer with a basis of February 2026 in this state, with one reported row, whose portal user may approve. */
export const anInvoiceBasisIn =
  (state: keyof typeof statesUntil) =>
  async (h: Harness, company: Company): Promise<Scene> => {
    const scene = await aCustomerWithHours(h, company)
    const { orgId, id, portalUser, technician, basisIds = ['', ''] } = scene
    const { id: termsId } = await h.as(company.admin).call(agreements.createTerms, { body: terms })
    await h
      .as(company.admin)
      .call(agreements.setOfCustomer, { params: { id }, body: { validFrom: '2026-01-01', termsId } })
    await rowsOf(h, 'update customer_users set may_approve = true where user_id = $1', [portalUser.userId])
    await rowsOf(
      h,
      `with hours as (
         insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, reported, reported_at)
         values ($1, $2, $3, $4, '2026-02-02', '08:00', '09:00', $3, true, now()))
       insert into invoice_basis_rows (org_id, basis_id, position, source, source_id, version, work_date, kind, technician, minutes,
         charged_minutes, after_hours_minutes, lines)
       values ($1, $5, 1, 'time', $2, 1, '2026-02-02', 'remote', 'T', 60, 60, 0, '{1}')`,
      [orgId, uuidv7(), technician.userId, id, basisIds[0]],
    )
    await rowsOf(h, 'update invoice_bases set outdated_at = null, check_at = null where id = $1', [basisIds[0]])
    for (const reached of statesUntil[state])
      await rowsOf(
        h,
        `update invoice_bases set state = $1, sent_at = coalesce(sent_at, now()),
           approved_at = case when $1 = 'sent' then approved_at else now() end,
           approved_name = case when $1 = 'sent' then approved_name else 'Anna' end where id = $2`,
        [reached, basisIds[0]],
      )
    return scene
  }

const statesUntil = {
  draft: [],
  sent: ['sent'],
  approved: ['sent', 'approved'],
  billed: ['sent', 'approved', 'billed'],
} as const

const terms = aTerms()

async function insertScene(h: Harness, company: Company, text: string): Promise<Scene> {
  const { orgId, technician, customerId } = company
  const [portalUser, colleague] = [await aPerson(h, orgId), await aPerson(h, orgId)]
  const [id, ticketId, timeId, reportId, enquiryId] = Array.from({ length: 5 }, uuidv7) as [
    ...[string, string, string, string, string],
  ]
  const [contactId, loginContactId] = [uuidv7(), uuidv7()]
  const parameters = {
    org: orgId,
    customer: id,
    other: customerId,
    technician: technician.userId,
    ticket: ticketId,
    time: timeId,
    time_of: text === unreferenced ? customerId : id,
    report: reportId,
    enquiry: enquiryId,
    day: workDay,
    contact: contactId,
    login_contact: loginContactId,
    login: portalUser.userId,
    login_session: portalUser.sessionId,
    login_email: portalUser.email,
    colleague: colleague.userId,
    colleague_session: colleague.sessionId,
    colleague_email: colleague.email,
  }
  // One statement: PostgreSQL checks its foreign keys at the end.
  const filled = text.replace(/:([a-z_]+)/g, (_, name: string) => `'${parameters[name as keyof typeof parameters]}'`)
  await rowsOf(h, `with ${filled} select 1`, [])
  return { ...company, id, portalUser, colleague, ticketId, timeId, reportId, enquiryId, contactId, loginContactId }
}

async function aPerson({ tokens }: Harness, orgId: string): Promise<Person> {
  const person = { userId: uuidv7(), sessionId: uuidv7(), email: `${uuidv7()}@example.se` }
  return { ...person, orgId, token: await tokens.sign(person) }
}

const unreferenced = `
  customer as (insert into customers (org_id, id, name) values (:org, :customer, 'Kund AB')),
  hours as (insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
    values (:org, :time, :technician, :time_of, :day, '08:00', '09:00', :technician)),
  enquiry as (insert into enquiries (org_id, id, kind, name, email, message)
    values (:org, :enquiry, 'contact', 'Sofia Lind', 'sofia.lind@example.se', 'Vi behöver hjälp.'))`

const references = `,
  people as (insert into auth.users (id, email, kind)
    values (uuid :login, :login_email, 'customer'), (uuid :colleague, :colleague_email, 'staff')),
  sessions as (insert into auth.sessions (id, user_id)
    values (uuid :login_session, uuid :login), (uuid :colleague_session, uuid :colleague)),
  contact as (insert into contacts (org_id, customer_id, id, name)
    values (:org, :customer, :contact, 'Kim Lund'), (:org, :customer, :login_contact, 'Lo Ek')),
  login as (insert into customer_users (org_id, user_id, customer_id, contact_id)
    values (:org, :login, :customer, :login_contact)),
  profile as (insert into profiles (id, org_id, full_name) values (:colleague, :org, 'Test Person')),
  role as (insert into user_roles (user_id, org_id, role) values (:colleague, :org, 'technician')),
  ticket as (insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by)
    values (:org, :ticket, nextval(cast(ticket_sequence(:org) as regclass)), :customer, 'WiFi nere', 'Ingen kontakt', :technician)),
  vault as (insert into customer_credentials (org_id, customer_id, version, envelope, created_by)
    values (:org, :customer, 1, '', :technician)),
  report as (insert into reports (org_id, id, created_by, customer_id, customer_name, period_from, period_to, row_count,
    minutes, already_reported) values (:org, :report, :technician, :customer, 'Kund AB', :day, :day, 1, 60, 0)),
  printed as (insert into report_rows (org_id, report_id, position, time_entry_id, version, work_date, customer_id,
    customer_name, technician, time_from, time_to, minutes)
    values (:org, :report, 1, :time, 1, :day, :customer, 'Kund AB', 'T', '08:00', '09:00', 60))`
