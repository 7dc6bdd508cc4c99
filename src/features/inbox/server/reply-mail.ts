import { z } from 'zod'
import { attachmentOf, listFilesOfReply, type MailedFile } from '#features/files/server/mailed-files.queries.ts'
import { mailedFilesText } from '#features/files/server/mailed-files-text.ts'
import { findReplyAddress } from '#features/tickets/server/mail-addresses.queries.ts'
import { LOOK_AGAIN_SECONDS, waitsForFiles } from '#features/tickets/server/ticket-mail.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueueLater, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { mailText, quoted } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import type { EnquiryKind } from '../enquiries.contract.ts'
import { replySubject } from '../enquiry-subject.rules.ts'
import { type AnsweredMails, findAnsweredMails } from './answered-mails.queries.ts'

export const ENQUIRY_REPLY_MAIL = 'enquiry-reply-mail'

/** `copy`: the place of its recipient among the reply's copies; null, and missing in older jobs, for the main recipient. */
const Payload = z.object({ orgId: Id, replyId: Id, copy: z.int().nullish() })

type Parts = { database: Database; mailer: Mailer; now?: () => Date }

/**
 * Mails a reply to the sender of an enquiry, or to one who gets a copy, in the name of the company, once its files are checked;
 * Reply-To is the company's own address. Each recipient has a job, so that none gets the mail twice when another is refused.
 */
export const replyMail =
  ({ database, mailer, now = () => new Date() }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const key = Payload.parse(payload)
    const { orgId, replyId } = key
    const mail = await database.as('jobs', async (db) => {
      const reply = await findReply(db, orgId, replyId)
      if (!reply) return undefined
      const files = await listFilesOfReply(db, orgId, replyId)
      if (waitsForFiles({ files, at: reply.createdAt }, now())) {
        if (await isFirstRun(db, job)) await enqueueLater(db, ENQUIRY_REPLY_MAIL, key, LOOK_AGAIN_SECONDS)
        return undefined
      }
      const mails = await findAnsweredMails(db, { orgId, enquiryId: reply.enquiryId }, reply.createdAt)
      const mailbox = (await findReplyAddress(db, orgId))?.mailbox ?? reply.companyEmail
      const attachments = files
        .filter(({ state }) => state === 'ready')
        .map((file) => attachmentOf(database, orgId, file))
      return mailOf({ orgId, replyId, copy: key.copy ?? null }, reply, mails, { files, mailbox, attachments })
    })
    if (mail) await mailer.send(mail, job)
  }

type Of = { orgId: string; replyId: string; copy: number | null }
type Rest = { files: MailedFile[]; mailbox: string | null; attachments: NonNullable<Mail['attachments']> }

/** Undefined for a copy that the reply does not have. */
function mailOf(
  { orgId, replyId, copy }: Of,
  reply: Reply,
  mails: AnsweredMails,
  { files, mailbox, attachments }: Rest,
): Mail | undefined {
  const { enquiryId, email, cc } = reply
  const to = copy === null ? email : cc[copy]
  if (to === undefined) return undefined
  return {
    orgId,
    to,
    ...(cc.length > 0 && { shownAs: { to: email, cc } }),
    subject: onOneLine(replySubject(reply, mails.subject)),
    text: textOf(reply, mails.last, { mayReply: mailbox !== null, files }),
    thread: { about: 'enquiry', id: enquiryId, event: `reply-${replyId}` },
    answers: mails.references,
    autoSubmitted: 'no',
    attachments,
    ...(mailbox !== null && { replyTo: mailbox }),
  }
}

type Reply = {
  enquiryId: string
  kind: EnquiryKind
  email: string
  cc: string[]
  name: string
  text: string
  createdAt: string
  author: string | null
  signature: string | null
  company: string
  companyEmail: string | null
  companyPhone: string | null
}

/** Undefined for a deleted reply and for a suspect enquiry, which gets no mail. */
const findReply = (db: Db, orgId: string, replyId: string): Promise<Reply | undefined> =>
  db
    .selectFrom('enquiryReplies as reply')
    .innerJoin('enquiries as enquiry', (join) =>
      join.onRef('enquiry.orgId', '=', 'reply.orgId').onRef('enquiry.id', '=', 'reply.enquiryId'),
    )
    .innerJoin('organizations', 'organizations.id', 'reply.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'reply.orgId')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'reply.orgId').onRef('profiles.id', '=', 'reply.author'),
    )
    .leftJoin('staffSettings', (join) =>
      join.onRef('staffSettings.orgId', '=', 'reply.orgId').onRef('staffSettings.userId', '=', 'reply.author'),
    )
    .select(['enquiry.id as enquiryId', 'enquiry.kind', 'enquiry.name', 'reply.text', 'reply.createdAt', 'reply.cc'])
    .select((eb) => eb.fn.coalesce('reply.sentTo', 'enquiry.email').as('email'))
    .select(['profiles.fullName as author', 'organizations.name as company', 'signature'])
    .select(['companyFacts.email as companyEmail', 'companyFacts.phone as companyPhone'])
    .where('reply.orgId', '=', orgId)
    .where('reply.id', '=', replyId)
    .executeTakeFirst()

type Frame = { mayReply: boolean; files: MailedFile[] }

function textOf(reply: Reply, last: AnsweredMails['last'], { mayReply, files }: Frame) {
  const { name, text, companyPhone } = reply
  const way = mayReply ? 'Svara på det här mejlet' : 'Hör av dig till oss'
  const phone = companyPhone ? `${mayReply ? ' eller ring' : ' på'} ${onOneLine(companyPhone)}` : ''
  return mailText(
    { to: name, words: text },
    text,
    ...mailedFilesText(files, { isCarried: true, elsewhere: 'Hör av dig, så får du det på annat sätt.' }),
    ...(mayReply || companyPhone ? [`Vill du tillägga något? ${way}${phone}.`] : []),
    signatureOf(reply),
    ...(last
      ? [`Den ${momentInStockholm(last.at).replace(' ', ' kl. ')} skrev ${onOneLine(name)}:\n${quoted(last.text)}`]
      : []),
  )
}

/** The author's own signature, or the name and the company. */
export function signatureOf({ signature, author, company }: Pick<Reply, 'signature' | 'author' | 'company'>): string {
  if (signature !== null) return signature
  return author === null ? onOneLine(company) : `${onOneLine(author)}\n${onOneLine(company)}`
}
