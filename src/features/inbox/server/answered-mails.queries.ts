// What an enquiry's sender has written, as an answer by mail names and quotes it: nothing that a stranger may have written
// after a proven mail. In the role of the jobs.
import type { Db } from '#platform/database/database.ts'

export type AnsweredMails = {
  /** Of the mail that began the enquiry; null for a form. */
  subject: string | null
  /** Message-IDs, oldest first: what the newest mail refers to, and its own. */
  references: string[]
  /** What the newest mail says, or the form when there is none. */
  last: { text: string; at: string } | null
}

/** The sender's mails until a moment: the proven ones, once there is one. */
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
    // Of the same moment, by the database function that wrote it.
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
  const text = last.outcome === 'enquiry_reply' ? (last.text ?? '') : wordsOf(last.message)
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
const wordsOf = (message: string) => message.slice(message.indexOf('\n\n') + 1).trim()
