// What the screen of a customer shows, in one statement.
import { sql } from 'kysely'
import { currentTermsOf } from '#agreements/server/current-terms.queries.ts'
import { hoursLeftOf } from '#agreements/server/hours-left.queries.ts'
import type { HoursLeft } from '#agreements/used-hours.contract.ts'
import type { Db } from '#db/database.ts'
import { preparedQuery } from '#db/prepared-query.ts'
import type { NamedEquipment } from '#equipment/equipment.contract.ts'
import { countEquipmentOf, expiringEquipmentOf } from '#equipment/server/ticket-equipment.queries.ts'
import { countDocumentsOf } from '#files/server/documents.queries.ts'
import { notFound } from '#lib/server/app-error.ts'
import {
  column,
  type JsonOf,
  objectJson,
  ReadyJson,
  readyPage,
  textJson,
  timeJson,
  unquotedJson,
  wordJson,
} from '#lib/server/ready-json.ts'
import { countUnresolvedTickets, firstUnresolvedTickets } from '#tickets/server/customer-tickets.queries.ts'
import type { TicketRow } from '#tickets/tickets.contract.ts'
import { newestEntries, pageOfEntries, totalOfTime } from '#time/server/time-list.queries.ts'
import type { TimeTotal } from '#time/time.contract.ts'
import {
  type ContactToCall,
  type CustomerScreen,
  SHOWN_CONTACTS_MAX,
  SHOWN_TICKETS_MAX,
} from '../customer-screen.contract.ts'
import { CUSTOMER_NOT_FOUND, type Customer } from '../customers.contract.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { customerById } from './customers.queries.ts'

const loginJson = column<PortalLogin>(
  objectJson({
    id: wordJson('id'),
    email: textJson('email'),
    fullName: textJson('full_name'),
    invitedAt: timeJson('invited_at'),
    lastSeenAt: timeJson('last_seen_at'),
    isRevoked: unquotedJson<boolean>('is_revoked'),
    hasPassword: unquotedJson<boolean>('has_password'),
    contactId: wordJson('contact_id'),
    seesCompany: unquotedJson<boolean>('sees_company'),
    mayApprove: unquotedJson<boolean>('may_approve'),
    getsCompanyMail: unquotedJson<boolean>('gets_company_mail'),
    version: unquotedJson<number>('version'),
  }),
)

const contactJson = column<ContactToCall>(
  objectJson({
    id: wordJson('id'),
    name: textJson('name'),
    title: textJson('title'),
    phone: textJson('phone'),
    mobile: textJson('mobile'),
    email: textJson('email'),
  }),
)

/** The contacts to call first: those with a number, of these the latest to report a ticket, then by name. A JSON array. */
const firstContacts = (customerId: string) => sql<JsonOf<ContactToCall[]>>`(
  select '[' || coalesce(string_agg(${contactJson}, ',' order by place), '') || ']' from (
    select *, row_number() over (order by coalesce(mobile, phone) is null, latest desc nulls last,
      name collate "sv-SE-x-icu", id) as place
    from contacts
      left join lateral (select max(created_at) as latest from tickets
        where tickets.org_id = contacts.org_id and tickets.reported_by = contacts.id) as reported on true
    where customer_id = ${customerId} and archived_at is null
    order by place limit ${sql.lit(SHOWN_CONTACTS_MAX)}) as first
)`

type Row = Customer & {
  contacts: JsonOf<ContactToCall[]>
  contactCount: number
  logins: JsonOf<PortalLogin[]>
  unresolved: JsonOf<TicketRow[]>
  unresolvedCount: number
  expiring: JsonOf<NamedEquipment[]>
  agreement: CustomerScreen['agreement']
  hours: JsonOf<HoursLeft[]>
  equipmentCount: number
  documentCount: number
  entries: string | null
  total: TimeTotal
}

const screen = preparedQuery<Row, { id: string; today: string }>((db, { id, today }) => {
  const work = [db, { customerId: id }, { isReportedIncluded: true }] as const
  return sql`select customer.*,
    ${firstContacts(id)} as contacts,
    (select count(*)::int from contacts where customer_id = ${id} and archived_at is null) as contact_count,
    (select '[' || coalesce(string_agg(${loginJson}, ',' order by invited_at, id), '') || ']' from logins_of(${id})) as logins,
    (select '[' || coalesce(string_agg(json, ','), '') || ']' from (${firstUnresolvedTickets(db, id, SHOWN_TICKETS_MAX)}) as first) as unresolved,
    (${countUnresolvedTickets(db, id)}) as unresolved_count,
    ${expiringEquipmentOf(id, today)} as expiring,
    ${currentTermsOf(id, today)} as agreement,
    ${hoursLeftOf(id, today)} as hours,
    ${countEquipmentOf(id)} as equipment_count,
    ${countDocumentsOf(id)} as document_count,
    (select string_agg(json, E'\n') from (${newestEntries(...work)}) as newest) as entries,
    (select json_build_object('rows', rows, 'minutes', minutes) from (${totalOfTime(...work)}) as sums) as total
    from (${customerById(db, id)}) as customer`
})

/** The customer with whom to call, its logins, its tickets with work left, its agreement, what it has, and the first page of its time entries. Throws 404 for an unknown customer. */
export async function getCustomerScreen(db: Db, id: string, today: string): Promise<ReadyJson<CustomerScreen>> {
  const [row] = await screen(db, { id, today })
  if (!row) throw notFound(CUSTOMER_NOT_FOUND)
  const { contacts, contactCount, logins, unresolved, unresolvedCount, expiring, hours, entries, total, ...rest } = row
  const { agreement, equipmentCount, documentCount, ...customer } = rest
  const time = readyPage({ ...pageOfEntries(entries?.split('\n') ?? []), total })
  return new ReadyJson(
    `{"customer":${JSON.stringify(customer)},"contacts":{"rows":${contacts},"total":${contactCount}},"logins":${logins},"unresolved":{"rows":${unresolved},"total":${unresolvedCount}},"expiring":${expiring},"agreement":${JSON.stringify(agreement)},"hours":${hours},"equipmentCount":${equipmentCount},"documentCount":${documentCount},"time":${time.text}}`,
  )
}
