// Merging tickets and separating them, and relating them (docs/decisions/105).
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalidField } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import {
  COPY_OF_NOBODY,
  chooseSurvivorText,
  hasMergedText,
  ITSELF,
  intoDoneText,
  isMergedText,
  type Merge,
  OF_OTHER_CUSTOMER,
  OTHER_TICKETS_MAX,
  type OthersFilter,
} from '../merging.contract.ts'
import { TICKET_COPIES_MAX } from '../ticket-contacts.contract.ts'
import { Ticket, type TicketRow, type TicketStatus } from '../tickets.contract.ts'
import { settleAnswers } from './answer-clock.queries.ts'
import { searchTickets } from './search.queries.ts'
import { ticketRows, toTicketRow } from './ticket-rows.ts'
import { ticketScope } from './ticket-scope.queries.ts'
import { getTicket } from './tickets.queries.ts'

/**
 * Merges a ticket into another one of its customer, or separates it. Throws 404 for a ticket that the actor may not see, 409 with
 * the current ticket for an outdated version, 422 for tickets that cannot be merged.
 */
export async function changeMerge(db: Db, id: string, { into, version, copies }: Merge): Promise<Ticket> {
  const other = into ?? (await getTicket(db, id)).mergedInto?.id
  // In one order, so that opposite merges do not wait for each other.
  if (other)
    await db.selectFrom('tickets').select('id').where('id', 'in', [id, other]).orderBy('id').forNoKeyUpdate().execute()
  const ticket = await getTicket(db, id)
  if (ticket.version !== version) throw conflict(Ticket, ticket)
  if (into === null) return separate(db, ticket)
  const survivor = await getTicket(db, into)
  refuseMerge(ticket, survivor)
  await merge(db, ticket, survivor)
  await copyTo(db, ticket, survivor, copies)
  await settleAnswers(db)
  return getTicket(db, id)
}

function refuseMerge(ticket: Ticket, survivor: Ticket) {
  if (ticket.id === survivor.id) throw invalidField('into', ITSELF)
  if (ticket.customer.id !== survivor.customer.id) throw invalidField('into', OF_OTHER_CUSTOMER)
  if (ticket.mergedInto) throw invalidField('into', isMergedText(ticket, ticket.mergedInto))
  if (survivor.mergedInto) throw invalidField('into', chooseSurvivorText(survivor, survivor.mergedInto))
}

const merge = (db: Db, ticket: Ticket, survivor: Ticket) =>
  onConstraint(
    {
      tickets_merged_once: () => invalidField('into', hasMergedText(ticket, survivor)),
      tickets_merged_into_unresolved: () => invalidField('into', intoDoneText(ticket, survivor)),
    },
    () =>
      db
        .updateTable('tickets')
        .set({ mergedInto: survivor.id, status: 'closed', version: ticket.version + 1 })
        .where('id', '=', ticket.id)
        .execute(),
  )

async function separate(db: Db, ticket: Ticket): Promise<Ticket> {
  if (!ticket.mergedInto) return ticket
  // The status is named, as triggers of a column run only for statements that set it.
  await db
    .updateTable('tickets')
    .set({ mergedInto: null, status: sql<TicketStatus>`status_before_merge`, version: ticket.version + 1 })
    .where('id', '=', ticket.id)
    .execute()
  await settleAnswers(db)
  return getTicket(db, ticket.id)
}

/** Gives people of the merged ticket copies of the survivor. Throws 422 for others, and for too many. */
async function copyTo(db: Db, { reportedBy, copies, customer }: Ticket, survivor: Ticket, chosen: string[]) {
  const people = new Set([...(reportedBy ? [reportedBy] : []), ...copies].map(({ id }) => id))
  if (!chosen.every((id) => people.has(id))) throw invalidField('copies', COPY_OF_NOBODY)
  const added = chosen.filter((id) => id !== survivor.reportedBy?.id)
  if (added.length === 0) return
  const { orgId } = await ticketScope(db, survivor.id)
  await onConstraint(
    { ticket_watchers_at_most_max: () => invalidField('copies', `Högst ${TICKET_COPIES_MAX} kan få kopia`) },
    () =>
      db
        .insertInto('ticketWatchers')
        .values(added.map((contactId) => ({ orgId, customerId: customer.id, ticketId: survivor.id, contactId })))
        .onConflict((c) => c.doNothing())
        .execute(),
  )
}

/**
 * Other tickets that are not merged, newest first, at most OTHER_TICKETS_MAX. Throws 404 for a ticket that the actor may not see.
 */
export async function listOthers(db: Db, id: string, { search = '', of }: OthersFilter): Promise<TicketRow[]> {
  const { customerId } = await ticketScope(db, id)
  const found = of === 'all' && search !== '' ? await findTickets(db, search) : undefined
  const rows = await ticketRows(db)
    .where('tickets.id', '!=', id)
    .where('tickets.mergedInto', 'is', null)
    .where((eb) =>
      found
        ? eb('tickets.id', '=', sql<string>`any(${found}::uuid[])`)
        : eb.and([eb('tickets.customerId', '=', customerId), ...wordsOf(search).map(isNamed)]),
    )
    .orderBy('tickets.createdAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(sql.lit(OTHER_TICKETS_MAX))
    .execute()
  return rows.map(toTicketRow)
}

/** Ids of the tickets of both tabs that a search finds. */
async function findTickets(db: Db, search: string): Promise<string[]> {
  const active = await searchTickets(db, { search, tab: 'active' }, OTHER_TICKETS_MAX)
  return [...active, ...(await searchTickets(db, { search, tab: 'archived' }, OTHER_TICKETS_MAX))]
}

const wordsOf = (search: string) => search.split(/\s+/).filter((word) => word !== '')

/** Whether a word is in the title, or begins the number, of a ticket. */
function isNamed(word: string) {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  const number = word.replace(/^#/, '').replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`(tickets.title ilike ${`%${literal}%`} or tickets.ticket_number::text like ${`${number}%`})`
}

/** Relates two tickets; does nothing when they are. Throws 404 for one that the actor may not see, 422 for the ticket itself. */
export async function relateTickets(db: Db, actor: StaffActor, id: string, otherId: string) {
  await ticketScope(db, id)
  await ticketScope(db, otherId)
  if (id === otherId) throw invalidField('relatedId', ITSELF)
  await db
    .insertInto('ticketLinks')
    .values({ orgId: organizationOf(actor), ...pairOf(id, otherId) })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Removes the relation of two tickets, if there is one. Throws 404 for one that the actor may not see. */
export async function unrelateTickets(db: Db, id: string, otherId: string) {
  await ticketScope(db, id)
  await ticketScope(db, otherId)
  await db
    .deleteFrom('ticketLinks')
    .where((eb) => eb.and(pairOf(id, otherId)))
    .execute()
}

/** `ticket_links_once`: PostgreSQL compares ids as their texts in lower case. */
const pairOf = (one: string, other: string) =>
  one < other ? { ticketId: one, relatedId: other } : { ticketId: other, relatedId: one }
