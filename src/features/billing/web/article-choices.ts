import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Id } from '#shared/contract.ts'
import type { ArticleChoice } from '../articles.contract.ts'
import { articleChoicesQuery, chosenArticleQuery } from './articles.api.ts'

/** Few, since phones re-render the list at every keystroke. */
const CHOICES_MAX = 10

type Named = Pick<ArticleChoice, 'id' | 'number' | 'name'>

const articleName = ({ number, name }: Named): string => `${number} ${name}`

/**
 * The options of an article Combobox, which the server filters by number and name; `found` are their articles. `value` is the
 * chosen id; its name is that of `known`, or read when it is not among the options, as after a restored form.
 */
export function useArticleChoices(value: string, known?: Named | null) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const { data, isPlaceholderData, isLoading } = useQuery(articleChoicesQuery(search))
  const choices = useMemo(
    () => data?.slice(0, CHOICES_MAX).map((article) => ({ value: article.id, label: articleName(article) })) ?? [],
    [data],
  )
  const isNamed = known?.id === value || choices.some((choice) => choice.value === value)
  const chosen = useQuery({ ...chosenArticleQuery(value), enabled: !isNamed && Id.safeParse(value).success }).data
  const named = [known, ...(chosen ?? [])].find((article) => article?.id === value)
  const combobox = {
    choices,
    hasMore: (data?.length ?? 0) > CHOICES_MAX,
    onSearch: setText,
    isSearching: text !== search || isPlaceholderData || isLoading,
    unmatchedText: 'Ingen artikel heter så. Välj en i listan.',
    valueLabel: named ? articleName(named) : '',
  }
  return { found: data ?? [], combobox }
}
