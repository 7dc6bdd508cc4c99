// What the screen of a ticket shows, in one statement.

import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { preparedQuery } from '#db/prepared-query.ts'
import type { NamedEquipment } from '#equipment/equipment.contract.ts'
import { equipmentOf } from '#equipment/server/ticket-equipment.queries.ts'
import type { AttachedFile } from '#files/files.contract.ts'
import { filesJson } from '#files/server/attached-files.queries.ts'
import { FORMER_USER } from '#lib/names.rules.ts'
import { notFound } from '#lib/server/app-error.ts'
import {
  column,
  type JsonOf,
  type JsonSql,
  nullWhen,
  objectJson,
  ReadyJson,
  textJson,
  timeJson,
  unquotedJson,
  wordJson,
} from '#lib/server/ready-json.ts'
import type { ExpenseTotal } from '#time/expenses.contract.ts'
import { expenseTotalJson } from '#time/server/expense-list.queries.ts'
import type { TimeTotal } from '#time/time.contract.ts'
import type { TicketChange, TicketChangeField } from '../ticket-changes.contract.ts'
import type { TicketContact } from '../ticket-contacts.contract.ts'
import {
  type ThreadEntry,
  TICKET_NOT_FOUND,
  type Ticket,
  type TicketComment,
  type TicketScreen,
} from '../tickets.contract.ts'
import { nameOf, ticketJson, ticketSource } from './ticket-json.ts'

const personJson = (id: string) =>
  objectJson({ id: wordJson(id), fullName: textJson(`coalesce(${nameOf(id)}, '${FORMER_USER}')`) })

const undeliveredJson: JsonSql<string[]> = {
  sql: `coalesce((select json_agg(u.address order by u.address) from undelivered_mail u
    where u.org_id = ticket_comments.org_id and u.comment_id = ticket_comments.id)::text, '[]')`,
}

const commentJson = column<TicketComment>(
  objectJson({
    kind: wordJson<'comment'>(`'comment'`),
    id: wordJson('ticket_comments.id'),
    createdAt: timeJson('ticket_comments.created_at'),
    author: personJson('coalesce(ticket_comments.user_id, ticket_comments.contact_id)'),
    byCustomer: unquotedJson<boolean>('by_customer'),
    isInternal: unquotedJson<boolean>('ticket_comments.is_internal'),
    comment: textJson('comment'),
    folded: textJson('folded'),
    files: filesJson('file.ticket_id = ticket_comments.ticket_id and file.comment_id = ticket_comments.id'),
    mailId: wordJson(
      '(select m.id from mail_messages m where m.org_id = ticket_comments.org_id and m.comment_id = ticket_comments.id limit 1)',
    ),
    undelivered: undeliveredJson,
  }),
)

/** A value of the history; people are shown by name. */
const displayed = (value: string) =>
  textJson(
    `case when ${value} is null then null
      when field = 'assignee' then coalesce(${nameOf(`${value}::uuid`)}, '${FORMER_USER}')
      when field in ('reporter', 'copy') then (select c.name from contacts c
        where c.org_id = ticket_changes.org_id and c.id = ${value}::uuid)
      else ${value} end`,
  )

const changeJson = column<TicketChange>(
  objectJson({
    kind: wordJson<'change'>(`'change'`),
    id: wordJson('id'),
    createdAt: timeJson('created_at'),
    author: nullWhen('user_id is null', personJson('user_id')),
    field: wordJson<TicketChangeField>('field'),
    before: displayed('before'),
    after: displayed('after'),
    byComment: unquotedJson<boolean>('by_comment'),
  }),
)

/** The common table of the names in a ticket, `people`. */
const peopleOf = (id: string) => sql`people as materialized (
  select id, full_name from names_of(array(
    select coalesce(user_id, contact_id) from ticket_comments where ticket_id = ${id}
    union select user_id from ticket_changes where ticket_id = ${id}
    union select unnest(array[before, after])::uuid from ticket_changes where ticket_id = ${id} and field = 'assignee'
    union select created_by from tickets where id = ${id}
  ))
)`

/** The entries of the thread, oldest first; a comment comes before the change that it caused at the same time. */
const threadOf = (id: string) => sql<JsonOf<ThreadEntry[]>>`(
  select '[' || coalesce(string_agg(entry, ',' order by created_at, is_change, id), '') || ']' from (
    select created_at, false as is_change, id, ${commentJson} as entry from ticket_comments where ticket_id = ${id}
    union all
    select created_at, true, id, ${changeJson} from ticket_changes where ticket_id = ${id}
  ) as entries
)`

