import { z } from 'zod'
import { del, file, get, Id, IdParams, nothing, post, put, requiredLine } from '#shared/contract.ts'
import { baseName, shortName } from './files.rules.ts'
import { encodedTypes, PREVIEW_FORMAT } from './picture-types.rules.ts'

const MB = 1024 * 1024
/**
 * `files_bytes_limit` in the database, and `file_chunks_position_limit` and `file_chunks_content_limit` together. Mail, proxies
 * and clamd have limits of their own, which tests/system/file-sizes.unit.test.ts compares.
 */
export const FILE_MAX_BYTES = 25 * MB
export const CHUNK_BYTES = 256 * 1024
export const CHUNKS_MAX = FILE_MAX_BYTES / CHUNK_BYTES
/** How much an organization may store, unless it has a quota of its own. */
export const FILE_QUOTA_BYTES = 2048 * MB
/** In gigabytes, the unit in which administrators choose the quota. */
export const GB = 1024 * MB
export const FILE_QUOTA_GB = { min: 1, max: 1024 }
/** Administrators are notified when this share of the quota is used. */
export const QUOTA_NOTIFIED_PERCENT = 80
/** An unattached file is removed after this time. */
export const UNATTACHED_FILE_HOURS = 24
/** How many unattached files a person may have. */
export const UNATTACHED_FILES_MAX = 30
/** How many files a portal login may upload in a day, attached or not. */
export const PORTAL_FILES_PER_DAY = 100
/** How many files a comment, a ticket itself, an enquiry or a reply to it may have. */
export const ATTACHED_FILES_MAX = 10

/** The size of a picture from a visitor who is not signed in, and of all such pictures in a day. */
export const ANONYMOUS_FILE_MAX_BYTES = 10 * MB
export const ANONYMOUS_BYTES_PER_DAY = 200 * MB
/** Larger pictures are stored but not decoded. */
export const ANONYMOUS_PIXELS_MAX = 25_000_000

/** How much a mail to people without a login attaches; larger files stay in the ticket. */
export const MAIL_FILES_MAX_BYTES = 15 * MB
export const MAIL_FILES_TOO_LARGE = `Filerna är för stora för ett mejl. De får vara högst ${MAIL_FILES_MAX_BYTES / MB} MB tillsammans.`

/** Who sent the mail with the file. Files of a known sender are never refused for the quota. */
export const mailSenders = ['known', 'stranger'] as const
export type MailSender = (typeof mailSenders)[number]

/** The outcome for a file of a mail: 'known_picture' is a picture in the text that is already stored, 'no_room' is over the quota. */
export const mailFileOutcomes = ['stored', 'known_picture', 'too_many', 'too_large', 'no_room', 'empty'] as const
export type MailFileOutcome = (typeof mailFileOutcomes)[number]

/**
 * States of a complete file: 'checking' waits for the virus scanner, 'unchecked' exceeds its limits, the content of
 * 'infected' is deleted.
 */
const completeStates = ['checking', 'ready', 'unchecked', 'infected'] as const
export const fileStates = ['receiving', ...completeStates] as const
export type FileState = (typeof fileStates)[number]
/** The length of the virus scanner's name for a finding. */
export const FINDING_MAX = 200
/** How long mail about a comment waits at most for its files to be checked. */
export const MAIL_WAITS_MINUTES = 15

/** Pictures that the company shows; administrators upload them, and they are re-encoded. */
const pictureUses = ['logo', 'photo'] as const
export type PictureUse = (typeof pictureUses)[number]
/** What a file is for, which decides its types and processing. An attachment may have any type, and is stored unchanged. */
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

/** The maximum of the longer side of a preview, in pixels. */
export const PREVIEW_SIDE_MAX = 1600

/** A file attached to a ticket, a comment, an enquiry or a customer. */
export const AttachedFile = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  /** Only a file that is 'ready' can be opened. */
  state: z.enum(completeStates),
  /** The virus scanner's name for what it found. */
  finding: z.string().nullable(),
  /** A picture that the same person has already sent in the ticket, such as the logo of a signature. */
  isRepeated: z.boolean(),
  /** The size of the preview; null for a file that has none. */
  preview: z.object({ width: z.int(), height: z.int() }).nullable(),
})
export type AttachedFile = z.infer<typeof AttachedFile>

/** The ids of unattached files that the same person has uploaded. */
export const FileIds = z
  .array(Id)
  .max(ATTACHED_FILES_MAX, TOO_MANY_FILES)
  .refine((ids) => new Set(ids).size === ids.length, 'Samma fil är vald två gånger')

const FileUsage = z.object({ bytes: z.int(), quota: z.int(), isNearlyFull: z.boolean() })

const QUOTA_RANGE = `Ange ${FILE_QUOTA_GB.min}–${FILE_QUOTA_GB.max} hela GB`
export const Quota = z.strictObject({
  gigabytes: z.int(QUOTA_RANGE).min(FILE_QUOTA_GB.min, QUOTA_RANGE).max(FILE_QUOTA_GB.max, QUOTA_RANGE),
})
/** The quota as typed. */
export const QuotaForm = z.object({
  gigabytes: z
    .string()
    .transform((text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN))
    .pipe(Quota.shape.gigabytes),
})

export const files = {
  upload: post('/api/files', {
    allow: 'signedIn',
    keyScope: 'tickets',
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
    summary: 'How much of its quota the organization’s files use',
    returns: FileUsage,
  }),
  changeQuota: put('/api/files/quota', {
    allow: 'admin',
    summary: 'Changes the quota of the organization’s files; never below what they use',
    body: Quota,
    returns: FileUsage,
  }),
  download: get('/api/files/:id', {
    allow: 'signedIn',
    keyScope: 'read',
    summary: 'A file, byte for byte as it was sent',
    params: IdParams,
    // Never the type that the content claims, so that no browser displays it.
    returns: file('application/octet-stream'),
  }),
  preview: get('/api/files/:id/preview', {
    allow: 'signedIn',
    keyScope: 'read',
    summary: `The preview of a picture: at most ${PREVIEW_SIDE_MAX} pixels, re-encoded without metadata`,
    params: IdParams,
    returns: file(encodedTypes[PREVIEW_FORMAT]),
  }),
  remove: del('/api/files/:id', {
    allow: 'signedIn',
    keyScope: 'tickets',
    summary: 'Removes an unattached file that the user uploaded',
    params: IdParams,
    returns: nothing,
  }),
}
