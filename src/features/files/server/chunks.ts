// The chunks of a file. Each is read or written in its own transaction, so that no connection waits for a client.
import type { Transaction } from '#platform/http/serve.ts'
import { CHUNK_BYTES } from '../files.contract.ts'
import { type FileKey, readPieces } from './files.queries.ts'

export const chunkCount = (bytes: number): number => Math.ceil(bytes / CHUNK_BYTES)

/** The original content, each chunk read after the previous one was consumed. Throws `missing()` when one cannot be read (any longer). */
export async function* readChunks(transaction: Transaction, file: FileKey, count: number, missing: () => Error) {
  for (let position = 0; position < count; position++) {
    const pieces = await transaction((db) => readPieces(db, file, 'original', position))
    if (pieces.length === 0) throw missing()
    yield* pieces
  }
}

/** Splits content into the chunks in which it is stored. */
export const splitIntoChunks = (content: Buffer) =>
  Array.from({ length: chunkCount(content.length) }, (_, position) => ({
    position,
    content: content.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES),
  }))
