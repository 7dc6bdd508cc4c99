import { historyFields } from '../history-fields.rules.ts'
import type { TicketChange } from '../ticket-changes.contract.ts'

/** Describes a change in Swedish: 'Anna ändrade status från Öppen till Pågående'. */
export function changeSentence({ author, field, before, after, byComment }: TicketChange): string {
  const { sentence, byCustomer } = historyFields[field]
  if (byComment && byCustomer) return byCustomer
  return sentence({ who: author?.fullName ?? 'Systemet', before, after })
}
