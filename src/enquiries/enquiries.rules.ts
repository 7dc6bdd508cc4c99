import { isBlank } from '#lib/text.rules.ts'
import { TITLE_MAX } from '#tickets/tickets.contract.ts'

/** The suggested ticket title of an enquiry: its first non-blank line, truncated to TITLE_MAX; '' for a blank message. */
export function titleOf(message: string): string {
  const line = message.split(/\r\n|\r|\n/).find((text) => !isBlank(text)) ?? ''
  return line.trim().slice(0, TITLE_MAX).trim()
}
