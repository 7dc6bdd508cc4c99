import { Check, Clock, type LucideIcon, Reply } from 'lucide-react'
import { Badge } from '#lib/ui/badge.tsx'
import { priorityBadges, priorityLabels, statusBadges, statusLabels } from '#tickets/tickets.contract.ts'
import { type PortalTicket, waitsForLabels } from '../portal.contract.ts'

/** Where a ticket stands, at a glance: its status, whom it waits for, and how urgent it is. */
export function TicketMarks({ ticket: { status, priority, waitsFor } }: { ticket: PortalTicket }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge variant={statusBadges[status]}>{statusLabels[status]}</Badge>
      <WaitsFor whom={waitsFor} />
      <span className="ml-auto flex items-center gap-2 text-ink-soft text-sm">
        <span className="max-sm:sr-only">Prioritet</span>
        <Badge variant={priorityBadges[priority]}>{priorityLabels[priority]}</Badge>
      </span>
    </div>
  )
}

const looks: Record<PortalTicket['waitsFor'], { icon: LucideIcon; look: string }> = {
  // What the customer can do something about is the one that stands out.
  you: { icon: Reply, look: 'bg-accent-soft px-2.5 text-accent-ink' },
  us: { icon: Clock, look: 'px-1 text-ink-soft' },
  nobody: { icon: Check, look: 'px-1 text-success-ink' },
}

function WaitsFor({ whom }: { whom: PortalTicket['waitsFor'] }) {
  const { icon: Icon, look } = looks[whom]
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1.5 rounded-full font-semibold text-sm whitespace-nowrap ${look}`}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.25} />
      {waitsForLabels[whom]}
    </span>
  )
}
