import { inboxReasonTexts } from '../inbox-mail.contract.ts'
import type { MailRemark } from '../incoming-mail.contract.ts'
import { type MailboxTls, type MailboxTrial, type MailOutcome, mailboxTls } from '../mailboxes.contract.ts'

const tlsLabels: Record<MailboxTls, string> = {
  tls: 'TLS',
  starttls: 'STARTTLS',
  none: 'Ingen (bara den här datorn)',
}
export const encryptions = mailboxTls.map((value) => ({ value, label: tlsLabels[value] }))

export const remarkLabels = {
  signed: 'Mejlet är signerat. Signaturen ligger som fil.',
  signed_inside: 'Mejlet är signerat så att texten ligger inne i filen smime.p7m. Öppna originalet i ett mejlprogram.',
  encrypted: 'Mejlet är krypterat och går inte att läsa här. Det ligger som fil.',
  pgp_encrypted: 'Texten är krypterad med PGP och går inte att läsa här.',
  pgp_signed: 'Texten är signerad med PGP. Signaturen står i texten och är inte kontrollerad.',
  winmail: 'Mejlet har en winmail.dat från Outlook. Den kan innehålla bilagor som inte går att läsa här.',
  calendar: 'Mejlet är en kalenderinbjudan. Den ligger som fil.',
  amp: 'Mejlet har en interaktiv del (AMP) som inte visas. Texten här är mejlets vanliga text.',
  unreadable: 'Mejlet gick inte att läsa som det är skrivet. Öppna originalet.',
  several_senders: 'Mejlet har flera avsändare, och ingen av dem räknas som den som skrev.',
  unsigned_reply_to: 'Avsändarens signatur täcker inte Svar till: någon kan ha lagt till adressen på vägen.',
  unsigned_copies: 'Avsändarens signatur täcker inte Till och Kopia: någon kan ha lagt till adresser på vägen.',
} as const satisfies Record<MailRemark, string>

const outcomeTexts = {
  comment: 'Blir en kommentar.',
  internal_comment: 'Blir en intern kommentar.',
  ticket: 'Blir ett ärende.',
  enquiry: 'Hamnar i Inkorg.',
  enquiry_reply: 'Blir ett svar i Inkorg.',
  automatic: 'Hamnar under Automatiska i Inkorg.',
  discarded: 'Kastas.',
  duplicate: 'Är redan läst.',
} as const satisfies Record<MailOutcome, string>

/** The expected outcome of a mail, with the reason when it goes to Inkorg. */
export const outcomeText = ({ outcome, reason }: NonNullable<MailboxTrial['mails'][number]['expected']>) =>
  reason === null ? outcomeTexts[outcome] : `${outcomeTexts[outcome]} ${inboxReasonTexts[reason]}`
