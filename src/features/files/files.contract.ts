import { z } from 'zod'
import { del, file, get, Id, IdParams, nothing, post, put, requiredLine } from '#shared/contract.ts'
import { baseName, shortName } from './files.rules.ts'
import { encodedTypes, PREVIEW_FORMAT } from './picture-types.rules.ts'

const MB = 1024 * 1024
/**
 * `files_bytes_limit` in the database, and `file_chunks_position_limit` and `file_chunks_content_limit` together. nginx and clamd are
 * set to 100 MB (docs/operations.md).
 */
export const FILE_MAX_BYTES = 25 * MB
export const CHUNK_BYTES = 256 * 1024
export const CHUNKS_MAX = FILE_MAX_BYTES / CHUNK_BYTES
/** What an organization may store, unless it has a quota of its own. */
export const FILE_QUOTA_BYTES = 2048 * MB
/** In gigabytes, as administrators choose it. */
export const GB = 1024 * MB
export const FILE_QUOTA_GB = { min: 1, max: 1024 }
/** The administrators are told when this much of it is used. */
export const QUOTA_NOTIFIED_PERCENT = 80
/** A file that is attached to nothing is removed after this time. */
export const UNATTACHED_FILE_HOURS = 24
/** How many a person may have sent and attached to nothing. */
export const UNATTACHED_FILES_MAX = 30
/** How many a person may send by a login of the portal in a day, attached or not. */
export const PORTAL_FILES_PER_DAY = 100
/** Files of a comment, a ticket itself or an enquiry. */
export const ATTACHED_FILES_MAX = 10

/** A picture that somebody sends who is not signed in, and what all of them send in a day. */
export const ANONYMOUS_FILE_MAX_BYTES = 10 * MB
export const ANONYMOUS_BYTES_PER_DAY = 200 * MB
/** Larger ones are kept, and not decoded. */
export const ANONYMOUS_PIXELS_MAX = 25_000_000

/** What a mail carries to people without a login; larger files stay in the ticket. */
export const MAIL_FILES_MAX_BYTES = 15 * MB

/** Who sent the mail that a file came with. Those of a known sender are never refused for the quota. */
export const mailSenders = ['known', 'stranger'] as const
export type MailSender = (typeof mailSenders)[number]

/** What became of a file of a mail: a picture inside the text may be there already, and for others there may be no room. */
export const mailFileOutcomes = ['stored', 'known_picture', 'too_many', 'too_large', 'no_room', 'empty'] as const
export type MailFileOutcome = (typeof mailFileOutcomes)[number]

/** Of a complete file: 'checking' waits for the virus scanner, 'unchecked' is more than it can look at, of 'infected' nothing is kept. */
const completeStates = ['checking', 'ready', 'unchecked', 'infected'] as const
export const fileStates = ['receiving', ...completeStates] as const
export type FileState = (typeof fileStates)[number]
/** Of a virus scanner's name for what it found. */
export const FINDING_MAX = 200
/** Mail about a comment waits at most so long for its files to be checked. */
export const MAIL_WAITS_MINUTES = 15

/** Pictures that the company shows, which are re-encoded and written by administrators. */
const pictureUses = ['logo', 'photo'] as const
export type PictureUse = (typeof pictureUses)[number]
/** What a file is for, which decides its types and what is made of it. An attachment may be of any type, and is kept as it is. */
const fileUses = [...pictureUses, 'attachment'] as const
export type FileUse = (typeof fileUses)[number]

export const FILE_TOO_LARGE = `Filen är för stor. Den får vara högst ${FILE_MAX_BYTES / MB} MB.`
export const TOO_MANY_FILES = `Högst ${ATTACHED_FILES_MAX} filer åt gången.`
/** The text of a comment that has files and no text of its own. */
export const ONLY_FILES = 'Bifogade filer'
export const FILE_EMPTY = 'Filen är tom. Välj en annan fil.'

export const StoredFile = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  state: z.enum(completeStates),
})
export type StoredFile = z.infer<typeof StoredFile>

/** The longer side of a preview. */
export const PREVIEW_SIDE_MAX = 1600

/** A file where it belongs: of a ticket, a comment, an enquiry or a customer. */
export const AttachedFile = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  /** Only a file that is 'ready' can be opened. */
  state: z.enum(completeStates),
  /** What the virus scanner calls what it found. */
  finding: z.string().nullable(),
  /** A picture that the same person has sent in the same ticket before, such as the logo of a signature. */
  isRepeated: z.boolean(),
  /** The sides of the preview of a picture that can be shown, and not only saved. */
  preview: z.object({ width: z.int(), height: z.int() }).nullable(),
})
export type AttachedFile = z.infer<typeof AttachedFile>

/** The ids of files that the same person has uploaded and not used. */
export const FileIds = z
  .array(Id)
  .max(ATTACHED_FILES_MAX, TOO_MANY_FILES)
  .refine((ids) => new Set(ids).size === ids.length, 'Samma fil är vald två gånger')

const FileUsage = z.object({ bytes: z.int(), quota: z.int(), isNearlyFull: z.boolean() })

const QUOTA_RANGE = `Ange ${FILE_QUOTA_GB.min}–${FILE_QUOTA_GB.max} hela GB`
export const Quota = z.strictObject({
  gigabytes: z.int(QUOTA_RANGE).min(FILE_QUOTA_GB.min, QUOTA_RANGE).max(FILE_QUOTA_GB.max, QUOTA_RANGE),
})
/** As it is typed. */
export const QuotaForm = z.object({
  gigabytes: z
    .string()
    .transform((text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN))
    .pipe(Quota.shape.gigabytes),
})

export const files = {
  upload: post('/api/files', {
    allow: 'signedIn',
    summary: `Stores the body, of the type application/octet-stream, as a file that is not attached to anything yet; removed after ${UNATTACHED_FILE_HOURS} hours unless it is`,
    query: z.strictObject({
      name: requiredLine('Filens namn krävs')
        .overwrite((name) => shortName(baseName(name)))
        .min(1, 'Filens namn krävs'),
      use: z.enum(fileUses, 'Okänd användning').default('attachment'),
    }),
    receives: 'file',
    status: 201,
    returns: StoredFile,
  }),
  usage: get('/api/files/usage', {
    allow: 'admin',
    summary: 'How much the organization’s files take of its quota',
    returns: FileUsage,
  }),
  changeQuota: put('/api/files/quota', {
    allow: 'admin',
    summary: 'Changes how much the organization’s files may take; never below what they take',
    body: Quota,
    returns: FileUsage,
  }),
  download: get('/api/files/:id', {
    allow: 'signedIn',
    summary: 'A file, byte for byte as it was sent',
    params: IdParams,
    // Never the type that its content claims: a browser is not to show it.
    returns: file('application/octet-stream'),
  }),
  preview: get('/api/files/:id/preview', {
    allow: 'signedIn',
    summary: `What is shown of a picture: at most ${PREVIEW_SIDE_MAX} pixels, re-encoded without metadata`,
    params: IdParams,
    returns: file(encodedTypes[PREVIEW_FORMAT]),
  }),
  remove: del('/api/files/:id', {
    allow: 'signedIn',
    summary: 'Removes a file that the user uploaded and that is not attached to anything',
    params: IdParams,
    returns: nothing,
  }),
}
