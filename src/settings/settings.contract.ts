import { z } from 'zod'
import { get, IdParams, pageOf, post } from '#lib/contract.ts'

export const MAIL_NOT_FOUND = 'Mejlet finns inte'
/** Stands where a kept mail has the gap of its link: no link is made before somebody asks for it (rule 35). */
export const LINK_NOT_SHOWN = '[Länken visas inte här]'

/** A mail that was not sent, because no mail server is set. */
export const KeptMail = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  hasLink: z.boolean(),
})
export type KeptMail = z.infer<typeof KeptMail>

export const settings = {
  mail: get('/api/settings/mail', {
    allow: 'admin',
    summary: 'Kept mail, newest first; `isSending` says whether mail is sent instead of kept',
    query: z.strictObject({ after: z.string().max(1000).optional() }),
    returns: pageOf(KeptMail).extend({ isSending: z.boolean() }),
  }),
  // Not repeatable by a key: the answer is a secret and is not stored.
  makeMailLink: post('/api/settings/mail/:id/link', {
    allow: 'admin',
    summary: 'A new one-time link in place of a kept mail’s; the login’s older links stop working',
    params: IdParams,
    returns: z.object({ link: z.string() }),
  }),
}
