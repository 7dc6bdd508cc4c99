import type { QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '#platform/live/live.contract.ts'

export const RECURRING = ['recurring']

/** The keys of the queries to refetch after an event; the company's hours, which move the next date, are none. */
export const recurringKeysOf = ({ about }: LiveEvent): QueryKey[] => (about === 'recurring' ? [RECURRING] : [])
