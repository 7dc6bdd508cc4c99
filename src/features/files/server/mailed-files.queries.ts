// Public files of tickets and of Inkorg for outgoing mail, read by the jobs' role.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import type { FileState } from '../files.contract.ts'
import { canBePreviewed } from '../picture-types.rules.ts'
import { chunkCount, readChunks } from './chunks.ts'
import { FILE_NOT_FOUND } from './files.queries.ts'

export type MailedFile = { id: string; name: string; type: string; bytes: number; state: FileState }

/** The files of a public comment, or of a ticket itself, in the order they were sent. */
export const listMailedFiles = (
  db: Db,
  { orgId, ...parent }: { orgId: string } & ({ ticketId: string } | { commentId: string }),
): Promise<MailedFile[]> =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'bytes', 'state'])
    .where((eb) => eb.and({ orgId, isInternal: false }))
    .where((eb) => {
      if ('ticketId' in parent) return eb.and([eb('ticketId', '=', parent.ticketId), eb('commentId', 'is', null)])
      // By the index of the ticket.
      const of = eb
        .selectFrom('ticketComments')
        .select('ticketId')
        .where(eb.and({ orgId, id: parent.commentId }))
      return eb.and([eb('ticketId', '=', of), eb('commentId', '=', parent.commentId)])
    })
    .orderBy('id')
    .execute()

/** The files of a reply to an enquiry, in the order they were sent. */
export const listFilesOfReply = (db: Db, orgId: string, enquiryReplyId: string): Promise<MailedFile[]> =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'bytes', 'state'])
    .where((eb) => eb.and({ orgId, enquiryReplyId }))
    .orderBy('id')
    .execute()

/** Those of these files that a mail may contain or name. */
export const listFilesById = (db: Db, orgId: string, ids: string[]): Promise<MailedFile[]> =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'bytes', 'state'])
    .where('orgId', '=', orgId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()

/** The names of the files of an enquiry, in the order they were sent. */
export async function namesOfEnquiryFiles(db: Db, orgId: string, enquiryId: string): Promise<string[]> {
  const files = await db
    .selectFrom('files')
    .select(['id', 'name'])
    .where((eb) => eb.and({ orgId, enquiryId }))
    .where('enquiryReplyId', 'is', null)
    .orderBy('id')
    .execute()
  return files.map(({ name }) => name)
}

/** A file as an attachment, read while the mail is sent. */
export const attachmentOf = (database: Database, orgId: string, { id, name, type, bytes }: MailedFile) => ({
  filename: name,
  // Only the types that previews are made of; a mail program must not guess the type of others.
  contentType: canBePreviewed(type) ? type : 'application/octet-stream',
  open: () => {
    const chunks = readChunks(
      (work) => database.as('jobs', work),
      { orgId, id },
      chunkCount(bytes),
      () => new Error(FILE_NOT_FOUND),
    )
    return Readable.from(chunks, { objectMode: false })
  },
})
