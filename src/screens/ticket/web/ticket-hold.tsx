// A ticket that waits for its customer.
import { CLOSING_OFFERED_AFTER_WORKING_DAYS, ON_HOLD } from '#features/tickets/hold.rules.ts'
import { isDone, type Ticket, type TicketRow } from '#features/tickets/tickets.contract.ts'
import type { TicketChanges } from '#features/tickets/web/tickets.api.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { formatDate } from '#shared/ui/format.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useShortcut } from '#shared/web/shortcut.ts'

type Props = {
  ticket: Ticket | TicketRow
  onChange: (changes: TicketChanges) => Promise<void>
}

/** Since when the ticket waits, and the button that begins or ends that where it is possible. */
export function TicketHold({ ticket: { status, unansweredSince, onHoldSince }, onChange }: Props) {
  const isPossible = !isDone(status) && (unansweredSince === null || onHoldSince !== null)
  const toggle = () => void onChange({ onHoldSince: onHoldSince === null ? new Date().toISOString() : null })
  useShortcut('w', isPossible ? toggle : undefined)
  const label = onHoldSince === null ? 'Vänta på kund' : 'Väntar inte längre'
  usePaletteActs([isPossible && { label, shortcut: 'w', target: toggle }])
  if (!isPossible) return null
  return (
    <span className="inline-flex items-center gap-1 max-sm:order-last">
      {onHoldSince !== null && (
        <Badge variant="outline">
          {ON_HOLD} sedan {formatDate(onHoldSince)}
        </Badge>
      )}
      <Button size="sm" variant="quiet" onPress={toggle}>
        {label}
      </Button>
    </span>
  )
}

/** Offers to resolve a ticket whose customer has not answered for long. */
export const LongHold = ({ ticket: { status, isOfferedForClosing }, onChange }: Props) =>
  isOfferedForClosing &&
  !isDone(status) && (
    <section
      aria-label={ON_HOLD}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-accent bg-accent-soft px-4 py-3 text-accent-ink print:hidden"
    >
      <p>Kunden har inte svarat på {CLOSING_OFFERED_AFTER_WORKING_DAYS} arbetsdagar</p>
      <Button onPress={() => void onChange({ status: 'resolved' })}>Lös ärendet</Button>
    </section>
  )
