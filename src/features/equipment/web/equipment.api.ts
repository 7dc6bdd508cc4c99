import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS, CUSTOMER_SCREENS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type RegisterFilter, registerQueryOf } from '#shared/web/register-filter.ts'
import { type ChangedEquipment, equipment, type NewEquipment } from '../equipment.contract.ts'

const EQUIPMENT = ['equipment']

/** A customer's equipment by name, page by page. */
export const equipmentQuery = (customerId: string, filter: RegisterFilter) =>
  infiniteQueryOptions({
    queryKey: [...EQUIPMENT, customerId, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        equipment.list,
        {
          params: { id: customerId },
          query: { ...registerQueryOf(filter), ...(pageParam && { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The current rows stay visible while another search loads, but never under another customer.
    placeholderData: (before, query) => (query?.queryKey[1] === customerId ? before : undefined),
  })

/** The types that the company has used, as suggestions. */
export const equipmentTypesQuery = queryOptions({
  queryKey: [...EQUIPMENT, 'types'] as const,
  queryFn: ({ signal }) => call(equipment.types, {}, { signal }),
})

/** Invalidates overviews of customers, which show warranties that end soon, tickets, and recurring charges, which count it. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [EQUIPMENT, CUSTOMER_SCREENS, CUSTOMER_AGREEMENTS, ['tickets', 'one']])

type New = { customerId: string; values: z.input<typeof NewEquipment>; idempotencyKey: string }

export const useCreateEquipment = () =>
  useChange(({ customerId, values, idempotencyKey }: New) =>
    call(equipment.create, { params: { id: customerId }, body: values }, { idempotencyKey }),
  )
export const useChangeEquipment = () =>
  useChange(({ id, values }: { id: string; values: z.input<typeof ChangedEquipment> }) =>
    call(equipment.change, { params: { id }, body: values }),
  )
export const useArchiveEquipment = () => useChange((id: string) => call(equipment.archive, { params: { id } }))
export const useRestoreEquipment = () => useChange((id: string) => call(equipment.restore, { params: { id } }))
export const useSetTicketEquipment = () =>
  useChange(({ ticketId, equipmentIds }: { ticketId: string; equipmentIds: string[] }) =>
    call(equipment.setOfTicket, { params: { id: ticketId }, body: { equipmentIds } }),
  )
