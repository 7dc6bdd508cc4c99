import { useQuery } from '@tanstack/react-query'
import type { PortalInvoiceBasis } from '#features/billing/invoice-bases.contract.ts'
import { portalInvoiceBasisPath } from '#features/billing/invoice-bases.rules.ts'
import { InvoiceBasisBadge } from '#features/billing/web/invoice-basis-badge.tsx'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { awaitedText } from './portal-approval.tsx'
import { portalInvoiceBasesQuery } from './portal-invoice-bases.api.ts'
import { PortalPages } from './portal-pages.tsx'

/** The months that the customer approves, newest first. */
export function PortalInvoiceBasesPage() {
  const query = useQuery(portalInvoiceBasesQuery)
  return (
    <Page title="Underlag" lead="Tid och belopp per månad">
      <PortalPages />
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta underlagen" query={query} />
      ) : !query.data ? (
        <Skeleton className="h-44" />
      ) : query.data.length === 0 ? (
        <EmptyState title="Inga underlag" text="När vi skickar ett underlag att godkänna finns det här." />
      ) : (
        <ul className="grid gap-4">
          {query.data.map((basis) => (
            <li key={basis.id}>
              <InvoiceBasisCard basis={basis} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const InvoiceBasisCard = ({ basis }: { basis: PortalInvoiceBasis }) => (
  <RouteLink
    to={portalInvoiceBasisPath(basis.id)}
    className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-5 shadow-low hover:border-line-strong"
  >
    <span className="grid gap-1">
      <span className="font-semibold text-lg first-letter:uppercase">{formatMonth(basis.month)}</span>
      <span className="text-ink-soft">{awaitedText(basis) ?? basis.number}</span>
    </span>
    <span className="flex items-center gap-4">
      <InvoiceBasisBadge basis={basis} />
      <span className="font-semibold tabular-nums">{formatKronor(basis.totalOre)}</span>
    </span>
  </RouteLink>
)
