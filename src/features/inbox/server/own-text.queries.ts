// Folds the quotation of our mail and the signature in a mail, which leaves the sender's own text.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { findSentMail } from '#platform/mail/sent-mail.ts'
import { foldMail } from '../quotation.rules.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

type Ours = { orgId: string; threads: MailThreads }

/** The mail with quotation and signature moved from `text` to `folded`. For the role `jobs`. */
export async function withFoldedText(db: Db, { orgId, threads }: Ours, mail: IncomingMail): Promise<IncomingMail> {
  if (mail.text === '') return mail
  // Programs quote the mail in In-Reply-To, which is the first of these.
  const [answered] = mail.answers
  const isOurs = answered !== undefined && threads.find(answered) !== undefined
  const sent = isOurs ? ((await findSentMail(db, orgId, answered)) ?? null) : null
  const earlier = mail.from ? await listEarlierTexts(db, orgId, mail.from.address) : []
  return { ...mail, ...foldMail(mail.text, { subject: mail.fullSubject, sent, earlier }) }
}

/** The texts of the sender's last mails, to recognise a signature (`words_of_sender`, 0027-incoming-mail.sql). */
async function listEarlierTexts(db: Db, orgId: string, address: string): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select words from words_of_sender(${orgId}, ${address})`.execute(db)
  return rows.map(({ words }) => words)
}
