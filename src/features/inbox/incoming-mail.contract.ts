// An incoming mail, as shown to staff.
import { z } from 'zod'
import { mailFileOutcomes } from '#features/files/files.contract.ts'
import { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { file, get, Id, IdParams, nothing, post, requiredLine } from '#shared/contract.ts'
import { EMAIL_MAX } from '#shared/limits.rules.ts'

/** Notices that staff see beside a mail. */
const mailRemarks = [
  'signed',
  'signed_inside',
  'encrypted',
  'pgp_encrypted',
  'pgp_signed',
  'winmail',
  'calendar',
  'amp',
  'unreadable',
  'several_senders',
  'unsigned_reply_to',
  'unsigned_copies',
] as const
export type MailRemark = (typeof mailRemarks)[number]

/** A file of a mail: where it is stored, or why it is not. */
export const StoredAttachment = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  /** A picture inside the text. */
  isInline: z.boolean().default(false),
  fileId: Id.nullable(),
  outcome: z.enum(mailFileOutcomes),
})
export type StoredAttachment = z.infer<typeof StoredAttachment>

/** How much of the source is shown; the download of the original has all of it. */
export const SHOWN_SOURCE_BYTES = 64 * 1024

const Mailer = z.object({ name: z.string(), address: z.string() })
export type MailPerson = z.infer<typeof Mailer>

/**
 * Another recipient of the mail who gets no copies of its ticket; `contactId` is null when it is no contact of the customer.
 */
const OfferedPerson = z.object({ name: z.string(), address: z.string(), contactId: Id.nullable() })
export type OfferedPerson = z.infer<typeof OfferedPerson>

export const MAIL_NAMES_NO_PERSON = 'Mejlet skickades inte till den adressen, eller så får personen redan kopia.'

/** The content of the original, as long as it is stored. */
const Original = z.object({
  /** Null when it is stored as long as the ticket, because one of its files is stored nowhere else. */
  storedUntil: z.iso.datetime().nullable(),
  bytes: z.int(),
  /** The header Sender ('on behalf of'); never used for authentication. */
  sender: Mailer.nullable(),
  /** Where the sender wants answers. */
  replyTo: z.array(Mailer),
  to: z.array(Mailer),
  cc: z.array(Mailer),
  /** The header Date. */
  date: z.iso.datetime().nullable(),
  /** The whole text, with quotation and signature. */
  text: z.string(),
  /** Its first SHOWN_SOURCE_BYTES. */
  source: z.string(),
})

export const IncomingMail = z.object({
  id: Id,
  from: z.object({ name: z.string(), address: z.string().nullable() }),
  subject: z.string(),
  receivedAt: z.iso.datetime(),
  authentication: SenderAuthentication,
  remarks: z.array(z.enum(mailRemarks)),
  attachments: z.array(StoredAttachment),
  original: Original.nullable(),
  offered: z.array(OfferedPerson),
})
export type IncomingMail = z.infer<typeof IncomingMail>

export const incomingMail = {
  get: get('/api/mail-messages/:id', {
    allow: 'staff',
    summary:
      'A mail that became a comment, a ticket or an enquiry; its whole text and its source while the original is stored',
    params: IdParams,
    returns: IncomingMail,
    ownTransactions: true,
  }),
  addCopy: post('/api/mail-messages/:id/copies', {
    allow: 'staff',
    summary:
      'Gives another recipient of the mail copies of its ticket, as a contact of the customer; 422 for an address that it was not sent to',
    params: IdParams,
    body: z.strictObject({ address: requiredLine(MAIL_NAMES_NO_PERSON).max(EMAIL_MAX) }),
    returns: nothing,
  }),
  original: get('/api/mail-messages/:id/original', {
    allow: 'staff',
    summary: 'The original of a mail, byte for byte as received',
    params: IdParams,
    returns: file('application/octet-stream'),
  }),
}
