import { z } from 'zod'
import { MailOutage } from '#features/inbox/mail-alarms.contract.ts'
import { Cursor, get, Id, IdParams, pageOf, post } from '#shared/contract.ts'

export const MAIL_NOT_FOUND = 'Mejlet finns inte'
export const TEST_MAIL_SUBJECT = 'Testmejl från Stödpunkt'
/** Placeholder for the link in a stored mail: the link is created when an administrator requests it. */
export const LINK_NOT_SHOWN = '[Länken visas inte här]'

/** A mail that was stored instead of sent, because no mail server is configured. */
export const StoredMail = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  hasLink: z.boolean(),
})
export type StoredMail = z.infer<typeof StoredMail>

export const settings = {
  mail: get('/api/settings/mail', {
    allow: 'admin',
    summary:
      'Stored mail, newest first; `isSending` is whether mail is sent instead of stored, `outage` that the mail server takes none',
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(StoredMail).extend({ isSending: z.boolean(), outage: MailOutage.nullable() }),
  }),
  // No idempotency key, because the response is a secret and must not be stored.
  makeMailLink: post('/api/settings/mail/:id/link', {
    allow: 'admin',
    summary: 'Creates a new one-time link in place of a stored mail’s; voids the login’s older links',
    params: IdParams,
    returns: z.object({ link: z.string() }),
  }),
  sendTestMail: post('/api/settings/test-mail', {
    allow: 'admin',
    summary:
      'Sends a mail to the own address, stored when there is no mail server; 502 with the reason when the mail server refuses it',
    returns: z.object({ isSent: z.boolean() }),
    ownTransactions: true,
  }),
}
