// The sender's own words of a mail: what it quotes of our letter, and its signature, are folded.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { findLetter } from '#platform/mail/sent-letters.ts'
import { foldMail } from '../quotation.rules.ts'
import type { IncomingMail } from './reading/mail.ts'

type Ours = { orgId: string; threads: MailThreads }

/** The mail with quotation and signature taken out of its text. The queries run in the role of the jobs. */
export async function withOwnWords(db: Db, { orgId, threads }: Ours, mail: IncomingMail): Promise<IncomingMail> {
  if (mail.text === '') return mail
  // Programs quote the mail that In-Reply-To names.
  const [answered] = mail.answers
  const isOurs = answered !== undefined && threads.find(answered) !== undefined
  const letter = isOurs ? ((await findLetter(db, orgId, answered)) ?? null) : null
  const earlier = mail.from ? await listEarlierWords(db, orgId, mail.from.address) : []
  return { ...mail, ...foldMail(mail.text, { subject: mail.fullSubject, letter, earlier }) }
}

/** What the sender's last mails said, to know a signature again (`words_of_sender`, 0027-incoming-mail.sql). */
async function listEarlierWords(db: Db, orgId: string, address: string): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select words from words_of_sender(${orgId}, ${address})`.execute(db)
  return rows.map(({ words }) => words)
}
