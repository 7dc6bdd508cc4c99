// The sort orders of the ticket list, and the default.

export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

/**
 * The columns by which the list can be sorted, with the direction of the first press: names and what is due ascending, the
 * others descending.
 * ticket-orders.ts has their keys.
 */
export const firstDirections = {
  created: 'desc',
  number: 'desc',
  customer: 'asc',
  priority: 'desc',
  status: 'desc',
  activity: 'desc',
  due: 'asc',
} as const satisfies Record<string, Direction>
export type TicketSort = keyof typeof firstDirections
export const ticketSorts = Object.keys(firstDirections) as TicketSort[]

export type TicketOrder = { sort: TicketSort; direction: Direction }

/**
 * The default order, which the list's URL omits. `priority desc` means "Akut" first. Statement, headers, select and the list
 * beside a ticket follow it. The default needs indexes of the active and of the unresolved tickets, as tickets_active and
 * tickets_unresolved are for 'created'.
 */
export const DEFAULT_ORDER = { sort: 'created', direction: 'desc' } as const satisfies TicketOrder

/** The order of search results: search_tickets() in the database sorts by it, and ticket-order.api.test.ts compares the two. */
export const SEARCH_ORDER = { sort: 'created', direction: 'desc' } as const satisfies TicketOrder

type ChosenOrder = { search?: string | undefined; sort?: TicketSort | undefined; direction?: Direction | undefined }

/** The order of a list: that of searches, or the chosen one with defaults. */
export const listOrder = ({ search, sort, direction }: ChosenOrder): TicketOrder =>
  search ? SEARCH_ORDER : { sort: sort ?? DEFAULT_ORDER.sort, direction: direction ?? DEFAULT_ORDER.direction }
