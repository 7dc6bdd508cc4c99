// Pictures that visitors of the public site send with an enquiry. The enquiry matters more: what cannot be kept is left out.
import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { AppError, invalidField } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import type { Transaction } from '#lib/server/serve.ts'
import { FILE_NAME_MAX, STRANGER_FILE_MAX_BYTES } from '../files.contract.ts'
import { baseName, isPicture } from '../files.rules.ts'
import type { CheckReceived } from './check-file.ts'
import { removeFile } from './files.queries.ts'
import { storeChunks, typeOfContent } from './receive-file.ts'
import { withRetries } from './retried-transaction.ts'
import { storeAttachment } from './store-picture.ts'

export type { CheckReceived } from './check-file.ts'

/** The name that it is stored under, of whatever a program sent. */
const nameOf = (sent: string) => baseName(sent).slice(0, FILE_NAME_MAX).trim() || 'Bild'

type IncomingPicture = { name: string; content: AsyncIterable<Buffer> }

const notAPicture = () => invalidField('file', 'Filen är ingen bild.')
const strangersSentEnough = () => invalidField('file', 'I dag kan inte fler bilder tas emot.')

/** Stores a picture that is attached to nothing yet, and returns its id; undefined for a file that is not accepted. */
export async function receiveStrangerPicture(
  { database, check }: { database: Database; check?: CheckReceived | undefined },
  orgId: string,
  { name, content }: IncomingPicture,
) {
  const file = { orgId, id: uuidv7() }
  const transaction: Transaction = withRetries((work) =>
    database.as('site', (db) => onConstraint({ file_usage_strangers_within_day: strangersSentEnough }, () => work(db))),
  )
  const begin = async (db: Db, type: string) => {
    await db
      .insertInto('files')
      .values({ ...file, name: nameOf(name), type })
      .execute()
  }
  const judge = async (start: Buffer) => {
    const type = await typeOfContent(start)
    if (!isPicture(type)) throw notAPicture()
    return type
  }
  try {
    const received = await storeChunks(transaction, file, content, { begin, judge, bytesMax: STRANGER_FILE_MAX_BYTES })
    await storeAttachment({ transaction, file, ...received, limitMs: undefined, check })
    return file.id
  } catch (error) {
    await removeStrangerPictures(database, orgId, [file.id])
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Removes pictures that were not attached; what fails here is removed after a day. */
export const removeStrangerPictures = (database: Database, orgId: string, ids: readonly string[]) =>
  database
    .as('site', async (db) => {
      for (const id of ids) await removeFile(db, { orgId, id })
    })
    .catch(() => undefined)

/** Attaches pictures to an enquiry, in the transaction that stores it. */
export async function attachToEnquiry(db: Db, orgId: string, enquiryId: string, ids: string[]) {
  const { rows } = await sql<{ attached: number }>`
    select attach_files_to_enquiry(${orgId}, ${enquiryId}, ${ids}::uuid[]) as attached`.execute(db)
  if (rows[0]?.attached !== ids.length) throw new Error('A picture of an enquiry was not attached')
}
