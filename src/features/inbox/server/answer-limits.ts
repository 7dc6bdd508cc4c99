// What staff may not mail from Inkorg.
import { sql } from 'kysely'
import { MAIL_FILES_MAX_BYTES, MAIL_FILES_TOO_LARGE } from '#features/files/files.contract.ts'
import type { Db } from '#platform/database/database.ts'
import { invalidField } from '#platform/http/app-error.ts'
import { OWN_MAILBOX } from '../answers.contract.ts'

/** Throws 422 for a mailbox that is read here: mail to it would come back to Inkorg, and be answered there again. */
export async function refuseOwnMailboxes(db: Db, field: string, addresses: string[]) {
  if (addresses.length === 0) return
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${addresses}::text[]) address where is_own_mailbox(address)`.execute(db)
  const [own] = rows
  if (own) throw invalidField(field, `${own.address}: ${OWN_MAILBOX}`)
}

/** Throws 422 for files that are too large together. */
export function requireFitsMail(files: readonly { bytes: number }[]) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > MAIL_FILES_MAX_BYTES) throw invalidField('fileIds', MAIL_FILES_TOO_LARGE)
}
