import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import { Id } from '#lib/contract.ts'
import type { Job } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { paragraphs } from '#lib/server/mail-template.ts'
import { onOneLine } from '#lib/text.rules.ts'
import { findReplyAddress } from '#mailboxes/server/mail-addresses.queries.ts'
import type { EnquiryKind } from '../enquiries.contract.ts'
import { enquirySubject } from './enquiry-subject.ts'

export const ENQUIRY_REPLY_MAIL = 'enquiry-reply-mail'

const Payload = z.object({ orgId: Id, replyId: Id })

/** Mails a reply to the sender of an enquiry in the name of the company; Reply-To is the company's own address. */
export const replyMail =
  ({ database, mailer }: { database: Database; mailer: Mailer }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, replyId } = Payload.parse(payload)
    const { reply, mailbox } = await database.as('jobs', async (db) => ({
      reply: await findReply(db, orgId, replyId),
      mailbox: await findReplyAddress(db, orgId),
    }))
    if (!reply) return
    const { enquiryId, kind, email, company } = reply
    const replyTo = mailbox?.mailbox ?? reply.companyEmail
    await mailer.send(
      {
        orgId,
        to: email,
        subject: `Re: ${onOneLine(enquirySubject(kind, company))}`,
        text: textOf(reply, replyTo !== null),
        thread: { about: 'enquiry', id: enquiryId, event: `reply-${replyId}` },
        words: 'of_a_person',
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
  author: string | null
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
    .select(['enquiry.id as enquiryId', 'enquiry.kind', 'enquiry.name', 'reply.text'])
    .select((eb) => eb.fn.coalesce('reply.sentTo', 'enquiry.email').as('email'))
    .select(['profiles.fullName as author', 'organizations.name as company'])
    .select(['companyFacts.email as companyEmail', 'companyFacts.phone as companyPhone'])
    .where('reply.orgId', '=', orgId)
    .where('reply.id', '=', replyId)
    .executeTakeFirst()

function textOf({ name, text, author, company, companyPhone }: Reply, mayReply: boolean) {
  const way = mayReply ? 'Svara på det här mejlet' : 'Hör av dig till oss'
  const phone = companyPhone ? `${mayReply ? ' eller ring' : ' på'} ${onOneLine(companyPhone)}` : ''
  return paragraphs(
    `Hej ${onOneLine(name)}!`,
    text,
    ...(mayReply || companyPhone ? [`Vill du tillägga något? ${way}${phone}.`] : []),
    author === null ? onOneLine(company) : `${onOneLine(author)}\n${onOneLine(company)}`,
  )
}
