import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useLayoutEffect, useOptimistic, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Id } from '../contract.ts'

/**
 * A list's filter in the URL's query, so that a reload, a link and the back button preserve it. `set` with '' removes a name;
 * a search replaces the history entry, any other filter adds one. `chosen` changes during the event that sets it, for controls and
 * actions. `params` change when the router has navigated, for the list, which is expensive to render. `whenEmpty` is the query
 * without a filter. The page goes to its top unless `keepsScroll`: of a list below other things.
 */
export function useUrlFilter<Name extends string>(whenEmpty = '', { keepsScroll = false } = {}) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [chosen, setChosen] = useOptimistic(params)
  // Two changes before the next render build on each other.
  const latest = useRef(chosen)
  useLayoutEffect(() => {
    latest.current = chosen
  }, [chosen])
  const go = (filter: URLSearchParams, options?: { replace: boolean }) => {
    const next = filter.size > 0 ? filter : new URLSearchParams(whenEmpty)
    latest.current = next
    startTransition(async () => {
      setChosen(next)
      await navigate(`?${next}`, { ...options, preventScrollReset: keepsScroll })
    })
  }
  const set = (name: Name, value: string) => {
    const next = new URLSearchParams(latest.current)
    if (value) next.set(name, value)
    else next.delete(name)
    go(next, { replace: name === 'search' })
  }
  return { params, chosen, set, setAll: (all: Record<string, string>) => go(new URLSearchParams(all)) }
}

/** An id from a URL in its canonical form (lower case); text that is not an id is returned unchanged. */
export const rowIdOf = (text: string): string => Id.safeParse(text).data ?? text

/** The id in the path of the current screen. */
export const useRowId = (): string => rowIdOf(useParams().id ?? '')

const listUrlKey = (list: string) => ['list-url', list]

/** Remembers the list's path and query for `useListUrl`. */
export function useRememberListUrl(list: string) {
  const [params] = useSearchParams()
  const client = useQueryClient()
  const search = params.toString()
  useEffect(() => {
    client.setQueryDefaults(listUrlKey(list), { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(listUrlKey(list), search ? `${list}?${search}` : list)
    client.setQueryDefaults(LAST_LIST, { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(LAST_LIST, list)
  }, [client, list, search])
}

const LAST_LIST = ['last-list']

/** The list that was shown last. */
export const useLastList = (): string | undefined => useQueryClient().getQueryData<string>(LAST_LIST)

/** Path and query with which the list was last shown, for links back to it. Cleared with the query cache at sign-out. */
export const useListUrl = (list: string): string => useQueryClient().getQueryData<string>(listUrlKey(list)) ?? list

/** The query with which the list was last shown. */
export const useListSearch = (list: string) => new URLSearchParams(useListUrl(list).slice(list.length))
