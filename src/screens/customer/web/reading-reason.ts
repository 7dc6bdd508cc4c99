import type { VaultState } from '#features/vault/vault.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { lastTicketOf } from '#shared/web/recent-rows.ts'

/**
 * Why the person probably reads a customer's technical information: the ticket that they come from, the customer's open ticket that
 * they showed today, or what they said at a later reading of this workday. '' for none.
 */
export function suggestedReason(userId: string, customerId: string, ownReason: VaultState['ownReason']): string {
  const ticket = lastTicketOf(userId, customerId)
  if (!ticket || !isOfToday(ticket.openedAt)) return ownReason?.text ?? ''
  if (ownReason && Date.parse(ownReason.at) > Date.parse(ticket.openedAt)) return ownReason.text
  return `Ärende #${ticket.number}: ${ticket.title}`
}

const isOfToday = (instant: string) => todayInStockholm(new Date(instant)) === todayInStockholm()