/** Those of the ticket itself. */
const filesOf = (id: string) =>
  sql<JsonOf<AttachedFile[]>>`(select ${ownFilesJson} from (select ${id}::uuid as id) as ticket)`
const ownFilesJson = column(filesJson('file.ticket_id = ticket.id and file.comment_id is null'))

const mailOf = (id: string) => sql<string | null>`(
  select m.id from mail_messages m where m.ticket_id = ${id} and m.fate = 'ticket' limit 1
)`

const toContactJson = column<TicketContact>(
  objectJson({
    name: textJson('coalesce(reporter.name, enquiry.name, login.full_name, login.email, customer.name)'),
    phone: textJson('coalesce(reporter.mobile, reporter.phone, enquiry.phone, customer.phone)'),
    email: textJson('coalesce(reporter.email, enquiry.email, login.email, customer.email)'),
    hasReported: unquotedJson<boolean>('reporter.id is not null or enquiry.id is not null or login.id is not null'),
  }),
)

const contactOf = (id: string) => sql<JsonOf<TicketContact>>`(
  select ${toContactJson} from tickets ticket
    join customers customer on customer.org_id = ticket.org_id and customer.id = ticket.customer_id
    left join contacts reporter on reporter.org_id = ticket.org_id and reporter.id = ticket.reported_by
    left join enquiries enquiry on enquiry.org_id = ticket.org_id and enquiry.id = ticket.enquiry_id
    left join lateral logins_of(ticket.customer_id) login on login.id = ticket.created_by
  where ticket.id = ${id}
)`

const totalJson = column<TimeTotal>(
  objectJson({
    rows: unquotedJson<number>('count(*)'),
    minutes: unquotedJson<number>('coalesce(sum(minutes), 0)'),
  }),
)

/** The sum of the ticket's time, reported or not. */
const timeOf = (id: string) => sql<JsonOf<TimeTotal>>`(
  select ${totalJson} from time_entries where ticket_id = ${id} and deleted_at is null
)`

/** The sums of the ticket's travel and material. */
const expensesOf = (id: string) => sql<JsonOf<ExpenseTotal>>`(
  select ${expenseTotalJson} from expenses where ticket_id = ${id} and deleted_at is null
)`

type Screen = {
  ticket: JsonOf<Ticket>
  contact: JsonOf<TicketContact>
  equipment: JsonOf<NamedEquipment[]>
  files: JsonOf<AttachedFile[]>
  mailId: string | null
  thread: JsonOf<ThreadEntry[]>
  time: JsonOf<TimeTotal>
  expenses: JsonOf<ExpenseTotal>
}

const screen = preparedQuery<Screen, { id: string }>(
  (db, { id }) => sql`with ${peopleOf(id)} select ticket, ${contactOf(id)} as contact,
    ${equipmentOf(id)} as equipment, ${filesOf(id)} as files, ${mailOf(id)} as mail_id,
    ${threadOf(id)} as thread, ${timeOf(id)} as time, ${expensesOf(id)} as expenses
    from (${ticketSource(db).select(ticketJson.as('ticket')).where('tickets.id', '=', id)}) as tickets`,
)

/** The ticket with its time, travel and material, comments and changes, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function getTicketScreen(db: Db, id: string): Promise<ReadyJson<TicketScreen>> {
  const [row] = await screen(db, { id })
  if (!row) throw notFound(TICKET_NOT_FOUND)
  const { ticket, contact, equipment, files, mailId, thread, time, expenses } = row
  return new ReadyJson(
    `{"ticket":${ticket},"contact":${contact},"equipment":${equipment},"files":${files},"mailId":${JSON.stringify(mailId)},"thread":${thread},"time":${time},"expenses":${expenses}}`,
  )
}

const thread = preparedQuery<{ thread: JsonOf<ThreadEntry[]> }, { id: string }>(
  (_db, { id }) => sql`with ${peopleOf(id)} select ${threadOf(id)} as thread from tickets where id = ${id}`,
)

/** Comments and changes of a ticket, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function listThread(db: Db, id: string): Promise<ReadyJson<ThreadEntry[]>> {
  const [row] = await thread(db, { id })
  if (!row) throw notFound(TICKET_NOT_FOUND)
  return new ReadyJson(row.thread)
}
