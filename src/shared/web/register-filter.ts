// The filter of a register (a list of active or archived rows), in the page's URL and in the endpoint's query.

/** A search text, and whether archived rows are listed instead of active ones. */
export type RegisterFilter = { search: string; archived: boolean }

export const registerFilterOf = (params: URLSearchParams): RegisterFilter => ({
  search: params.get('search') ?? '',
  archived: params.get('archived') === 'true',
})

/** The query to send, without filters that are not set. */
export const registerQueryOf = ({ search, archived }: RegisterFilter) => ({
  ...(search && { search }),
  ...(archived && { archived: 'true' as const }),
})
