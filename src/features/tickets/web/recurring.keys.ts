import type { QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '#platform/live/live.contract.ts'

export const RECURRING = ['recurring']

/** The keys of the queries to refetch after an event; a change of the company's hours, which moves the next date, refetches none. */
export const recurringKeysOf = ({ about }: LiveEvent): QueryKey[] => (about === 'recurring' ? [RECURRING] : [])
