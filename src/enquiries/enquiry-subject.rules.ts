import type { EnquiryKind } from './enquiries.contract.ts'

/** The subject of the mails to the sender of a form; it contains none of the sender's text. */
export const enquirySubject = (kind: EnquiryKind, company: string) =>
  `${kind === 'support' ? 'Din felanmälan' : 'Ditt meddelande'} till ${company}`

/** A prefix of an answer, also behind marks such as '[EXTERN]'. */
const answered = /^\s*(?:\[[^\]]{0,40}\]\s*){0,3}(?:re|sv|aw|antw|svar)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i

/** Of the answer to a mail: its subject after 'Re:', once. Without one, that of the mails to the sender of a form. */
export function replySubject({ kind, company }: { kind: EnquiryKind; company: string }, theirs: string | null): string {
  const subject = theirs?.trim() || enquirySubject(kind, company)
  return answered.test(subject) ? subject : `Re: ${subject}`
}
