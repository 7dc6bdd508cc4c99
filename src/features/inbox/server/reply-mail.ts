import { z } from 'zod'
import { findReplyAddress } from '#features/tickets/server/mail-addresses.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { mailText, quoted } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import type { EnquiryKind } from '../enquiries.contract.ts'
import { replySubject } from '../enquiry-subject.rules.ts'
import { type AnsweredMails, findAnsweredMails } from './answered-mails.queries.ts'

export const ENQUIRY_REPLY_MAIL = 'enquiry-reply-mail'

const Payload = z.object({ orgId: Id, replyId: Id })

/** Mails a reply to the sender of an enquiry in the name of the company; Reply-To is the company's own address. */
export const replyMail =
  ({ database, mailer }: { database: Database; mailer: Mailer }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, replyId } = Payload.parse(payload)
    const found = await database.as('jobs', async (db) => {
      const reply = await findReply(db, orgId, replyId)
      return (
        reply && {
          reply,
          mails: await findAnsweredMails(db, { orgId, enquiryId: reply.enquiryId }, reply.createdAt),
          mailbox: await findReplyAddress(db, orgId),
        }
      )
    })
    if (!found) return
    const { reply, mails, mailbox } = found
    const { enquiryId, email } = reply
    const replyTo = mailbox?.mailbox ?? reply.companyEmail
    await mailer.send(
      {
        orgId,
        to: email,
        subject: onOneLine(replySubject(reply, mails.subject)),
        text: textOf(reply, mails.last, replyTo !== null),
        thread: { about: 'enquiry', id: enquiryId, event: `reply-${replyId}` },
        answers: mails.references,
        autoSubmitted: 'no',
        ...(replyTo !== null && { replyTo }),
      },
      job,
    )
  }

type Reply = {
  enquiryId: string
  kind: EnquiryKind
  email: string
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
    .select(['enquiry.id as enquiryId', 'enquiry.kind', 'enquiry.name', 'reply.text', 'reply.createdAt'])
    .select((eb) => eb.fn.coalesce('reply.sentTo', 'enquiry.email').as('email'))
    .select(['profiles.fullName as author', 'organizations.name as company', 'signature'])
    .select(['companyFacts.email as companyEmail', 'companyFacts.phone as companyPhone'])
    .where('reply.orgId', '=', orgId)
    .where('reply.id', '=', replyId)
    .executeTakeFirst()

function textOf(reply: Reply, last: AnsweredMails['last'], mayReply: boolean) {
  const { name, text, companyPhone } = reply
  const way = mayReply ? 'Svara på det här mejlet' : 'Hör av dig till oss'
  const phone = companyPhone ? `${mayReply ? ' eller ring' : ' på'} ${onOneLine(companyPhone)}` : ''
  return mailText(
    { to: name, words: text },
    text,
    ...(mayReply || companyPhone ? [`Vill du tillägga något? ${way}${phone}.`] : []),
    signatureOf(reply),
    ...(last
      ? [`Den ${momentInStockholm(last.at).replace(' ', ' kl. ')} skrev ${onOneLine(name)}:\n${quoted(last.text)}`]
      : []),
  )
}

/** The author's own signature, or the name and the company. */
function signatureOf({ signature, author, company }: Pick<Reply, 'signature' | 'author' | 'company'>): string {
  if (signature !== null) return signature
  return author === null ? onOneLine(company) : `${onOneLine(author)}\n${onOneLine(company)}`
}
