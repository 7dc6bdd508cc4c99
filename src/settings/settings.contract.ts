import { z } from 'zod'
import { Cursor, del, get, Id, IdParams, nothing, pageOf, post } from '#lib/contract.ts'

export const MAIL_NOT_FOUND = 'Mejlet finns inte'
export const SESSION_NOT_FOUND = 'Enheten är redan utloggad'
export const TEST_MAIL_SUBJECT = 'Testmejl från Stödpunkt'
/** Placeholder for the link in a kept mail: the link is created when an administrator asks for it. */
export const LINK_NOT_SHOWN = '[Länken visas inte här]'

/** How long a kept mail can be read: kept_mail_retention() in the database. */
export const MAIL_KEPT_DAYS = 90

/** A mail that was not sent, because no mail server is set. */
export const KeptMail = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  hasLink: z.boolean(),
})
export type KeptMail = z.infer<typeof KeptMail>

/** A browser in which the person is signed in. */
export const OwnSession = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  isThis: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const settings = {
  mail: get('/api/settings/mail', {
    allow: 'admin',
    summary: 'Kept mail, newest first; `isSending` says whether mail is sent instead of kept',
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(KeptMail).extend({ isSending: z.boolean() }),
  }),
  // Not repeatable by a key: the answer is a secret and is not stored.
  makeMailLink: post('/api/settings/mail/:id/link', {
    allow: 'admin',
    summary: 'A new one-time link in place of a kept mail’s; the login’s older links stop working',
    params: IdParams,
    returns: z.object({ link: z.string() }),
  }),
  sendTestMail: post('/api/settings/test-mail', {
    allow: 'admin',
    summary:
      'A mail to the own address, kept when there is no mail server; 502 with the reason when the mail server does not take it',
    returns: z.object({ isSent: z.boolean() }),
  }),
  sessions: get('/api/settings/sessions', {
    allow: 'staff',
    summary: 'Where the person is signed in, the last used first',
    returns: z.array(OwnSession),
  }),
  endSession: del('/api/settings/sessions/:id', {
    allow: 'staff',
    summary: 'Signs the person out in one browser, at once',
    params: IdParams,
    returns: nothing,
  }),
  endOtherSessions: del('/api/settings/sessions', {
    allow: 'staff',
    summary: 'Signs the person out everywhere but here',
    returns: z.object({ ended: z.int() }),
  }),
}
