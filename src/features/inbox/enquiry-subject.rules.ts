import { isAnswer } from '#features/tickets/mail-text.rules.ts'
import type { EnquiryKind } from './enquiries.contract.ts'

/** The subject of the mails to the sender of a form; it contains none of the sender's text. */
export const enquirySubject = (kind: EnquiryKind, company: string) => `${sentTexts[kind]} till ${company}`
/** The subject with the number, by which a reply finds the enquiry or its ticket (`ticketNumberIn`). */
export const numberedSubject = (number: number | null, subject: string) =>
  number === null ? subject : `[#${number}] ${subject}`

const sentTexts: Record<EnquiryKind, string> = {
  contact: 'Ditt meddelande',
  support: 'Din felanmälan',
  mail: 'Ditt meddelande',
  automatic: 'Ditt meddelande',
}

/** The subject of the answer to a mail: the mail's own with one 'Re:' before it, or `enquirySubject` when it has none. */
export function replySubject({ kind, company }: { kind: EnquiryKind; company: string }, theirs: string | null): string {
  const subject = theirs?.trim() || enquirySubject(kind, company)
  return isAnswer(subject) ? subject : `Re: ${subject}`
}
