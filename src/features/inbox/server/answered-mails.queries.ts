// The mails of an enquiry's sender, for the subject, references and quotation of an answer. Once one mail is authenticated,
// unauthenticated ones are left out, since anybody may have written them. For the role `jobs`.
import type { Db } from '#platform/database/database.ts'

export type AnsweredMails = {
  /** The subject of the mail that began the enquiry; null for a form. */
  subject: string | null
  /** Message-IDs, oldest first: the References of the newest mail, and its own. */
  references: string[]
  /** The newest mail, or the form when there is none. */
  last: { text: string; at: string } | null
}

/** The mails of the enquiry's sender up to a moment; the last one is an authenticated one if there is any. */
export async function findAnsweredMails(
  db: Db,
  { orgId, enquiryId }: { orgId: string; enquiryId: string },
  until: string,
): Promise<AnsweredMails> {
  const mails = await db
    .selectFrom('mailMessages as mail')
    .innerJoin('enquiries as enquiry', (join) =>
      join.onRef('enquiry.orgId', '=', 'mail.orgId').onRef('enquiry.id', '=', 'mail.enquiryId'),
    )
    // The database function that stores a reply gives it the moment at which the mail was received.
    .leftJoin('enquiryReplies as reply', (join) =>
      join
        .onRef('reply.orgId', '=', 'mail.orgId')
        .onRef('reply.enquiryId', '=', 'mail.enquiryId')
        .onRef('reply.createdAt', '=', 'mail.receivedAt')
        .on('reply.author', 'is', null),
    )
    .select([
      'mail.outcome',
      'mail.subject',
      'mail.messageId',
      'mail.referenceIds',
      'mail.receivedAt',
      'mail.authentication',
    ])
    .select(['enquiry.message', 'reply.text'])
    .where('mail.orgId', '=', orgId)
    .where('mail.enquiryId', '=', enquiryId)
    .where('mail.outcome', 'in', ['enquiry', 'automatic', 'enquiry_reply'])
    .where('mail.receivedAt', '<=', until)
    .orderBy('mail.receivedAt')
    .orderBy('mail.id')
    .execute()
  const first = mails.find(({ outcome }) => outcome !== 'enquiry_reply')
  const last = mails.findLast(({ authentication }) => authentication !== 'none') ?? mails.at(-1)
  if (!last) return { subject: null, references: [], last: await findForm(db, orgId, enquiryId) }
  const text = last.outcome === 'enquiry_reply' ? (last.text ?? '') : textOf(last.message)
  return {
    subject: first?.subject ?? null,
    references: [...last.referenceIds, ...(last.messageId === null ? [] : [last.messageId])],
    last: { text, at: last.receivedAt },
  }
}

async function findForm(db: Db, orgId: string, id: string): Promise<AnsweredMails['last']> {
  const form = await db
    .selectFrom('enquiries')
    .select(['message', 'createdAt'])
    .where((eb) => eb.and({ orgId, id }))
    .where('kind', 'in', ['contact', 'support'])
    .executeTakeFirst()
  return form ? { text: form.message, at: form.createdAt } : null
}

/** The message of an enquiry by mail begins with its subject. */
const textOf = (message: string) => message.slice(message.indexOf('\n\n') + 1).trim()
