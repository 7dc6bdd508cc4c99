// What a person wrote in a subject, apart from the prefixes that the mail program added.

const prefix = /^\s*(?:sv|vb|vs|aw|re|fw|fwd|wg|vl|svar|antw)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const forwardPrefix =
  /^\s*(?:\[[^\]]{1,60}\]\s*)*(?:(?:sv|re|aw|svar|antw)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:\s*)*(?:vb|vs|fw|fwd|wg|vl)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const ticketTag = /\[#(\d{1,9})\]/

/** The subject without any number of prefixes (RE, SV, VB …) and without a ticket's number in brackets. */
export function subjectOf(written: string): string {
  let subject = written.slice(0, 2_000).replace(ticketTag, ' ')
  for (let count = 0; count < 50 && prefix.test(subject); count++) subject = subject.replace(prefix, '')
  return subject.replace(/\s+/g, ' ').trim()
}

/** The ticket that a subject names in brackets: `[#1234]`. */
export function ticketNumberIn(subject: string): number | undefined {
  const [, number] = ticketTag.exec(subject) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Whether the subject says that the mail was passed on. VS is: an answer in Finnish, passed on in Swedish and Danish. */
export const isForward = (subject: string): boolean => forwardPrefix.test(subject.slice(0, 2_000))
