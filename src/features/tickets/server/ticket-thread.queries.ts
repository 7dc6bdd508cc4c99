// Comments and changes of a ticket and of those merged into it, for staff.
import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AttachedFile } from '#features/files/files.contract.ts'
import { byParent, filesOfTicket } from '#features/files/server/attached-files.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { withNestedRows } from '#platform/database/nested-rows.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/http/app-error.ts'
import { historyFields } from '../history-fields.rules.ts'
import type { TicketChange } from '../ticket-changes.contract.ts'
import { type ThreadEntry, TICKET_NOT_FOUND, type TicketComment } from '../tickets.contract.ts'
import { type MergedRow, mergedTickets, partsOf, toMergedDescription } from './merged-tickets.queries.ts'
import { type Person, personOf } from './people.queries.ts'

/** Comments and changes of a ticket, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function listThread(db: Db, ticketId: string): Promise<ThreadEntry[]> {
  const [row, entries] = await Promise.all([
    withNestedRows(db)
      .selectFrom('tickets')
      .select([jsonArrayFrom(filesOfTicket(db, ticketId, 'staff')).as('files')])
      .select([jsonArrayFrom(peopleIn(db, ticketId)).as('people')])
      .select([jsonArrayFrom(mergedTickets(db, ticketId)).as('merged')])
      .where('id', '=', ticketId)
      .executeTakeFirst(),
    listEntries(db, ticketId),
  ])
  if (!row) throw notFound(TICKET_NOT_FOUND)
  return toThread(entries, { ...row, files: byParent(row.files) })
}

type CommentRow = Omit<TicketComment, 'author' | 'files'> & { authorId: string }
type ChangeRow = Omit<TicketChange, 'author'> & { authorId: string | null }

/**
 * Oldest first; a comment comes before the change that it caused at the same time. That a part was merged is in the history of
 * the ticket itself.
 */
export async function listEntries(db: Db, ticketId: string): Promise<(CommentRow | ChangeRow)[]> {
  const { rows } = await sql<CommentRow | ChangeRow>`
    with part as (select id, number from ${partsOf(ticketId)} part (id, number))
    select 'comment' as kind, comments.id, comments.created_at, coalesce(comments.user_id, comments.contact_id) as author_id,
      by_customer, is_internal, comment, comments.folded, coalesce(source.ticket_number, part.number) as from_number,
      coalesce(mentioned.names, '{}') as mentions, mail.id as mail_id, coalesce(undelivered.addresses, '{}') as undelivered,
      null as field, null as before, null as after, null as by_comment
    from part join ticket_comments comments on comments.ticket_id = part.id
      left join tickets source on source.id = comments.from_ticket_id
      left join (select comment_id, (array_agg(id order by id))[1] as id from mail_messages
        where ticket_id in (select id from part) and comment_id is not null group by comment_id) mail on mail.comment_id = comments.id
      left join (select comment_id, array_agg(address order by address) as addresses from undelivered_mail
        where ticket_id in (select id from part) group by comment_id) undelivered on undelivered.comment_id = comments.id
      left join (select comment_id, array_agg(distinct name order by name) as names from comment_mentions
        where ticket_id in (select id from part) group by comment_id) mentioned on mentioned.comment_id = comments.id
    union all
    select 'change', changes.id, created_at, user_id, null, null, null, null, part.number, null, null, null, field, before, after, by_comment
    from part join ticket_changes changes on changes.ticket_id = part.id and (part.number is null or field <> 'merged')
    order by created_at, kind desc, id`.execute(db)
  return rows
}

const fieldsOfPeople = Object.entries(historyFields).flatMap(([field, { value }]) => (value === 'text' ? [] : [field]))

/** The authors of the comments and changes of a ticket, and the people named in the changes. */
export const peopleIn = (db: Kysely<Schema>, ticketId: string) =>
  db
    .selectFrom(
      sql<Person>`names_of(array(
        with part as (select id, number from ${partsOf(ticketId)} part (id, number))
        select coalesce(user_id, contact_id) from ticket_comments where ticket_id in (select id from part)
        union select user_id from ticket_changes where ticket_id in (select id from part)
        union select unnest(array[before, after])::uuid from ticket_changes
          where ticket_id in (select id from part) and field = any (${fieldsOfPeople})))`.as<'person'>(sql`person`),
    )
    .select(['id', 'fullName'])

type Parts = {
  people: Person[]
  files: Map<string, AttachedFile[]>
  merged: MergedRow[]
}

/** Converts entries to the contract, with the names of people, the files, and the descriptions of merged tickets. */
export function toThread(entries: (CommentRow | ChangeRow)[], { people, files, merged }: Parts): ThreadEntry[] {
  const names = new Map(people.map((person) => [person.id, person]))
  const own = entries.map((entry) =>
    entry.kind === 'comment'
      ? {
          ...entry,
          author: personOf(names, entry.authorId),
          files: files.get(entry.id) ?? [],
        }
      : toTicketChange(entry, names),
  )
  if (merged.length === 0) return own
  const descriptions = merged.map((row) => toMergedDescription(row, files.get(row.id) ?? []))
  // A ticket's description comes before what was written in it at the same time.
  return [...descriptions, ...own].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

function toTicketChange({ authorId, ...change }: ChangeRow, names: Map<string, Person>): TicketChange {
  const shown = {
    text: (value: string) => value,
    user: (id: string) => personOf(names, id).fullName,
    contact: (id: string) => names.get(id)?.fullName ?? null,
  }[historyFields[change.field].value]
  return {
    ...change,
    author: authorId === null ? null : personOf(names, authorId),
    before: change.before && shown(change.before),
    after: change.after && shown(change.after),
  }
}
