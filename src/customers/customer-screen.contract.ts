import { z } from 'zod'
import { get, IdParams } from '#lib/contract.ts'
import { TimePage } from '#time/time.contract.ts'
import { Customer } from './customers.contract.ts'
import { PortalLogin } from './logins.contract.ts'

export const CustomerScreen = z.object({
  customer: Customer,
  /** Oldest first. */
  logins: z.array(PortalLogin),
  /** The first page of all its time entries, reported or not. */
  time: TimePage,
})
export type CustomerScreen = z.infer<typeof CustomerScreen>

export const customerScreen = {
  get: get('/api/customers/:id/screen', {
    allow: 'staff',
    summary: 'A customer with its portal logins and the newest of its time entries',
    params: IdParams,
    returns: CustomerScreen,
  }),
}
