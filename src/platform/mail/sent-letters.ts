// What the letters of tickets and enquiries said: a quotation in an answer is told from the answerer's words by it.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { MailThread } from './mail-threads.ts'

/** A quotation of an older letter is shown with the words of the answer. */
const LETTERS_KEPT_DAYS = 400
/** `sent_letters_text_length`; of a longer letter the beginning is kept. */
export const SENT_LETTER_MAX = 100_000
/** `sent_letters_subject_length`. */
export const SENT_SUBJECT_MAX = 2_000

type StoredLetter = { orgId: string; messageId: string; thread: MailThread; subject: string; text: string }

const subjects: Record<MailThread['about'], { table: string; column: string }> = {
  ticket: { table: 'tickets', column: 'ticket_id' },
  enquiry: { table: 'enquiries', column: 'enquiry_id' },
}

/** Keeps what a letter said, once. A letter about something that no longer exists is not kept. */
export async function keepLetter(db: Db, { orgId, messageId, thread, subject, text }: StoredLetter) {
  const { table, column } = subjects[thread.about]
  await sql`
    insert into sent_letters (org_id, message_id, ${sql.ref(column)}, subject, text)
    select org_id, ${messageId.toLowerCase()}, id, ${subject.slice(0, SENT_SUBJECT_MAX).toWellFormed()},
      ${text.slice(0, SENT_LETTER_MAX).toWellFormed()}
    from ${sql.table(table)} where org_id = ${orgId} and id = ${thread.id}
    on conflict do nothing`.execute(db)
}

/** Subject and text of the letter with this Message-ID. */
export const findLetter = (db: Db, orgId: string, messageId: string) =>
  db
    .selectFrom('sentLetters')
    .select(['subject', 'text'])
    .where((eb) => eb.and({ orgId, messageId: messageId.trim().toLowerCase() }))
    .executeTakeFirst()

export const forgetOldLetters = (db: Db) =>
  db
    .deleteFrom('sentLetters')
    .where('sentAt', '<', sql<string>`now() - ${LETTERS_KEPT_DAYS} * interval '1 day'`)
    .execute()
