import { useQuery } from '@tanstack/react-query'
import { useRowId } from '#lib/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'
import { customerQuery } from './customers.api.ts'
import { WorkHistory } from './work-history.tsx'

/** Tid: the work history of a customer. */
export function CustomerTimePage() {
  const id = useRowId()
  const { data, ...query } = useQuery(customerQuery(id))
  return <CustomerFrame id={id} query={query} content={data && <WorkHistory customerId={id} />} />
}
