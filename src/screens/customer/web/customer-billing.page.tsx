import { useQuery } from '@tanstack/react-query'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { customerAgreementQuery } from '#features/billing/web/agreements.api.ts'
import { BillingCard } from '#features/billing/web/billing-card.tsx'
import { FactList } from '#features/company/web/fact-list.tsx'
import { billingLabels } from '#features/customers/billing-details.contract.ts'
import { billingDetailsQuery } from '#features/customers/web/billing-details.api.ts'
import { BillingDetailsForm } from '#features/customers/web/billing-details-form.tsx'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { RecipientsCard } from '#features/customers/web/recipients-card.tsx'
import { Card } from '#shared/ui/card.tsx'
import { useRowId } from '#shared/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'

/** Fakturering: what a ledger needs to know of a customer, its VAT, and to whom its invoices go. */
export function CustomerBillingPage() {
  const id = useRowId()
  const isAdmin = useIsAdmin()
  const customer = useQuery(customerQuery(id))
  const details = useQuery(billingDetailsQuery(id))
  const agreement = useQuery(customerAgreementQuery(id))
  const query = {
    error: customer.error ?? details.error ?? agreement.error,
    refetch: () => Promise.all([customer.refetch(), details.refetch(), agreement.refetch()]),
    isRefetching: customer.isRefetching || details.isRefetching || agreement.isRefetching,
  }
  const isActive = customer.data?.archivedAt === null
  const content = customer.data && details.data && agreement.data && (
    <div key={id} className="grid max-w-5xl grid-cols-1 gap-6">
      <Card title="Fakturauppgifter">
        {isActive ? (
          <BillingDetailsForm customer={customer.data} details={details.data} />
        ) : (
          <FactList labels={billingLabels} values={details.data} />
        )}
      </Card>
      <BillingCard customerId={id} agreement={agreement.data} mayChange={isAdmin && isActive} />
      <RecipientsCard customerId={id} mayChange={isActive} />
    </div>
  )
  return <CustomerFrame id={id} query={query} content={content} />
}
