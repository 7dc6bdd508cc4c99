// The text of sent mail about tickets and enquiries, by which quotations in replies are recognized.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { MailThread } from './mail-threads.ts'

/** A quotation of an older mail is shown as part of the reply. */
const RETENTION_DAYS = 400
/** `sent_letters_text_length`; a longer text is truncated. */
export const SENT_TEXT_MAX = 100_000
/** `sent_letters_subject_length`. */
export const SENT_SUBJECT_MAX = 2_000

type SentMail = { orgId: string; messageId: string; thread: MailThread; subject: string; text: string }

const subjects: Record<MailThread['about'], { table: string; column: string }> = {
  ticket: { table: 'tickets', column: 'ticket_id' },
  enquiry: { table: 'enquiries', column: 'enquiry_id' },
}

/** Stores the text of a sent mail, once, unless its ticket or enquiry no longer exists. */
export async function storeSentMail(db: Db, { orgId, messageId, thread, subject, text }: SentMail) {
  const { table, column } = subjects[thread.about]
  await sql`
    insert into sent_letters (org_id, message_id, ${sql.ref(column)}, subject, text)
    select org_id, ${messageId.toLowerCase()}, id, ${subject.slice(0, SENT_SUBJECT_MAX).toWellFormed()},
      ${text.slice(0, SENT_TEXT_MAX).toWellFormed()}
    from ${sql.table(table)} where org_id = ${orgId} and id = ${thread.id}
    on conflict do nothing`.execute(db)
}

/** Subject and text of the sent mail with this Message-ID. */
export const findSentMail = (db: Db, orgId: string, messageId: string) =>
  db
    .selectFrom('sentLetters')
    .select(['subject', 'text'])
    .where((eb) => eb.and({ orgId, messageId: messageId.trim().toLowerCase() }))
    .executeTakeFirst()

export const deleteOldSentMail = (db: Db) =>
  db.deleteFrom('sentLetters').where('sentAt', '<', sql<string>`now() - ${RETENTION_DAYS} * interval '1 day'`).execute()
