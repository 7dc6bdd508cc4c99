import { useMe } from '#features/auth/web/me.ts'
import { priorityBadges } from '#features/tickets/badges.rules.ts'
import { priorityLabels } from '#features/tickets/tickets.contract.ts'
import { DueMark } from '#features/tickets/web/due-mark.tsx'
import type { ToDoRow } from '#screens/ticket/to-do.contract.ts'
import { toDoCustomer, toDoNumber, toDoPath, toDoPriority, toDoTitle } from '#screens/ticket/web/to-do-row.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatAge, formatDateTime } from '#shared/ui/format.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useMinute } from '#shared/web/minute.ts'

/** The first rows of 'Att göra'. */
export function ToDoList({ rows }: { rows: ToDoRow[] | undefined }) {
  return (
    <Card title="Att göra nu" isFlush>
      {rows === undefined && <Skeleton className="mx-5 mb-5 h-80" />}
      {rows?.length === 0 && (
        <div className="px-5 pb-5">
          <EmptyState
            title="Inget att göra just nu"
            text="Dina ärenden och de som ingen har tagit visas här, med Inkorgens förfrågningar."
          />
        </div>
      )}
      {rows && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row.id} className="border-line border-t first:border-t-0">
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ row }: { row: ToDoRow }) {
  const { assignee, createdAt, dueAt, unansweredSince } = row
  const { userId } = useMe()
  const now = useMinute()
  const since = unansweredSince ?? createdAt
  const owner = assignee?.id === userId ? 'Du' : assignee?.fullName
  return (
    <RouteLink
      to={toDoPath(row)}
      className="flex min-h-13 items-center gap-x-4 px-5 py-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium text-md">{toDoTitle(row)}</span>
          {toDoPriority(row) === 'urgent' && (
            <Badge variant={priorityBadges.urgent.variant}>{priorityLabels.urgent}</Badge>
          )}
        </span>
        <span className="block truncate text-ink-soft text-sm">
          {toDoNumber(row)} · {toDoCustomer(row)}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-base">
          {dueAt ? (
            <DueMark dueAt={dueAt} />
          ) : (
            <time dateTime={since} title={formatDateTime(since)} className="tabular-nums">
              {unansweredSince ? 'väntat' : 'öppet'} {formatAge(since, now)}
            </time>
          )}
        </span>
        <span
          className={`block max-w-36 truncate text-sm ${assignee ? 'text-ink-soft' : 'font-semibold text-accent-ink'}`}
        >
          {assignee && <span className="sr-only">Ansvarig: </span>}
          {owner ?? 'Ingen ansvarig'}
        </span>
      </span>
    </RouteLink>
  )
}
