import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { CustomerName } from '../customers.contract.ts'
import { customerNamesQuery } from './customers.api.ts'

export const nameOf = ({ name, isArchived }: CustomerName) => (isArchived ? `${name} (arkiverad)` : name)

/** Few, since phones re-render the list at every keystroke. */
const CHOICES_MAX = 10

/** The options of a customer Combobox; the server filters, so thousands of customers render as ten options. */
export function useCustomerChoices({ includeArchived = false }: { includeArchived?: boolean } = {}) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const { data, isPlaceholderData, isLoading } = useQuery(customerNamesQuery({ search, includeArchived }))
  const choices = useMemo(
    () => data?.slice(0, CHOICES_MAX).map((customer) => ({ value: customer.id, label: nameOf(customer) })) ?? [],
    [data],
  )
  return {
    choices,
    hasMore: (data?.length ?? 0) > CHOICES_MAX,
    onSearch: setText,
    // Results of the previous text are shown meanwhile.
    isSearching: text !== search || isPlaceholderData || isLoading,
    unmatchedText: 'Ingen kund heter så. Välj en i listan.',
  }
}
