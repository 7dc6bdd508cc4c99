import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { CustomerName } from '../customers.contract.ts'
import { customerNamesQuery } from './customers.api.ts'

export const nameOf = ({ name, isArchived }: CustomerName) => (isArchived ? `${name} (arkiverad)` : name)

/** Each one more is work for a phone, at every key. */
const MOST_SHOWN = 10

/** The customers a Combobox offers for what is typed; the server searches, so that thousands are no more than ten. */
export function useCustomerChoices({ includeArchived = false }: { includeArchived?: boolean } = {}) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const { data, isFetching } = useQuery(customerNamesQuery({ search, includeArchived }))
  const choices = useMemo(
    () => data?.slice(0, MOST_SHOWN).map((customer) => ({ value: customer.id, label: nameOf(customer) })) ?? [],
    [data],
  )
  return {
    choices,
    hasMore: (data?.length ?? 0) > MOST_SHOWN,
    onSearch: setText,
    isSearching: isFetching,
  }
}
