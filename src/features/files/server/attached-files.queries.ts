// Attached files. Row-level security decides who may read a file and where its sender may attach it.
import { type InferResult, type Kysely, sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { invalidField } from '#platform/http/app-error.ts'
import { type AttachedFile, type FileState, TOO_MANY_FILES } from '../files.contract.ts'

const FILES_GONE = 'En fil finns inte längre. Ta bort den och välj den igen.'
const tooMany = () => invalidField('fileIds', TOO_MANY_FILES)

type Parent =
  | { customerId: string; ticketId?: string; commentId?: string; isInternal?: boolean }
  | { enquiryId: string; enquiryReplyId: string }

/**
 * Attaches files to a customer, or to a new ticket, comment or reply to an enquiry in the transaction that creates it. Throws 422 unless the actor has
 * completely uploaded each file and it is unattached.
 */
export async function attachFiles(db: Db, { userId }: Actor, ids: string[], parent: Parent): Promise<AttachedFile[]> {
  if (ids.length === 0) return []
  const attached = await onConstraint({ attached_files_at_most_max: tooMany }, () =>
    db
      .updateTable('files')
      .set({ ...parent, attachedAt: sql<string>`now()` })
      .where('id', 'in', ids)
      .where('uploadedBy', '=', userId)
      .where('attachedAt', 'is', null)
      .where('state', 'in', ['ready', 'checking'])
      .returning(fileColumns)
      .execute(),
  )
  if (attached.length !== ids.length) throw invalidField('fileIds', FILES_GONE)
  return attached.sort((a, b) => (a.id < b.id ? -1 : 1)).map((file) => attachedFile(file))
}

/** Moves the files of an enquiry and of its replies to the ticket that is created from it. */
export const moveFilesToTicket = (db: Db, enquiryId: string, parent: { customerId: string; ticketId: string }) =>
  db
    .updateTable('files')
    .set({ ...parent, enquiryId: null })
    .where('enquiryId', '=', enquiryId)
    .execute()

const fileColumns = ['id', 'name', 'type', 'bytes', 'width', 'height', 'state', 'finding'] as const
type Row = Omit<AttachedFile, 'preview' | 'state' | 'isRepeated'> & {
  width: number | null
  height: number | null
  state: FileState
}
export function attachedFile(
  { id, name, type, bytes, width, height, state, finding }: Row,
  isRepeated = false,
): AttachedFile {
  // Only complete files are attached.
  if (state === 'receiving') throw new Error('The file is not complete')
  const preview = width && height && state === 'ready' ? { width, height } : null
  return { id, name, type, bytes, state, finding, isRepeated, preview }
}

/**
 * The files of a ticket and of those merged into it, in the order they were sent, for `byParent`. `audience` decides whether those of
 * internal comments are included; a customer's login also sees those of comments that were written at the merged ticket.
 */
export const filesOfTicket = (db: Kysely<Schema>, ticketId: string, audience: 'staff' | 'customer') =>
  db
    .selectFrom('files')
    .select(fileColumns)
    .select([
      sql<string>`coalesce(comment_id, ticket_id)`.as('parentId'),
      'uploadedBy',
      sql<string | null>`encode(sha256, 'hex')`.as('sha256'),
    ])
    .where('ticketId', 'in', audience === 'staff' ? partsOf(ticketId) : partsForCustomer(ticketId))
    .$if(audience === 'customer', (query) => query.where('isInternal', '=', false))
    .orderBy('id')

const partsOf = (ticketId: string) =>
  sql<string>`(select ${ticketId}::uuid union all select id from tickets where merged_into = ${ticketId})`
const partsForCustomer = (ticketId: string) =>
  sql<string>`(select ${ticketId}::uuid union all select id from tickets where merged_into = ${ticketId}
    union all select ticket_id from ticket_comments where from_ticket_id = ${ticketId})`

type FileOfTicket = InferResult<ReturnType<typeof filesOfTicket>>[number]

/** Groups files by the id of their comment, or of their ticket when they are its own. */
export function byParent(rows: FileOfTicket[]): Map<string, AttachedFile[]> {
  // Compared only with files that this audience sees, so that customers learn nothing about internal ones.
  const seen = new Set<string>()
  const isRepeated = ({ width, uploadedBy, sha256 }: FileOfTicket) => {
    const key = `${uploadedBy} ${sha256}`
    const isKnown = width !== null && seen.has(key)
    seen.add(key)
    return isKnown
  }
  const files = rows.map((row) => ({ parentId: row.parentId, file: attachedFile(row, isRepeated(row)) }))
  const grouped = Map.groupBy(files, ({ parentId }) => parentId)
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ file }) => file)]))
}

/** The files that came with an enquiry, in the order they were sent. */
export async function filesOfEnquiry(db: Db, enquiryId: string): Promise<AttachedFile[]> {
  const rows = await db
    .selectFrom('files')
    .select(fileColumns)
    .where('enquiryId', '=', enquiryId)
    .where('enquiryReplyId', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((file) => attachedFile(file))
}

/** The files sent with replies to enquiries, by reply, also those that have moved to a ticket. */
export async function filesOfReplies(db: Db, replyIds: string[]): Promise<Map<string | null, AttachedFile[]>> {
  if (replyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select(fileColumns)
    .select('enquiryReplyId')
    .where('enquiryReplyId', 'in', replyIds)
    .orderBy('id')
    .execute()
  const grouped = Map.groupBy(rows, ({ enquiryReplyId }) => enquiryReplyId)
  return new Map([...grouped].map(([id, files]) => [id, files.map((file) => attachedFile(file))]))
}
