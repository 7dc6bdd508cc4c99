// Downloads: each chunk is read in its own transaction, after the client has consumed the previous one.
import type { Db } from '#platform/database/database.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import type { Download } from '#platform/http/download.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { chunkCount, readChunks } from './chunks.ts'
import { FILE_NOT_FOUND } from './files.queries.ts'

/**
 * The original file. Throws 404 for one that the actor may not see or that is incomplete, 409 for one that the virus scanner
 * has not found clean.
 */
export async function readFile(transaction: Transaction, id: string): Promise<Download> {
  const { orgId, name, bytes } = await transaction((db) => getReadyFile(db, id))
  // If a chunk is missing or access ends the download breaks off; the client notices, as it knows the length.
  const content = readChunks(transaction, { orgId, id }, chunkCount(bytes), () => notFound(FILE_NOT_FOUND))
  return { filename: name, bytes, content }
}

/** The preview, which is small enough to be read at once. Throws like `readFile`, and 404 when there is none. */
export async function readPreview(transaction: Transaction, id: string): Promise<Download> {
  return transaction(async (db) => {
    const { orgId, name, isCompany, variants } = await getReadyFile(db, id)
    const [variant] = variants
    if (isCompany || variant === undefined) throw notFound(FILE_NOT_FOUND)
    const chunks = await db
      .selectFrom('fileChunks')
      .select('content')
      .where('orgId', '=', orgId)
      .where('fileId', '=', id)
      .where('variant', '=', variant)
      .orderBy('position')
      .execute()
    const content = Buffer.concat(chunks.map((chunk) => chunk.content))
    return { filename: `${name.replace(/\.\w+$/, '')}.webp`, bytes: content.length, content: [content] }
  })
}

const closedReasons = {
  checking: 'Filen kontrolleras. Försök igen om en stund.',
  unchecked: 'Filen kunde inte kontrolleras och går inte att öppna.',
  infected: 'Filen innehöll skadlig kod och är borttagen.',
}

async function getReadyFile(db: Db, id: string) {
  const file = await db
    .selectFrom('files')
    .select(['orgId', 'name', 'bytes', 'isCompany', 'variants', 'state'])
    .where('id', '=', id)
    .where('state', '!=', 'receiving')
    .executeTakeFirst()
  if (!file) throw notFound(FILE_NOT_FOUND)
  const reason = file.state === 'receiving' || file.state === 'ready' ? undefined : closedReasons[file.state]
  if (reason) throw new AppError(409, 'not_opened', reason)
  return file
}
