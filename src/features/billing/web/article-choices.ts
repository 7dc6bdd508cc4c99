import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { articleChoicesQuery } from './articles.api.ts'

/** Few, since phones re-render the list at every keystroke. */
const CHOICES_MAX = 10

export const articleName = ({ number, name }: { number: string; name: string }): string => `${number} ${name}`

/** The options of an article Combobox, which the server filters by number and name; `found` are their articles. */
export function useArticleChoices() {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const { data, isPlaceholderData, isLoading } = useQuery(articleChoicesQuery(search))
  const choices = useMemo(
    () => data?.slice(0, CHOICES_MAX).map((article) => ({ value: article.id, label: articleName(article) })) ?? [],
    [data],
  )
  const combobox = {
    choices,
    hasMore: (data?.length ?? 0) > CHOICES_MAX,
    onSearch: setText,
    isSearching: text !== search || isPlaceholderData || isLoading,
    unmatchedText: 'Ingen artikel heter så. Välj en i listan.',
  }
  return { found: data ?? [], combobox }
}
