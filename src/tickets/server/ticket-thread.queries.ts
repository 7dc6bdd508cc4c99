// Comments and changes of a ticket, as staff read them.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AttachedFile } from '#files/files.contract.ts'
import { filesOfTicket } from '#files/server/attached-files.queries.ts'
import { notFound } from '#lib/server/app-error.ts'
import type { TicketChange, TicketChangeField } from '../ticket-changes.contract.ts'
import { type ThreadEntry, TICKET_NOT_FOUND, type TicketComment } from '../tickets.contract.ts'
import { namesOf, personOf } from './people.queries.ts'

/** Comments and changes of a ticket, oldest first. Throws 404 for a ticket that the actor may not see. */
export async function listThread(db: Db, ticketId: string): Promise<ThreadEntry[]> {
  const [ticket, files] = await Promise.all([
    db.selectFrom('tickets').select('id').where('id', '=', ticketId).executeTakeFirst(),
    filesOfTicket(db, ticketId, 'staff'),
  ])
  if (!ticket) throw notFound(TICKET_NOT_FOUND)
  return threadOf(db, ticketId, files)
}

/** The entries of the thread, oldest first; a comment comes before the change that it caused at the same time. */
export async function threadOf(
  db: Db,
  ticketId: string,
  files: Map<string | null, AttachedFile[]>,
): Promise<ThreadEntry[]> {
  const [comments, changes] = await Promise.all([listComments(db, ticketId, files), listChanges(db, ticketId)])
  const entries: ThreadEntry[] = [...comments, ...changes]
  // Without the Z, as the fraction of a second has as many digits as it needs.
  const at = ({ createdAt }: ThreadEntry) => createdAt.slice(0, -1)
  return entries.sort((a, b) => (at(a) === at(b) ? 0 : at(a) < at(b) ? -1 : 1))
}

async function listComments(db: Db, ticketId: string, files: Map<string | null, AttachedFile[]>) {
  const [comments, mails, undelivered] = await Promise.all([
    db
      .selectFrom('ticketComments')
      .select(['id', 'createdAt', 'byCustomer', 'isInternal', 'comment', 'folded'])
      .select(sql<string>`coalesce(user_id, contact_id)`.as('authorId'))
      .where('ticketId', '=', ticketId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('mailMessages')
      .select(['id', 'commentId'])
      .where('ticketId', '=', ticketId)
      .where('commentId', 'is not', null)
      .execute(),
    db
      .selectFrom('undeliveredMail')
      .select(['commentId', 'address'])
      .where('ticketId', '=', ticketId)
      .orderBy('address')
      .execute(),
  ])
  const names = await namesOf(
    db,
    comments.map(({ authorId }) => authorId),
  )
  const mailOf = new Map(mails.map(({ id, commentId }) => [commentId, id]))
  const undeliveredOf = Map.groupBy(undelivered, ({ commentId }) => commentId)
  return comments.map(
    ({ authorId, ...comment }): TicketComment => ({
      kind: 'comment',
      ...comment,
      author: personOf(names, authorId),
      files: files.get(comment.id) ?? [],
      mailId: mailOf.get(comment.id) ?? null,
      undelivered: (undeliveredOf.get(comment.id) ?? []).map(({ address }) => address),
    }),
  )
}

/** What the values of each field are: a text that is shown as it is, or the id of a user or a contact. */
const valueKinds: Record<TicketChangeField, 'text' | 'user' | 'contact'> = {
  status: 'text',
  priority: 'text',
  assignee: 'user',
  reporter: 'contact',
  copy: 'contact',
  recurring: 'text',
}

async function listChanges(db: Db, ticketId: string): Promise<TicketChange[]> {
  const changes = await db
    .selectFrom('ticketChanges')
    .select(['id', 'createdAt', 'userId', 'field', 'before', 'after', 'byComment'])
    .where('ticketId', '=', ticketId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const idsOf = (kind: 'user' | 'contact') =>
    changes.filter(({ field }) => valueKinds[field] === kind).flatMap(({ before, after }) => [before, after])
  const [users, contacts] = await Promise.all([
    namesOf(db, [...changes.map(({ userId }) => userId), ...idsOf('user')]),
    contactNamesOf(db, idsOf('contact')),
  ])
  const shown = {
    text: (value: string) => value,
    user: (id: string) => personOf(users, id).fullName,
    contact: (id: string) => contacts.get(id) ?? null,
  }
  return changes.map(({ userId, ...change }) => ({
    kind: 'change',
    ...change,
    author: userId === null ? null : personOf(users, userId),
    before: change.before && shown[valueKinds[change.field]](change.before),
    after: change.after && shown[valueKinds[change.field]](change.after),
  }))
}

/** Names of contacts by id. */
async function contactNamesOf(db: Db, contacts: (string | null)[]): Promise<Map<string, string>> {
  const ids = contacts.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('contacts').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
