import { type Expression, sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { formatBytes } from '#shared/bytes.rules.ts'
import {
  FILE_QUOTA_BYTES,
  GB,
  PORTAL_FILES_PER_DAY,
  QUOTA_NOTIFIED_PERCENT,
  type StoredFile,
  UNATTACHED_FILES_MAX,
} from '../files.contract.ts'

export const FILE_NOT_FOUND = 'Filen finns inte'
export const FILE_GONE = 'Filen finns inte längre. Välj den igen.'
const quotaUsedUp = () =>
  invalidField('file', 'Utrymmet för filer är slut. Fortsätt utan filen, eller be om mer utrymme.')
const tooManyUnattached = () =>
  invalidField('file', `${UNATTACHED_FILES_MAX} filer väntar redan på att skickas. Skicka eller ta bort dem först.`)

const tooManyToday = () =>
  new AppError(
    429,
    'too_many_files',
    `Du har skickat ${PORTAL_FILES_PER_DAY} filer det senaste dygnet. Skicka utan filen, ring oss om det är bråttom, eller försök igen i morgon.`,
  )

/** Identifies a file in every statement that receives or reads it. */
export type FileKey = { orgId: string; id: string }

/** `reservedBytes` is its announced size, or `roomFor`. */
type NewFile = {
  id: string
  name: string
  type: string
  reservedBytes: number | Expression<number>
  receiver: string | null
}

/** What to reserve for a file of unknown size: `largestBytes`, or what is left of the quota if less. */
export const roomFor = (largestBytes: number, orgId: string | null = null) =>
  sql<number>`room_for_file(${largestBytes}, ${orgId})`

/**
 * Throws 422 when the sender has too many unattached files, or when the quota has no room for it beside the other uploads in
 * progress, and 429 when a customer has sent too many today.
 */
export async function beginFile(db: Db, actor: Actor, file: NewFile) {
  const orgId = organizationOf(actor)
  const refusals = {
    unattached_files_at_most_max: tooManyUnattached,
    portal_files_at_most_max: tooManyToday,
    file_usage_within_quota: quotaUsedUp,
  }
  await onConstraint(refusals, () =>
    db
      .insertInto('files')
      .values({ ...file, orgId, uploadedBy: actor.userId })
      .execute(),
  )
}

/** Throws 422 when the organization's quota is used up. */
export const addChunk = (
  db: Db,
  { orgId, id }: FileKey,
  { variant, position, content }: { variant: string; position: number; content: Buffer },
) =>
  onConstraint({ file_usage_within_quota: quotaUsedUp }, () =>
    db.insertInto('fileChunks').values({ orgId, fileId: id, variant, position, content }).execute(),
  )

/** Bytes arrive as text: longer ones become garbage that Node's young generation does not collect. */
const PIECE_BYTES = 32 * 1024

/** The pieces of a chunk, in order; none when it cannot be read (any longer). */
export async function readPieces(db: Db, { orgId, id }: FileKey, variant: string, position: number): Promise<Buffer[]> {
  const { rows } = await sql<{ piece: Buffer }>`
    select substring(content from at + 1 for ${PIECE_BYTES}) as piece
    from file_chunks, generate_series(0, length(content) - 1, ${PIECE_BYTES}) at
    where org_id = ${orgId} and file_id = ${id} and variant = ${variant} and position = ${position}
    order by at`.execute(db)
  return rows.map(({ piece }) => piece)
}

/** Releases what is reserved for a file that is being received, apart from what is stored. */
export const releaseReserved = (db: Db, { orgId, id }: FileKey) =>
  db.updateTable('files').set({ reservedBytes: 0 }).where('orgId', '=', orgId).where('id', '=', id).execute()

/** Removes the received chunks of a picture before its re-encoded forms are stored. */
export const removeReceived = (db: Db, { orgId, id }: FileKey) =>
  db.deleteFrom('fileChunks').where('orgId', '=', orgId).where('fileId', '=', id).execute()

type Content = {
  type: string
  bytes: number
  sha256: Buffer
  width: number | null
  height: number | null
  variants: string[]
  state: StoredFile['state']
}

/** Completes a file. After this only the verdict of the virus scanner may change it. */
export const finishFile = (db: Db, { orgId, id }: FileKey, content: Content) =>
  db
    .updateTable('files')
    .set(content)
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .returning(['id', 'name', 'type', 'bytes', 'width', 'height'])
    .executeTakeFirstOrThrow()

export const removeFile = (db: Db, { orgId, id }: FileKey) =>
  db.deleteFrom('files').where('orgId', '=', orgId).where('id', '=', id).execute()

/** Throws 404 unless the actor uploaded the file and it is unattached. */
export async function removeOwnFile(db: Db, { userId }: Actor, id: string) {
  const removed = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('uploadedBy', '=', userId)
    .where('attachedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound(FILE_NOT_FOUND)
}

/** The used bytes, and the quota: the organization's or the operator's limit, whichever is lower. */
export async function getFileUsage(db: Db) {
  const { rows } = await sql<{ bytes: number; quota: number }>`
    select coalesce(max(bytes), 0)::bigint as bytes,
      file_quota_in_force(coalesce(max(quota), ${FILE_QUOTA_BYTES}::bigint)) as quota
    from file_usage`.execute(db)
  const { bytes, quota } = rows[0] ?? { bytes: 0, quota: FILE_QUOTA_BYTES }
  return { bytes, quota, isNearlyFull: bytes * 100 >= quota * QUOTA_NOTIFIED_PERCENT }
}

/** Throws 422 for less than the files use now, and for more than `maxGigabytes`, the operator's limit. */
export async function changeQuota(db: Db, actor: Actor, gigabytes: number, maxGigabytes: number) {
  if (gigabytes > maxGigabytes)
    throw invalidField('gigabytes', `Här får filerna ta högst ${maxGigabytes} GB. Ange ${maxGigabytes} eller mindre.`)
  const [orgId, quota] = [organizationOf(actor), gigabytes * GB]
  // Locks the row, so that concurrent uploads are counted either before or after.
  await db
    .insertInto('fileUsage')
    .values({ orgId, quota })
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet({ quota }))
    .execute()
  const usage = await getFileUsage(db)
  if (usage.bytes > quota) throw invalidField('gigabytes', `Filerna tar redan ${formatBytes(usage.bytes)}. Ange mer.`)
  await audit(db, actor, { action: 'quota_changed', subject: 'organization', subjectId: orgId, detail: { gigabytes } })
  return usage
}

/** Deletes unattached files; the row policies let the jobs' role delete no others. */
export const removeUnattachedFiles = (db: Db) =>
  db
    .deleteFrom('files')
    .where('attachedAt', 'is', null)
    .where('createdAt', '<', sql<string>`now() - unattached_file_retention()`)
    .execute()

/** Makes an own, unattached file of this type a public file of the company; false when there is none. */
export async function attachToCompany(db: Db, { orgId, id }: FileKey, type: string): Promise<boolean> {
  const attached = await db
    .updateTable('files')
    .set({ isCompany: true, attachedAt: sql<string>`now()` })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('attachedAt', 'is', null)
    .where('type', '=', type)
    .returning('id')
    .executeTakeFirst()
  return attached !== undefined
}
