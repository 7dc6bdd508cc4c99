import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { palette } from '../palette.contract.ts'

/** One letter is in nearly everything; a number may be that of a ticket. */
export const isSearchedOnServer = (search: string) => /[\p{L}\p{N}]{2}|\d/u.test(search)

/** The server's hits; those of what was typed before remain until it has answered. A failure is shown at once. */
export const paletteQuery = (search: string) =>
  queryOptions({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => call(palette.search, { query: { search } }, { signal }),
    enabled: isSearchedOnServer(search),
    retry: false,
    placeholderData: (before, query) => (isSameTyping(query?.queryKey[1], search) ? before : undefined),
  })

/** Whether a text is what was typed before with letters added or removed at its end. */
export const isSameTyping = (before = '', now: string) =>
  before !== '' && now !== '' && (before.startsWith(now) || now.startsWith(before))
