import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import type { Actor } from '#platform/database/actor.ts'
import { withRetries } from '#platform/database/retried-transaction.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, forbidden, invalidField } from '#platform/http/app-error.ts'
import { arriving, inChunks } from '#platform/http/file-body.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { ReceivedFile, Transaction } from '#platform/http/serve.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import {
  CHUNK_BYTES,
  FILE_EMPTY,
  FILE_MAX_BYTES,
  FILE_TOO_LARGE,
  type FileUse,
  type StoredFile,
} from '../files.contract.ts'
import { refusedPicture } from '../picture-types.rules.ts'
import type { CheckReceived } from './check-file.ts'
import { addChunk, beginFile, type FileKey, removeFile, roomFor } from './files.queries.ts'
import type { Receiver } from './receiver.ts'
import { storeAttachment, storePicture } from './store-picture.ts'

type Upload = { actor: Actor; transaction: Transaction; content: ReceivedFile; limits: Receiving }
export type UploadLimits = {
  /** How long the sender may send nothing. */
  stalledMs?: number
  /** The time limit for processing a picture. */
  pictureMs?: number
}
export type Receiving = UploadLimits & { check?: CheckReceived | undefined; receiver?: Receiver | undefined }

const tooLarge = () => new AppError(413, 'too_large', FILE_TOO_LARGE, { fields: { file: FILE_TOO_LARGE } })
const UNKNOWN_TYPE = 'application/octet-stream'

/**
 * Stores a file while it arrives; of one that is refused or breaks off nothing remains. Throws 403 for pictures of the
 * company unless the actor is an administrator.
 */
export function receiveFile(upload: Upload, sent: { name: string; use: FileUse }): Promise<StoredFile> {
  const { content, limits } = upload
  return limits.receiver ? limits.receiver.during(content.stream, () => receive(upload, sent)) : receive(upload, sent)
}

async function receive(upload: Upload, { name, use }: { name: string; use: FileUse }): Promise<StoredFile> {
  const { actor, content } = upload
  const transaction = withRetries(upload.transaction)
  if (actor.kind === 'none' || (use !== 'attachment' && !isAdmin(actor))) throw forbidden()
  const file = { orgId: organizationOf(actor), id: uuidv7() }
  if ((content.bytes ?? 0) > FILE_MAX_BYTES) throw tooLarge()
  const reservedBytes = content.bytes ?? roomFor(FILE_MAX_BYTES)
  const { pictureMs: limitMs, stalledMs, check, receiver } = upload.limits
  // Reserves its size before the first byte, so that of concurrent uploads those that exceed the quota are refused.
  await transaction((db) =>
    beginFile(db, actor, { id: file.id, name, type: UNKNOWN_TYPE, reservedBytes, receiver: receiver?.id ?? null }),
  )
  try {
    const judge = (start: Buffer) => typeOf(start, use)
    const incoming = arriving(content.stream, stalledMs)
    const received = await storeChunks(transaction, file, incoming, { judge, bytesMax: FILE_MAX_BYTES })
    const sender = actor.kind === 'customer' ? 'customer' : 'staff'
    const stored = { transaction, file, ...received, work: { sender, limitMs }, check } as const
    return use === 'attachment' ? await storeAttachment(stored) : await storePicture(stored, use)
  } catch (error) {
    // The sender may have been signed out by now; then this process removes the file.
    await transaction((db) => removeFile(db, file)).catch(() => receiver?.forget(file))
    throw error
  }
}

type Rules = {
  /** Stores the row of a file of this type before its first chunk; unset if the row already exists. */
  begin?: (type: string) => Promise<void>
  /** Returns the type by the first bytes; throws 422 for one that is refused. */
  judge: (start: Buffer) => Promise<string>
  bytesMax: number
}

/** Stores the bytes of a new file in chunks. Throws 413 for more than `bytesMax`, 422 for an empty file. */
export async function storeChunks(
  transaction: Transaction,
  file: FileKey,
  incoming: AsyncIterable<Buffer>,
  { begin, judge, bytesMax }: Rules,
) {
  const hash = createHash('sha256')
  let type = UNKNOWN_TYPE
  let bytes = 0
  let chunks = 0
  for await (const chunk of inChunks(incoming, CHUNK_BYTES)) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    const position = chunks++
    if (position === 0) {
      type = await judge(chunk)
      await begin?.(type)
    }
    hash.update(chunk)
    await transaction((db) => addChunk(db, file, { variant: 'original', position, content: chunk }))
  }
  if (bytes === 0) throw invalidField('file', FILE_EMPTY)
  return { chunks, type, bytes, sha256: hash.digest() }
}

/** The type of a file by its first `CHUNK_BYTES`: it is needed before the rest has arrived. */
export async function typeOfContent(start: Buffer): Promise<string> {
  const found = (await fileTypeFromBuffer(start))?.mime ?? UNKNOWN_TYPE
  return /^[a-z]+\/[a-z0-9.+-]+$/.test(found) ? found : UNKNOWN_TYPE
}

/** Throws 422 for a picture of the company of a refused type. */
async function typeOf(start: Buffer, use: FileUse): Promise<string> {
  const type = await typeOfContent(start)
  if (use === 'attachment') return type
  const problem = refusedPicture(type, start.toString('latin1', 0, 4096))
  if (problem) throw invalidField('file', problem)
  return type
}
