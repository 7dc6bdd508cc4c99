import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useMayCall, useMe } from '#features/auth/web/me.ts'
import { CUSTOMER_NOT_FOUND, type Customer } from '#features/customers/customers.contract.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { PageMenu } from '#shared/ui/page-menu.tsx'
import { type FailedQuery, QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { isNotFound } from '#shared/web/call.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useMissingRow } from '#shared/web/recent-rows.ts'
import { CustomerActions } from './customer-actions.tsx'

const back = { to: '/backoffice/customers', label: 'Kunder' }

type Props = {
  id: string
  /** The request that the content needs. */
  query: FailedQuery
  /** Undefined while it is loading. */
  content: ReactNode
}

/** The name, actions and menu around a page of a customer. Data that another page loaded is shown at once. */
export function CustomerFrame({ id, query, content }: Props) {
  const { error } = query
  const customer = useQueryClient().getQueryData(customerQuery(id).queryKey)
  const { pathname } = useLocation()
  const opensVault = useMayCall(vault.get)
  const isMissing = isNotFound(error) && !content
  useMissingRow(useMe().userId, id, isMissing)
  const pages = pagesOf(id).filter(({ isVault }) => opensVault || !isVault)
  usePaletteActs(pages.map(({ path, label }) => path !== pathname && { label, target: path }))
  if (isMissing) {
    return (
      <Page title={CUSTOMER_NOT_FOUND} back={back}>
        <EmptyState
          title={CUSTOMER_NOT_FOUND}
          text="Kunden kan ha tagits bort."
          action={<LinkButton to={back.to}>Till kunderna</LinkButton>}
        />
      </Page>
    )
  }
  const title = customer?.name ?? 'Kund'
  const page = pages.find(({ path }) => path === pathname)
  return (
    <Page
      title={title}
      tabTitle={page && `${page.label} – ${title}`}
      back={back}
      {...(customer && isArchived(customer) && { mark: <Badge variant="outline">(arkiverad)</Badge> })}
      action={customer && <CustomerActions customer={customer} />}
    >
      <PageMenu label="Om kunden" items={pages} />
      {content ??
        (error ? <QueryError title="Kunde inte hämta kunddata" query={query} /> : <Skeleton className="h-40" />)}
    </Page>
  )
}

const isArchived = ({ archivedAt }: Customer) => archivedAt !== null

const pagesOf = (id: string) => [
  { path: customerPath(id), label: 'Översikt' },
  { path: customerPath(id, '/contacts'), label: 'Kontakter' },
  { path: customerPath(id, '/tickets'), label: 'Ärenden' },
  { path: customerPath(id, '/time'), label: 'Tid' },
  { path: customerPath(id, '/equipment'), label: 'Utrustning' },
  { path: customerPath(id, '/documents'), label: 'Dokument' },
  { path: customerPath(id, '/agreement'), label: 'Avtal' },
  { path: customerPath(id, '/billing'), label: 'Fakturering' },
  { path: customerPath(id, '/credentials'), label: 'Teknik', isVault: true },
]
