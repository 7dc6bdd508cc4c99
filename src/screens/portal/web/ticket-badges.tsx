import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Merge from 'lucide-react/icons/merge'
import Reply from 'lucide-react/icons/reply'
import { priorityBadges, statusBadges } from '#features/tickets/badges.rules.ts'
import { priorityLabels, statusLabels } from '#features/tickets/tickets.contract.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { formatDate } from '#shared/ui/format.ts'
import { type PortalTicket, waitsForLabels } from '../portal.contract.ts'

/** The badges of a ticket: its status, who must act next, and its priority. */
export function TicketBadges({ ticket: { status, priority, waitsFor, onHoldSince } }: { ticket: PortalTicket }) {
  const { variant, emphasis } = priorityBadges[priority]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waitsFor !== 'merged' && <Badge variant={statusBadges[status]}>{statusLabels[status]}</Badge>}
      <WaitsFor whom={waitsFor} since={onHoldSince} />
      <span className="ml-auto flex items-center gap-2 text-ink-soft text-sm">
        <span className="max-sm:sr-only">Prioritet</span>
        <Badge variant={variant} emphasis={emphasis}>
          {priorityLabels[priority]}
        </Badge>
      </span>
    </div>
  )
}

const styles: Record<PortalTicket['waitsFor'], { icon: LucideIcon; className: string }> = {
  you: { icon: Reply, className: 'bg-accent-soft px-2.5 text-accent-ink' },
  // An answer is highlighted: the customer may not have read it.
  answered: { icon: Reply, className: 'bg-accent-soft px-2.5 text-accent-ink' },
  us: { icon: Clock, className: 'px-1 text-ink-soft' },
  nobody: { icon: Check, className: 'px-1 text-success-ink' },
  merged: { icon: Merge, className: 'px-1 text-ink-soft' },
}

function WaitsFor({ whom, since }: { whom: PortalTicket['waitsFor']; since: string | null }) {
  const { icon: Icon, className } = styles[whom]
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1.5 rounded-full font-semibold text-sm whitespace-nowrap ${since ? 'max-sm:order-last' : ''} ${className}`}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.25} />
      {waitsForLabels[whom]}
      {since && ` sedan ${formatDate(since)}`}
    </span>
  )
}
