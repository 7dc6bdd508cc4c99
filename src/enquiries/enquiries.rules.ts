import { isBlank } from '#lib/text.rules.ts'
import { TITLE_MAX } from '#tickets/tickets.contract.ts'

/** A ticket's title as an enquiry suggests it: the first line with something in it, cut where a title must end. */
export function titleOf(message: string): string {
  const line = message.split(/\r\n|\r|\n/).find((text) => !isBlank(text)) ?? ''
  return line.trim().slice(0, TITLE_MAX).trim()
}
