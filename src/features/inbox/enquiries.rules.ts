import { TITLE_MAX } from '#features/tickets/tickets.contract.ts'
import { isBlank } from '#shared/text.rules.ts'

/** The suggested ticket title of an enquiry: its first non-blank line, truncated to TITLE_MAX; '' for a blank message. */
export function titleOf(message: string): string {
  const line = message.split(/\r\n|\r|\n/).find((text) => !isBlank(text)) ?? ''
  return line.trim().slice(0, TITLE_MAX).trim()
}

/** The text of a mail without its subject, which `words_of_mail` puts in front of it for Inkorg. */
export function mailTextOf(message: string): string {
  const at = message.indexOf('\n\n')
  return at < 0 ? message : message.slice(at + 2)
}
