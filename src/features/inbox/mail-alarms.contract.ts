// Warnings to staff when mail is not received or not sent.
import { z } from 'zod'
import { mailOutageReasons } from '#shared/mail-outage.rules.ts'

/** Staff are warned of a mailbox that has not been read for so long. */
export const UNREAD_MINUTES = 15

/** The mail server accepts no outgoing mail. */
export const MailOutage = z.object({ since: z.iso.datetime(), reason: z.enum(mailOutageReasons) })
export type MailOutage = z.infer<typeof MailOutage>

export const MailAlarms = z.object({
  mailboxes: z.array(z.object({ address: z.string(), since: z.iso.datetime() })),
  outage: MailOutage.nullable(),
  /** A mail server is configured; without one, mail is stored for administrators to read. */
  isSending: z.boolean(),
})
export type MailAlarms = z.infer<typeof MailAlarms>
