import { useQuery } from '@tanstack/react-query'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import type { WorkCounts } from '#features/tickets/ticket-counts.contract.ts'
import { formatNumber } from '#shared/plural.rules.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

/** Each count links to exactly the tickets that it counts (`countWork` in tickets). */
const counted: readonly { key: keyof WorkCounts; label: string; list: string }[] = [
  { key: 'urgent', label: 'Akuta', list: '?priority=urgent&status=unresolved' },
  { key: 'unassigned', label: 'Nya', list: '?status=open&assignee=nobody' },
  { key: 'mine', label: 'Mina', list: '?assignee=me&status=unresolved' },
  { key: 'waiting', label: 'Väntar på oss', list: '?waiting=us' },
]

/** Four counts of tickets that need attention, each a link to its list. */
export function WorkCountLinks() {
  const { data } = useQuery(countsQuery)
  return (
    <ul aria-label="Ärenden" className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4">
      {counted.map(({ key, label, list }) => {
        const count = data?.[key]
        const isAlarming = key === 'urgent' && Boolean(count)
        return (
          <li key={key}>
            <RouteLink
              to={`/backoffice/tickets${list}`}
              className={`flex min-h-13 items-baseline justify-between gap-2 rounded-md border px-4 py-3 shadow-low transition-colors ${
                isAlarming
                  ? 'border-danger bg-danger-soft forced-colors:border-2 text-danger-ink hover:border-danger-hover'
                  : 'border-line bg-surface hover:border-line-strong'
              }`}
            >
              <span className={`font-medium text-base ${isAlarming ? '' : 'text-ink-soft'}`}>{label}</span>
              {count === undefined ? (
                <Skeleton className="h-6 w-8" />
              ) : (
                <span className="font-semibold text-lg tabular-nums">{formatNumber(count)}</span>
              )}
            </RouteLink>
          </li>
        )
      })}
    </ul>
  )
}
