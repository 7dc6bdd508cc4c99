// The conversation of a ticket as the customer sees it. Row-level security limits it to what the login may see.
import { sql } from 'kysely'
import { byParent, filesOfTicket } from '#features/files/server/attached-files.queries.ts'
import { partsOf } from '#features/tickets/server/merged-tickets.queries.ts'
import { namesOf, personOf } from '#features/tickets/server/people.queries.ts'
import { ticketScope } from '#features/tickets/server/ticket-scope.queries.ts'
import type { TicketStatus } from '#features/tickets/tickets.contract.ts'
import type { CustomerActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { PortalEntry } from '../portal.contract.ts'

type Row = { id: string; createdAt: string; fromNumber: number | null } & (
  | { kind: 'comment'; userId: string; comment: string; folded: string | null; byCustomer: boolean }
  | { kind: 'change'; userId: string | null; before: TicketStatus; after: TicketStatus; byComment: boolean }
  | { kind: 'visit'; userId: null; before: string | null; after: string | null }
  | { kind: 'ticket'; userId: null; fromNumber: number; title: string; comment: string; folded: string | null }
)

/**
 * Public comments, changes of status and of visits, oldest first, of the ticket and of those merged into it; also what was written at this
 * ticket after it was merged. Throws 404 for another customer's ticket.
 */
export async function listPortalThread(db: Db, actor: CustomerActor, ticketId: string): Promise<PortalEntry[]> {
  const [rows, attached] = await Promise.all([
    listRows(db, ticketId),
    filesOfTicket(db, ticketId, 'customer').execute(),
    ticketScope(db, ticketId),
  ])
  const names = await namesOf(
    db,
    rows.map(({ userId }) => userId),
  )
  const files = byParent(attached)
  const nameOf = (id: string) => personOf(names, id).fullName
  const toEntry = (row: Row): PortalEntry => {
    const { id, createdAt, fromNumber } = row
    switch (row.kind) {
      case 'ticket': {
        const { title, comment: description, folded } = row
        const ofTicket = { id, createdAt, ticketNumber: row.fromNumber, title, description, folded }
        return { kind: 'ticket', ...ofTicket, files: files.get(id) ?? [] }
      }
      case 'change': {
        const { userId, before, after, byComment } = row
        return { kind: 'change', id, createdAt, author: userId && nameOf(userId), fromNumber, before, after, byComment }
      }
      case 'visit': {
        const { before, after } = row
        return { kind: 'visit', id, createdAt, fromNumber, before, after }
      }
      case 'comment': {
        const { userId, comment, folded, byCustomer } = row
        const written = { author: nameOf(userId), isMine: userId === actor.userId, byCustomer, comment, folded }
        return { kind: 'comment', id, createdAt, fromNumber, ...written, files: files.get(id) ?? [] }
      }
    }
  }
  return rows.map(toEntry)
}

/** A comment comes after the description of its ticket. */
async function listRows(db: Db, ticketId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with part as (select id, number from ${partsOf(ticketId)} part (id, number))
    select 'comment' as kind, comments.id, comments.created_at, coalesce(source.ticket_number, part.number) as from_number,
      coalesce(user_id, contact_id) as user_id, comment, comments.folded, by_customer,
      null as title, null as before, null as after, null::boolean as by_comment
    from part join ticket_comments comments on comments.ticket_id = part.id
      left join tickets source on source.id = comments.from_ticket_id
    where not is_internal
    union all
    select 'comment', id, created_at, null, coalesce(user_id, contact_id), comment, folded, by_customer, null, null, null, null
    from ticket_comments where from_ticket_id = ${ticketId} and not is_internal
    union all
    select 'change', changes.id, created_at, part.number, user_id, null, null, null, null, before, after, by_comment
    from part join ticket_changes changes on changes.ticket_id = part.id where field = 'status'
    union all
    select 'visit', changes.id, created_at, part.number, null, null, null, null, null, before, after, null
    from part join ticket_changes changes on changes.ticket_id = part.id where field = 'visit'
    union all
    select 'ticket', merged.id, created_at, part.number, null, description, folded, null, title, null, null, null
    from part join tickets merged on merged.id = part.id where part.number is not null
    order by created_at, kind desc, id`.execute(db)
  return rows
}
