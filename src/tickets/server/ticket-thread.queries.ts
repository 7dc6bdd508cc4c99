// Comments and changes of a ticket, as staff read them.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AttachedFile } from '#files/files.contract.ts'
import { filesOfTicket } from '#files/server/attached-files.queries.ts'
import { notFound } from '#lib/server/app-error.ts'
import { historyFields } from '../history-fields.rules.ts'
import type { TicketChange } from '../ticket-changes.contract.ts'
import { type ThreadEntry, TICKET_NOT_FOUND, type TicketComment } from '../tickets.contract.ts'
import { namesOf, type Person, personOf } from './people.queries.ts'

/** Comments and changes of a ticket, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function listThread(db: Db, ticketId: string): Promise<ThreadEntry[]> {
  const [ticket, { thread }] = await Promise.all([
    db.selectFrom('tickets').select('id').where('id', '=', ticketId).executeTakeFirst(),
    readThread(db, ticketId),
  ])
  if (!ticket) throw notFound(TICKET_NOT_FOUND)
  return thread
}

type Thread = {
  /** Oldest first; a comment comes before the change that it caused at the same time. */
  thread: ThreadEntry[]
  /** Of the ticket itself. */
  files: AttachedFile[]
}

/** What was said and done on a ticket, with its files; empty for a ticket that the actor may not see. */
export async function readThread(db: Db, ticketId: string): Promise<Thread> {
  const [comments, changes, files] = await Promise.all([
    listComments(db, ticketId),
    listChanges(db, ticketId),
    filesOfTicket(db, ticketId, 'staff'),
  ])
  const [users, contacts] = await Promise.all([
    namesOf(db, [
      ...comments.map(({ authorId }) => authorId),
      ...changes.map(({ userId }) => userId),
      ...idsIn(changes, 'user'),
    ]),
    contactNamesOf(db, idsIn(changes, 'contact')),
  ])
  const entries: ThreadEntry[] = [
    ...comments.map(
      ({ authorId, undelivered, ...comment }): TicketComment => ({
        kind: 'comment',
        ...comment,
        author: personOf(users, authorId),
        files: files.get(comment.id) ?? [],
        undelivered: undelivered ?? [],
      }),
    ),
    ...changes.map((change) => toTicketChange(change, users, contacts)),
  ]
  return { thread: entries.sort(byTime), files: files.get(null) ?? [] }
}

/** Without the Z, as the fraction of a second has as many digits as it needs. */
const timeOf = ({ createdAt }: ThreadEntry) => createdAt.slice(0, -1)
const byTime = (a: ThreadEntry, b: ThreadEntry) => {
  if (timeOf(a) === timeOf(b)) return 0
  return timeOf(a) < timeOf(b) ? -1 : 1
}

/** Comments with the mail that each came as, and the addresses that it could not be delivered to. */
const listComments = (db: Db, ticketId: string) =>
  db
    .selectFrom('ticketComments as comments')
    .leftJoin(firstMailOf(db, ticketId).as('mail'), 'mail.commentId', 'comments.id')
    .leftJoin(undeliveredOf(db, ticketId).as('undelivered'), 'undelivered.commentId', 'comments.id')
    .select(['comments.id', 'comments.createdAt', 'comments.byCustomer', 'comments.isInternal', 'comments.comment'])
    .select(['comments.folded', 'mail.id as mailId', 'undelivered.addresses as undelivered'])
    .select(sql<string>`coalesce(comments.user_id, comments.contact_id)`.as('authorId'))
    .where('comments.ticketId', '=', ticketId)
    .orderBy('comments.createdAt')
    .orderBy('comments.id')
    .execute()

const firstMailOf = (db: Db, ticketId: string) =>
  db
    .selectFrom('mailMessages')
    .select(['commentId', sql<string>`(array_agg(id order by id))[1]`.as('id')])
    .where('ticketId', '=', ticketId)
    .where('commentId', 'is not', null)
    .groupBy('commentId')

const undeliveredOf = (db: Db, ticketId: string) =>
  db
    .selectFrom('undeliveredMail')
    .select(['commentId', sql<string[]>`array_agg(address order by address)`.as('addresses')])
    .where('ticketId', '=', ticketId)
    .groupBy('commentId')

const listChanges = (db: Db, ticketId: string) =>
  db
    .selectFrom('ticketChanges')
    .select(['id', 'createdAt', 'userId', 'field', 'before', 'after', 'byComment'])
    .where('ticketId', '=', ticketId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number]

const idsIn = (changes: ChangeRow[], kind: 'user' | 'contact') =>
  changes.filter(({ field }) => historyFields[field].value === kind).flatMap(({ before, after }) => [before, after])

function toTicketChange(
  { userId, ...change }: ChangeRow,
  users: Map<string, Person>,
  contacts: Map<string, string>,
): TicketChange {
  const shown = {
    text: (value: string) => value,
    user: (id: string) => personOf(users, id).fullName,
    contact: (id: string) => contacts.get(id) ?? null,
  }[historyFields[change.field].value]
  return {
    kind: 'change',
    ...change,
    author: userId === null ? null : personOf(users, userId),
    before: change.before && shown(change.before),
    after: change.after && shown(change.after),
  }
}

/** Names of contacts by id. */
async function contactNamesOf(db: Db, contacts: (string | null)[]): Promise<Map<string, string>> {
  const ids = contacts.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('contacts').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
