// Files on their way out: each chunk is read in a transaction of its own, when the client has taken the one before.
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/server/app-error.ts'
import type { Download } from '#lib/server/download.ts'
import type { Transaction } from '#lib/server/serve.ts'
import { CHUNK_BYTES } from '../files.contract.ts'
import { FILE_NOT_FOUND, type FileKey, findChunk } from './files.queries.ts'

/** The file as it was sent. Throws 404 for one that the actor may not see or that is not completely received. */
export async function readFile(transaction: Transaction, id: string): Promise<Download> {
  const { orgId, name, bytes } = await transaction((db) => getReadyFile(db, id))
  return { filename: name, bytes, content: chunksOf(transaction, { orgId, id }, bytes) }
}

/** The preview, which is small enough to be read at once. Throws 404 when there is none that the actor may see. */
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

/** A file of which a part is missing or no longer may be read breaks off: the client knows its length. */
async function* chunksOf(transaction: Transaction, file: FileKey, bytes: number) {
  for (let position = 0; position * CHUNK_BYTES < bytes; position++) {
    const content = await transaction((db) => findChunk(db, file, 'original', position))
    if (!content) throw notFound(FILE_NOT_FOUND)
    yield content
  }
}

async function getReadyFile(db: Db, id: string) {
  const file = await db
    .selectFrom('files')
    .select(['orgId', 'name', 'bytes', 'isCompany', 'variants'])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!file) throw notFound(FILE_NOT_FOUND)
  return file
}
