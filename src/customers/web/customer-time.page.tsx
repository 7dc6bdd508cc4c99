import { useQuery } from '@tanstack/react-query'
import { useRowId } from '#lib/web/url.ts'
import { CustomerExpenses } from '#time/web/customer-expenses.tsx'
import type { Customer } from '../customers.contract.ts'
import { CustomerFrame } from './customer-frame.tsx'
import { customerQuery } from './customers.api.ts'
import { WorkHistory } from './work-history.tsx'

/** Tid: the work history of a customer, its travel and material. */
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
