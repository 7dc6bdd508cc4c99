import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import type { Actor } from '#db/actor.ts'
import { uuidv7 } from '#db/uuid.ts'
import { isAdmin } from '#lib/roles.rules.ts'
import { AppError, forbidden, invalidField } from '#lib/server/app-error.ts'
import { arriving, inChunks } from '#lib/server/file-body.ts'
import { organizationOf } from '#lib/server/organization.ts'
import type { ReceivedFile, Transaction } from '#lib/server/serve.ts'
import {
  CHUNK_BYTES,
  FILE_EMPTY,
  FILE_MAX_BYTES,
  FILE_TOO_LARGE,
  type FileUse,
  type StoredFile,
} from '../files.contract.ts'
import { refusedPicture } from '../files.rules.ts'
import { addChunk, beginFile, type FileKey, removeFile, requireRoomFor } from './files.queries.ts'
import { storeAttachment, storePicture } from './store-picture.ts'

type Upload = { actor: Actor; transaction: Transaction; content: ReceivedFile; limits: UploadLimits }
export type UploadLimits = {
  /** How long a sender may send nothing. */
  stalledMs?: number
  /** How long a picture may be worked on. */
  pictureMs?: number
}

const tooLarge = () => new AppError(413, 'too_large', FILE_TOO_LARGE, { fields: { file: FILE_TOO_LARGE } })
const UNKNOWN_TYPE = 'application/octet-stream'

/** Stores a file while it arrives. Throws 403 for pictures of the company by others than administrators. Of one that is refused or breaks off nothing is left. */
export async function receiveFile(upload: Upload, { name, use }: { name: string; use: FileUse }): Promise<StoredFile> {
  const { actor, transaction, content } = upload
  if (actor.kind === 'none' || (use !== 'attachment' && !isAdmin(actor))) throw forbidden()
  const file = { orgId: organizationOf(actor), id: uuidv7() }
  const expected = content.bytes ?? 0
  if (expected > FILE_MAX_BYTES) throw tooLarge()
  await transaction((db) => requireRoomFor(db, expected))
  try {
    const received = await storeChunks(upload, file, { name, use })
    const stored = { transaction, file, ...received, limitMs: upload.limits.pictureMs }
    return use === 'attachment' ? await storeAttachment(stored) : await storePicture(stored, use)
  } catch (error) {
    // When this fails too, the file is removed as one that was never attached.
    await transaction((db) => removeFile(db, file)).catch(() => undefined)
    throw error
  }
}

async function storeChunks(
  { actor, transaction, content, limits }: Upload,
  file: FileKey,
  { name, use }: { name: string; use: FileUse },
) {
  const hash = createHash('sha256')
  let type = UNKNOWN_TYPE
  let bytes = 0
  let chunks = 0
  for await (const chunk of inChunks(arriving(content.stream, limits.stalledMs), CHUNK_BYTES)) {
    bytes += chunk.length
    if (bytes > FILE_MAX_BYTES) throw tooLarge()
    const position = chunks++
    if (position === 0) type = await typeOf(chunk, use)
    hash.update(chunk)
    await transaction(async (db) => {
      if (position === 0) await beginFile(db, actor, { id: file.id, name, type })
      await addChunk(db, file, { variant: 'original', position, content: chunk })
    })
  }
  if (bytes === 0) throw invalidField('file', FILE_EMPTY)
  return { chunks, type, bytes, sha256: hash.digest() }
}

/** By the first bytes. Throws 422 for a picture of the company that is not an accepted one. */
async function typeOf(start: Buffer, use: FileUse): Promise<string> {
  const found = (await fileTypeFromBuffer(start))?.mime ?? UNKNOWN_TYPE
  const type = /^[a-z]+\/[a-z0-9.+-]+$/.test(found) ? found : UNKNOWN_TYPE
  if (use === 'attachment') return type
  const problem = refusedPicture(type, start.toString('latin1', 0, 4096))
  if (problem) throw invalidField('file', problem)
  return type
}
