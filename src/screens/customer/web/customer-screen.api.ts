import { queryOptions } from '@tanstack/react-query'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { timeQuery } from '#features/time/web/time.api.ts'
import { call } from '#shared/web/call.ts'
import { setFirstPage } from '#shared/web/pages.ts'
import { customerScreen } from '../customer-screen.contract.ts'

/** A customer's overview. Its customer and first page of time are also put into the cache of those queries. */
export const customerScreenQuery = (id: string) =>
  queryOptions({
    queryKey: [...CUSTOMER_SCREENS, id],
    queryFn: async ({ client, signal }) => {
      const { time, ...screen } = await call(customerScreen.get, { params: { id } }, { signal })
      setFirstPage(client, timeOfCustomer(id).queryKey, time)
      client.setQueryData(customerQuery(id).queryKey, screen.customer)
      return screen
    },
  })

/** All time entries of a customer, reported or not. */
export const timeOfCustomer = (customerId: string) => timeQuery({ customerId, reported: true })

/** The time of a customer where `customerScreenQuery` loads and refreshes the first page. */
export const workHistoryQuery = (customerId: string) => ({
  ...timeOfCustomer(customerId),
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
