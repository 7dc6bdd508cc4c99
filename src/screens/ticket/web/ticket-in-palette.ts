import { useMayCall, useMe } from '#features/auth/web/me.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { isDone, type TicketRow } from '#features/tickets/tickets.contract.ts'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { vault } from '#features/vault/vault.contract.ts'
import { copyLink } from '#shared/ui/copy-text.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useRecentRow } from '#shared/web/recent-rows.ts'

/** Adds the open ticket to the recent ones of the palette, and to its acts those that have no control on the page. */
export function useTicketInPalette({ id, ticketNumber: number, title, status, customer }: TicketRow) {
  const { userId } = useMe()
  useRecentRow(userId, {
    kind: 'ticket',
    id,
    label: `#${number} ${title}`,
    detail: customer.name,
    ticket: { customerId: customer.id, number, title, isDone: isDone(status) },
  })
  const opensVault = useMayCall(vault.get)
  usePaletteActs([
    { label: `Öppna ${customer.name}`, target: customerPath(customer.id) },
    opensVault && { label: `Teknik för ${customer.name}`, target: customerPath(customer.id, '/credentials') },
    { label: 'Kopiera länk', target: () => void copyLink(`${location.origin}${TICKET_LIST}/${id}`) },
  ])
}
