import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Id } from '#shared/contract.ts'
import { customerQuery } from './customers.api.ts'

/** The customer's name in a restored form: pass `onRestore` to `useFormRecovery` and `name` to the field. */
export function useRestoredCustomer() {
  const [customerId, setCustomerId] = useState('')
  const isChosen = Id.safeParse(customerId).success
  const { data } = useQuery({ ...customerQuery(customerId), enabled: isChosen })
  return {
    // Text that matched no customer is restored as it was typed.
    name: isChosen ? data?.name : customerId || undefined,
    onRestore: (values: { customerId?: string | undefined }) => setCustomerId(values.customerId ?? ''),
  }
}
