import { useQuery } from '@tanstack/react-query'
import type { MenuCounts } from '#features/inbox/menu-counts.contract.ts'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import type { WorkCounts } from '#features/tickets/ticket-counts.contract.ts'
import { formatNumber } from '#shared/plural.rules.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { INBOX, TICKETS } from './menu-items.ts'

type Counted = {
  key: keyof WorkCounts
  label: string
  /** The list of exactly the tickets that it counts (`countWork` in tickets). */
  list: string
  /** Those of Inkorg, which it counts too. */
  ofInbox?: keyof MenuCounts['inbox']
}

const counted: readonly Counted[] = [
  { key: 'urgent', label: 'Akuta', list: '?priority=urgent&status=unresolved', ofInbox: 'urgent' },
  { key: 'unassigned', label: 'Nya', list: '?status=open&assignee=nobody', ofInbox: 'unread' },
  { key: 'mine', label: 'Mina', list: '?assignee=me&status=unresolved' },
  { key: 'waiting', label: 'Väntar på oss', list: '?waiting=us' },
]

/** Four counts of work that needs attention, each a link to its tickets, and to Inkorg when some of it lies there. */
export function WorkCountLinks() {
  const { data } = useQuery(countsQuery)
  return (
    <ul aria-label="Ärenden" className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4">
      {counted.map((of) => (
        <Count key={of.key} of={of} counts={data} />
      ))}
    </ul>
  )
}

function Count({ of: { key, label, list, ofInbox }, counts }: { of: Counted; counts: MenuCounts | undefined }) {
  const inInbox = (ofInbox && counts?.inbox[ofInbox]) ?? 0
  const count = counts && counts[key] + inInbox
  const isAlarming = key === 'urgent' && Boolean(count)
  const frame = isAlarming
    ? 'border-danger bg-danger-soft text-danger-ink forced-colors:border-2'
    : 'border-line bg-surface'
  const hover = isAlarming ? 'hover:border-danger-hover' : 'hover:border-line-strong'
  return (
    <li className={`rounded-md border shadow-low transition-colors ${frame} ${hover}`}>
      <RouteLink
        to={counts?.[key] === 0 && inInbox > 0 ? INBOX : `${TICKETS}${list}`}
        className="flex min-h-13 items-baseline justify-between gap-2 rounded-md px-4 py-3"
      >
        <span className={`font-medium text-base ${isAlarming ? '' : 'text-ink-soft'}`}>{label}</span>
        {count === undefined ? (
          <Skeleton className="h-6 w-8" />
        ) : (
          <span className="font-semibold text-lg tabular-nums">{formatNumber(count)}</span>
        )}
      </RouteLink>
      {inInbox > 0 && (
        <RouteLink to={INBOX} className="block rounded-md px-4 pb-3 text-sm underline">
          Varav {formatNumber(inInbox)} i Inkorg
        </RouteLink>
      )}
    </li>
  )
}
