import { z } from 'zod'
import { Id, post, requiredLine } from '#lib/contract.ts'
import { baseName } from './files.rules.ts'

const MB = 1024 * 1024
/** Limits of the database too; `file_chunks_position_limit` and `file_chunks_content_limit` together are FILE_MAX_BYTES. */
export const FILE_MAX_BYTES = 25 * MB
export const CHUNK_BYTES = 256 * 1024
export const CHUNKS_MAX = FILE_MAX_BYTES / CHUNK_BYTES
export const FILE_NAME_MAX = 200
/** What an organization may store, unless it has a quota of its own. */
export const FILE_QUOTA_BYTES = 2048 * MB
/** A file that is attached to nothing is removed after this time. */
export const UNATTACHED_FILE_HOURS = 24
/** How many a person may have sent and attached to nothing. */
export const UNATTACHED_FILES_MAX = 30
/** Files of a comment, a ticket itself or an enquiry. */
export const ATTACHED_FILES_MAX = 10

export const fileStates = ['receiving', 'ready'] as const
export type FileState = (typeof fileStates)[number]

/** What a file is for, which decides its types and what it is re-encoded to. */
const fileUses = ['logo', 'photo'] as const
export type FileUse = (typeof fileUses)[number]

export const FILE_TOO_LARGE = `Filen är för stor. Den får vara högst ${FILE_MAX_BYTES / MB} MB.`
export const FILE_EMPTY = 'Filen är tom. Välj en annan fil.'

export const StoredFile = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type StoredFile = z.infer<typeof StoredFile>

export const files = {
  upload: post('/api/files', {
    allow: 'admin',
    summary: 'Stores the body, of the type application/octet-stream, as a file that is not attached to anything yet',
    query: z.strictObject({
      name: requiredLine('Filens namn krävs')
        .overwrite(baseName)
        .min(1, 'Filens namn krävs')
        .max(FILE_NAME_MAX, `Filens namn får max vara ${FILE_NAME_MAX} tecken`),
      use: z.enum(fileUses, 'Okänd användning'),
    }),
    receives: 'file',
    status: 201,
    returns: StoredFile,
  }),
}
