// What staff are told when mail does not come in or go out.
import { z } from 'zod'
import { mailOutageReasons } from '#shared/mail-outage.rules.ts'

/** A mailbox that was not read for so long is told of. */
export const UNREAD_MINUTES = 15

/** The mail server takes no outgoing mail. */
export const MailOutage = z.object({ since: z.iso.datetime(), reason: z.enum(mailOutageReasons) })
export type MailOutage = z.infer<typeof MailOutage>

export const MailAlarms = z.object({
  mailboxes: z.array(z.object({ address: z.string(), since: z.iso.datetime() })),
  outage: MailOutage.nullable(),
  /** There is a mail server; without one mail is kept for administrators. */
  isSending: z.boolean(),
})
export type MailAlarms = z.infer<typeof MailAlarms>
