import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Id } from '../contract.ts'

/**
 * A list's filter in the address, so that a reload, a link and the back button keep it. `set` with '' takes a name out;
 * typing a search replaces the address, choosing adds a step.
 */
export function useUrlFilter<Name extends string>() {
  const [params, setParams] = useSearchParams()
  // What was asked for last, and what of it the screen has yet to take over: who chooses twice before that loses neither.
  const latest = useRef(params)
  const pending = useRef<string[]>([])
  useEffect(() => {
    const taken = pending.current.indexOf(params.toString())
    pending.current = taken < 0 ? [] : pending.current.slice(taken + 1)
    if (pending.current.length === 0) latest.current = params
  }, [params])
  const ask = (next: URLSearchParams, options?: { replace: boolean }) => {
    latest.current = next
    pending.current.push(next.toString())
    setParams(next, options)
  }
  const set = (name: Name, value: string) => {
    const next = new URLSearchParams(latest.current)
    if (value) next.set(name, value)
    else next.delete(name)
    ask(next, { replace: name === 'search' })
  }
  return { params, set, setAll: (all: Record<string, string>) => ask(new URLSearchParams(all)) }
}

/** An id out of an address, in the letters that ids are kept and compared in, however the address was typed. */
export const rowIdOf = (text: string): string => Id.safeParse(text).data ?? text

/** The id in a screen's own address. */
export const useRowId = (): string => rowIdOf(useParams().id ?? '')

const leftAs = (list: string) => ['address', list]

/** Keeps the list's address as the person leaves it, for `useListUrl`. */
export function useRememberListUrl(list: string) {
  const [params] = useSearchParams()
  const client = useQueryClient()
  const search = params.toString()
  useEffect(() => {
    client.setQueryDefaults(leftAs(list), { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(leftAs(list), search ? `${list}?${search}` : list)
  }, [client, list, search])
}

/** The list as the person left it, to go back to; forgotten with everything else when the person changes. */
export const useListUrl = (list: string): string => useQueryClient().getQueryData<string>(leftAs(list)) ?? list
