// Pictures that visitors of the public site send with an enquiry. The enquiry matters more: a picture that cannot be stored is left out.
import { sql } from 'kysely'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { unauthenticatedTransactions } from '#platform/database/unauthenticated-transactions.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, invalidField } from '#platform/http/app-error.ts'
import { refusalOf } from '#platform/http/errors.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { ANONYMOUS_FILE_MAX_BYTES } from '../files.contract.ts'
import { baseName, shortName } from '../files.rules.ts'
import { isPicture } from '../picture-types.rules.ts'
import type { CheckReceived } from './check-file.ts'
import { type FileKey, releaseReserved, roomFor } from './files.queries.ts'
import { storeChunks, typeOfContent } from './receive-file.ts'
import type { Receiver } from './receiver.ts'
import { storeAttachment } from './store-picture.ts'

export type AnonymousParts = {
  database: Database
  /** The virus scanner. */
  check?: CheckReceived | undefined
  receiver?: Receiver | undefined
  /** The time limit for decoding a picture, and for beginning the last one after its form. */
  pictureMs?: number | undefined
}

/** The name to store it under, whatever name was sent. */
const nameOf = (sent: string) => shortName(baseName(sent)) || 'Bild'

/** `largestBytes`: the size of its form, if known. */
type IncomingPicture = { name: string; content: AsyncIterable<Buffer>; largestBytes?: number | undefined }

/** A picture whose bytes are stored but not decoded yet. */
export type AnonymousPicture = { file: FileKey } & Awaited<ReturnType<typeof storeChunks>>

/** Together with the queue before it, less than the timeout of a proxy. */
const DECODING_MS = 10_000

const notAPicture = () => invalidField('file', 'Filen är ingen bild.')
const isAnonymousQuotaUsed = () => invalidField('file', 'I dag kan inte fler bilder tas emot.')

const refusals = {
  file_usage_anonymous_within_day: isAnonymousQuotaUsed,
  file_usage_within_quota: isAnonymousQuotaUsed,
}

function transactionsOf({ database }: AnonymousParts): Transaction {
  const transaction = unauthenticatedTransactions(database)
  return (work) => transaction((db) => onConstraint(refusals, () => work(db)))
}

/** Stores a picture as it arrives; undefined for a file that is not accepted. */
export async function receiveAnonymousPicture(
  parts: AnonymousParts,
  orgId: string,
  { name, content, largestBytes = ANONYMOUS_FILE_MAX_BYTES }: IncomingPicture,
): Promise<AnonymousPicture | undefined> {
  const file = { orgId, id: uuidv7() }
  const transaction = transactionsOf(parts)
  const begin = async (type: string) => {
    const reservedBytes = roomFor(Math.min(largestBytes, ANONYMOUS_FILE_MAX_BYTES), orgId)
    const row = { ...file, name: nameOf(name), type, reservedBytes, receiver: parts.receiver?.id ?? null }
    await transaction((db) => db.insertInto('files').values(row).execute())
  }
  const judge = async (start: Buffer) => {
    const type = await typeOfContent(start)
    if (!isPicture(type)) throw notAPicture()
    return type
  }
  const rules = { begin, judge, bytesMax: ANONYMOUS_FILE_MAX_BYTES }
  return removedIfRefused(parts, file, async () => {
    const received = await storeChunks(transaction, file, content, rules)
    // Releases its share before the other pictures of the form arrive, as it is completed after them.
    await transaction((db) => releaseReserved(db, file))
    return { file, ...received }
  })
}

/** Completes a received picture, with a preview unless `isPreviewed` is false; undefined for one that is refused. */
export const finishAnonymousPicture = (
  parts: AnonymousParts,
  { file, ...received }: AnonymousPicture,
  { isPreviewed }: { isPreviewed: boolean },
) =>
  removedIfRefused(parts, file, () =>
    storeAttachment({
      transaction: transactionsOf(parts),
      file,
      ...received,
      work: isPreviewed ? { sender: 'anonymous', limitMs: parts.pictureMs ?? DECODING_MS } : undefined,
      check: parts.check,
    }),
  )

async function removedIfRefused<T>({ database }: AnonymousParts, { orgId, id }: FileKey, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    await removeAnonymousPictures(database, orgId, [id])
    // When the database is too busy the picture is left out, so that the form's text does not fail with it.
    if (error instanceof AppError || refusalOf(error).status === 503) return undefined
    throw error
  }
}

/**
 * Removes those of the pictures that were not attached, which then do not count for the day; the role of the site cannot
 * remove others. What fails here is removed after a day.
 */
export async function removeAnonymousPictures(database: Database, orgId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await unauthenticatedTransactions(database)((db) =>
    db.deleteFrom('files').where('orgId', '=', orgId).where('id', 'in', ids).execute(),
  ).catch(() => undefined)
}

/** Attaches pictures to an enquiry, in the transaction that stores it. */
export async function attachToEnquiry(db: Db, orgId: string, enquiryId: string, ids: string[]) {
  const { rows } = await sql<{ attached: number }>`
    select attach_files_to_enquiry(${orgId}, ${enquiryId}, ${ids}::uuid[]) as attached`.execute(db)
  if (rows[0]?.attached !== ids.length) throw new Error('A picture of an enquiry was not attached')
}
