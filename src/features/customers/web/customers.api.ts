import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type RegisterFilter, registerQueryOf } from '#shared/web/register-filter.ts'
import { type ChangedCustomer, customers, type NewCustomer, type SimilarTo } from '../customers.contract.ts'
import { customerImport, type ImportedCustomer } from '../import.contract.ts'

/** Customers by name, page by page; `total` counts all matches. */
export const customersQuery = (filter: RegisterFilter) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        customers.list,
        { query: { ...registerQueryOf(filter), ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The current rows stay visible while another search loads.
    placeholderData: (before) => before,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(customers.get, { params: { id } }, { signal }),
  })

/** Downloads all matching customers as CSV, not only the loaded rows. */
export const exportCustomers = (filter: RegisterFilter) =>
  call(customers.exportFile, { query: registerQueryOf(filter) })

/** The same with the numbers of sole traders. */
export const exportWithPersonalNumbers = (filter: RegisterFilter) =>
  call(customers.exportFile, { query: { ...registerQueryOf(filter), personalNumbers: 'true' } })

/** The options of a customer picker for a search text. */
export const customerNamesQuery = ({ search, includeArchived }: { search: string; includeArchived: boolean }) =>
  queryOptions({
    queryKey: ['customers', 'names', { search, includeArchived }],
    queryFn: ({ signal }) =>
      call(
        customers.names,
        { query: { ...(search && { search }), ...(includeArchived && { includeArchived: 'true' }) } },
        { signal },
      ),
    // Retains the options until the new response arrives: a list that empties at every keystroke is hard to choose from.
    placeholderData: (before) => before,
  })

/** Customers that may be the same as the typed one. */
export const similarCustomersQuery = (typed: z.output<typeof SimilarTo>) =>
  queryOptions({
    queryKey: ['customers', 'similar', typed],
    queryFn: ({ signal }) => call(customers.similar, { query: typed }, { signal }),
    placeholderData: (before) => before,
  })

/** Which of these customers already exist; never served from the cache of an earlier visit. */
export const existingCustomersQuery = (rows: Pick<NewCustomer, 'name' | 'email'>[]) =>
  queryOptions({
    // Not under 'customers': the import's own invalidation must not make its rows count as existing.
    queryKey: ['import-check', rows],
    queryFn: ({ signal }) => call(customerImport.check, { body: { rows } }, { signal }),
    enabled: rows.length > 0,
    // The result must not change while the user reviews it.
    staleTime: 'static',
    gcTime: 0,
  })

/** Invalidates all that shows customer names: the register, time rows and the dashboard. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [['customers'], ['time'], ['dashboard']])

export const useCreateCustomer = () =>
  useChange(({ customer, idempotencyKey }: { customer: z.input<typeof NewCustomer>; idempotencyKey: string }) =>
    call(customers.create, { body: customer }, { idempotencyKey }),
  )
export const useImportCustomers = () =>
  useChange(({ rows, idempotencyKey }: { rows: ImportedCustomer[]; idempotencyKey: string }) =>
    call(customerImport.create, { body: { rows } }, { idempotencyKey }),
  )
export const useChangeCustomer = () =>
  useChange(({ id, customer }: { id: string; customer: z.input<typeof ChangedCustomer> }) =>
    call(customers.change, { params: { id }, body: customer }),
  )
export const useRemoveCustomer = () => useChange((id: string) => call(customers.remove, { params: { id } }))
export const useRestoreCustomer = () => useChange((id: string) => call(customers.restore, { params: { id } }))
