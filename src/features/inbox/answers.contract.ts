// What staff answer and forward in Inkorg.
import { z } from 'zod'
import { AttachedFile, FileIds } from '#features/files/files.contract.ts'
import { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { Person } from '#features/tickets/tickets.contract.ts'
import { Id, optionalText, requiredLine, requiredText } from '#shared/contract.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { EMAIL_MAX } from '#shared/limits.rules.ts'

/** The length of a reply, and of the own text in a forwarded mail. */
export const REPLY_MAX = 10_000
/** How many other addresses a reply is mailed to. */
export const REPLY_COPIES_MAX = 10

export const NO_REPLY_TO = 'Mejlet vill inte ha svar till den adressen'
export const OWN_MAILBOX = 'Det är en av våra egna brevlådor. Mejlet skulle komma tillbaka till Inkorg.'
export const SUSPECT_NOT_FORWARDED = 'Förfrågan är misstänkt skräp. Tryck Inte skräp först.'
const TOO_MANY_COPIES = `Högst ${REPLY_COPIES_MAX} kan få kopia`

/** The author is null when the sender of the enquiry wrote it by mail. */
export const EnquiryReply = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  author: Person.nullable(),
  text: z.string(),
  /** Quotation and signature of the sender's mail. */
  folded: z.string().nullable(),
  /** The recipient, when it is not the sender of the enquiry. */
  sentTo: z.string().nullable(),
  /** The addresses that got it too. */
  cc: z.array(z.string()),
  files: z.array(AttachedFile),
  /** The mail that it was received as. */
  mailId: Id.nullable(),
  /** How the sender of that mail was authenticated. */
  authentication: SenderAuthentication.nullable(),
})
export type EnquiryReply = z.infer<typeof EnquiryReply>

/** The enquiry as staff mailed it to somebody else, which is no answer to its sender. */
export const EnquiryForward = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  author: Person,
  sentTo: z.string(),
  note: z.string().nullable(),
})
export type EnquiryForward = z.infer<typeof EnquiryForward>

const address = requiredLine('Ange en e-postadress')
  .overwrite(asciiDomain)
  .pipe(
    z
      .email({ error: ({ input }) => `${String(input).slice(0, 100)} är ingen giltig e-postadress` })
      .max(EMAIL_MAX, `Får max vara ${EMAIL_MAX} tecken`),
  )

const tooLong = (what: string) => `${what} får max vara ${REPLY_MAX.toLocaleString('sv-SE')} tecken`

export const NewReply = z.strictObject({
  /** One of the addresses that the mail names for answers; null: the sender. */
  to: requiredLine(NO_REPLY_TO).max(EMAIL_MAX).nullable().default(null),
  /** Other addresses that get the same mail. */
  cc: z
    .array(address)
    .max(REPLY_COPIES_MAX, TOO_MANY_COPIES)
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'Samma adress står två gånger')
    .default([]),
  text: requiredText('Skriv ett svar').max(REPLY_MAX, tooLong('Svaret')),
  /** Files that the mail carries. */
  fileIds: FileIds.default([]),
  /** Also marks the enquiry done. */
  completes: z.boolean().default(false),
})
export type NewReply = z.output<typeof NewReply>

export const NewForward = z.strictObject({
  to: address,
  note: optionalText(REPLY_MAX),
})
export type NewForward = z.output<typeof NewForward>
