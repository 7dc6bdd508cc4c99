import { useMe } from '#features/auth/web/me.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { copyLink } from '#shared/ui/copy-text.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useRecentRow } from '#shared/web/recent-rows.ts'

/** Adds the open ticket to the recent ones of the palette, and to its acts those that have no control on the page. */
export function useTicketInPalette({ id, ticketNumber, title, customer }: TicketRow) {
  const { userId } = useMe()
  useRecentRow(userId, { kind: 'ticket', id, label: `#${ticketNumber} ${title}`, detail: customer.name })
  usePaletteActs([
    { label: `Öppna ${customer.name}`, target: customerPath(customer.id) },
    { label: 'Kopiera länk', target: () => void copyLink(`${location.origin}${TICKET_LIST}/${id}`) },
  ])
}
