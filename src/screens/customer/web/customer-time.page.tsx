import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#features/customers/customers.contract.ts'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { CustomerExpenses } from '#screens/time/web/customer-expenses.tsx'
import { useRowId } from '#shared/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'
import { WorkHistory } from './work-history.tsx'

/** Tid: a customer's time entries, travel and material. */
export function CustomerTimePage() {
  const id = useRowId()
  const { data, ...query } = useQuery(customerQuery(id))
  return <CustomerFrame id={id} query={query} content={data && <WorkOf customer={data} />} />
}

const WorkOf = ({ customer }: { customer: Customer }) => (
  <>
    <WorkHistory customerId={customer.id} />
    <CustomerExpenses customer={{ ...customer, isArchived: customer.archivedAt !== null }} />
  </>
)
