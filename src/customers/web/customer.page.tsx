import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, KeyRound, Pencil } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Badge } from '#lib/ui/badge.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Card } from '#lib/ui/card.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { Skeleton } from '#lib/ui/skeleton.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { CallError } from '#lib/web/call.ts'
import { hasFormSnapshot } from '#lib/web/form-recovery.ts'
import { messageOf } from '#lib/web/forms.ts'
import { useRowId } from '#lib/web/url.ts'
import {
  CUSTOMER_NOT_FOUND,
  type Customer,
  type CustomerField,
  customerFields,
  customerLabels,
} from '../customers.contract.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { recoveryKey } from './customer-recovery.ts'
import { customerScreenQuery } from './customers.api.ts'
import { PortalLogins } from './portal-logins.tsx'
import { useRemovalDisabledReason, useRestore } from './remove-customer.tsx'
import { WorkHistory } from './work-history.tsx'

const CustomerDialog = lazyPart(() => import('./customer.dialog.tsx').then((m) => m.CustomerDialog))
const back = { to: '/backoffice/customers', label: 'Kunder' }

/** A customer's details, portal logins and work history. */
export function CustomerPage() {
  const id = useRowId()
  const { data, error, refetch, isRefetching } = useQuery(customerScreenQuery(id))
  if (data) return <LoadedCustomer {...data} />
  if (error instanceof CallError && error.status === 404) {
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
  return (
    <Page title="Kund" back={back}>
      {error ? (
        <ErrorState
          title="Kunde inte hämta kunddata"
          text={messageOf(error)}
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  )
}

function LoadedCustomer({ customer, logins }: { customer: Customer; logins: PortalLogin[] }) {
  const [isChanging, setChanging] = useTransitionState(hasFormSnapshot(recoveryKey(customer)))
  const isArchived = customer.archivedAt !== null
  return (
    <Page
      title={customer.name}
      back={back}
      {...(isArchived && { mark: <Badge variant="outline">(arkiverad)</Badge> })}
      action={
        <div className="flex flex-wrap gap-3">
          {isArchived && <RestoreButton customer={customer} />}
          <LinkButton icon={KeyRound} to={`/backoffice/customers/${customer.id}/credentials`}>
            Teknisk information
          </LinkButton>
          <Button icon={Pencil} onPress={() => setChanging(true)}>
            Redigera
          </Button>
        </div>
      }
    >
      <Card title="Kunduppgifter">
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 rail:grid-cols-3">
          {customerFields
            .filter((field) => field !== 'name')
            .map((field) => (
              <Detail key={field} label={customerLabels[field]} isWide={field === 'notes'}>
                {detailOf(customer, field)}
              </Detail>
            ))}
        </dl>
      </Card>
      <PortalLogins customer={customer} logins={logins} />
      <WorkHistory customerId={customer.id} />
      {isChanging && (
        <Suspense fallback={null}>
          <CustomerDialog customer={customer} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function RestoreButton({ customer }: { customer: Customer }) {
  const restore = useRestore()
  const disabledReason = useRemovalDisabledReason()
  return (
    <Button icon={ArchiveRestore} onPress={() => void restore(customer)} {...(disabledReason && { disabledReason })}>
      Återställ
    </Button>
  )
}

function detailOf({ email, phone, ...customer }: Customer, field: Exclude<CustomerField, 'name'>) {
  if (field === 'email') return email && <EmailLink email={email} />
  if (field === 'phone') return phone && <PhoneLink phone={phone} />
  return customer[field]
}

function Detail({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'sm:col-span-2 rail:col-span-3' : ''}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap">{children || '-'}</dd>
    </div>
  )
}
