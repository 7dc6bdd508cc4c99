import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { HoursLeftCard } from '#features/billing/web/hours-left.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { LoadMore } from '#shared/ui/load-more.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { tableOf } from '#shared/web/pages.ts'
import type { PortalTicket } from '../portal.contract.ts'
import { portalTicketsQuery } from './portal.api.ts'
import { PortalPages } from './portal-pages.tsx'
import { RelativeTime } from './relative-time.tsx'
import { TicketBadges } from './ticket-badges.tsx'

const NewPortalTicketDialog = lazyPart(() =>
  import('./new-portal-ticket.dialog.tsx').then((m) => m.NewPortalTicketDialog),
)

/** For a login with 'Egna ärenden'. */
const OWN_ONLY = 'Här ser du de ärenden som du har anmält eller får kopia av.'

export function PortalTicketsPage() {
  const [isWriting, setWriting] = useTransitionState(hasFormSnapshot('portal-ticket'))
  const list = useInfiniteQuery(portalTicketsQuery)
  const { rows, ...more } = tableOf(list)
  const [first] = list.data?.pages ?? []
  const isOwnOnly = first?.seesCompany === false
  return (
    <Page
      title="Supportportal"
      lead={<span className="text-md">Berätta vad du behöver hjälp med och följ dina ärenden.</span>}
      action={
        <Button variant="primary" icon={Plus} onPress={() => setWriting(true)}>
          Ny ticket
        </Button>
      }
    >
      <PortalPages />
      {first && <HoursLeftCard hours={first.hours} />}
      {list.isError && !rows ? (
        <QueryError title="Kunde inte ladda tickets" query={list} />
      ) : rows?.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface shadow-low">
          <EmptyState
            title="Inga tickets ännu"
            text={`Skriv till oss när något inte fungerar eller du undrar över något, så svarar vi här.${isOwnOnly ? ` ${OWN_ONLY}` : ''}`}
          />
        </div>
      ) : (
        <>
          {isOwnOnly && <p className="text-ink-soft text-md">{OWN_ONLY}</p>}
          <Tickets rows={rows} />
          <LoadMore {...more} />
        </>
      )}
      {isWriting && <NewPortalTicketDialog onClose={() => setWriting(false)} />}
    </Page>
  )
}

function Tickets({ rows }: { rows: PortalTicket[] | undefined }) {
  if (!rows)
    return (
      <div aria-busy="true" className="grid gap-3">
        <span className="sr-only">Laddar tickets …</span>
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-34" />
        ))}
      </div>
    )
  return (
    <ul className="grid gap-3">
      {rows.map((ticket) => (
        <li key={ticket.id}>
          <TicketCard ticket={ticket} />
        </li>
      ))}
    </ul>
  )
}

function TicketCard({ ticket }: { ticket: PortalTicket }) {
  const { id, ticketNumber, title, description, createdAt } = ticket
  return (
    <article className="group relative rounded-lg border border-line bg-surface px-5 py-4 shadow-low transition-colors hover:border-line-strong">
      {/* The link covers the whole card; the date is above it so that its tooltip works. */}
      <RouteLink
        to={`/customer-portal/tickets/${id}`}
        className="flex items-baseline justify-between gap-4 outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
      >
        <h2 dir="auto" className="min-w-0 font-semibold text-md tracking-tight">
          {title}
        </h2>
        <span className="relative z-1 shrink-0 text-ink-soft text-sm">
          <RelativeTime at={createdAt} />
        </span>
      </RouteLink>
      <p dir="auto" className="mt-0.5 line-clamp-2 text-base text-ink-soft">
        {description}
      </p>
      <div className="mt-2.5 flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <span className="text-ink-soft text-sm tabular-nums">#{ticketNumber}</span>
        <div className="min-w-0 flex-1">
          <TicketBadges ticket={ticket} />
        </div>
      </div>
    </article>
  )
}
