import { z } from 'zod'
import { Cursor, get, Id, IdParams, optionalLine, pageOf, post, put, Version } from '#shared/contract.ts'

const TEXT_MAX_KB = 64
/** In characters. Room for the number and the title of a ticket. */
export const READING_REASON_MAX = 250
export const UNREADABLE = 'Kunde inte hämta kunddata'
export const KEY_MISSING =
  'Nyckel saknas: den här servern har inte nyckeln som texten är krypterad med. Lägg tillbaka nyckelfilen från din kopia.'
export const ARCHIVED = 'Kunden är arkiverad: texten kan läsas men inte ändras. Återställ kunden först.'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

export const VaultText = z
  .string('Texten saknas i anropet')
  .refine(
    (text) => bytesOf(text) <= TEXT_MAX_KB * 1024,
    `Texten får vara högst ${TEXT_MAX_KB} kB. Korta den eller dela upp den.`,
  )
  // A lone surrogate has no UTF-8 encoding and would be replaced.
  .refine((text) => text.isWellFormed(), 'Texten innehåller ett tecken som inte kan sparas')

/** `version` is 0 before the first save. */
export const SavedVersion = z.object({
  version: z.int(),
  savedBy: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
})

/** Why somebody reads the text, in the audit log. */
export const ReadingReason = z.strictObject({ reason: optionalLine(READING_REASON_MAX) })
export type ReadingReason = z.infer<typeof ReadingReason>

/** The state of the vault without the text. */
export const VaultState = SavedVersion.extend({
  state: z.enum(['readable', 'unreadable', 'keyMissing']),
  /** Whether there is no text or an empty one, whose reading is not audited. */
  isEmpty: z.boolean(),
  isArchived: z.boolean(),
  /** Why the person asking last read this text, if that was within the hours of a proof. */
  ownReason: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
})
export type VaultState = z.infer<typeof VaultState>

export const VaultContent = SavedVersion.extend({ text: z.string() })
export type VaultContent = z.infer<typeof VaultContent>

export const VaultVersion = SavedVersion.extend({ isEmpty: z.boolean() })
export type VaultVersion = z.infer<typeof VaultVersion>

export const VaultAccess = z.object({
  id: Id,
  at: z.iso.datetime(),
  who: z.string().nullable(),
  action: z.enum(['read', 'changed', 'restored']),
  version: z.int(),
  /** The version whose text was restored. */
  from: z.int().nullable(),
  /** Why it was read, if that was told. */
  reason: z.string().nullable(),
})
export type VaultAccess = z.infer<typeof VaultAccess>

const base = '/api/customers/:id/credentials'

/** A customer's technical information, for staff only. */
export const vault = {
  get: get(base, {
    allow: 'staff',
    summary: 'Who last saved the technical information, and whether it can be decrypted; without the text',
    params: IdParams,
    returns: VaultState,
  }),
  read: post(`${base}/text`, {
    allow: 'staff',
    summary: 'The technical information; each reading is audited with its reason, except of an empty text',
    params: IdParams,
    body: ReadingReason,
    proof: 'workday',
    returns: VaultContent,
  }),
  save: put(base, {
    allow: 'staff',
    summary: 'Saves a new version; 409 with the current text when somebody saved since `version`',
    params: IdParams,
    body: z.strictObject({ text: VaultText, version: Version }),
    proof: 'workday',
    returns: VaultState,
  }),
  versions: get(`${base}/versions`, {
    allow: 'staff',
    summary: 'Who saved which version when, the latest first',
    params: IdParams,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    returns: pageOf(VaultVersion),
  }),
  restore: post(`${base}/restore`, {
    allow: 'staff',
    summary: 'Saves the text of an earlier version as a new one; 409 when somebody saved since `basedOn`',
    params: IdParams,
    body: z.strictObject({ version: Version.min(1), basedOn: Version.min(1) }),
    proof: 'workday',
    returns: VaultState,
  }),
  log: get(`${base}/log`, {
    allow: 'admin',
    summary: 'Who read and changed the technical information, the latest first',
    params: IdParams,
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(VaultAccess),
  }),
}
