// The order of the ticket list: what can be sorted by, and what is first when nothing is chosen.

/** The columns by which the list is sorted; ticket-orders.ts has the keys of each. */
export const ticketSorts = ['created', 'number', 'customer', 'priority', 'status', 'activity'] as const
export type TicketSort = (typeof ticketSorts)[number]

export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

export type TicketOrder = { sort: TicketSort; direction: Direction }

/**
 * The order when none is chosen; the address of the list then names none. `priority desc` is "Akut" first. Statement, headers,
 * select and the list beside a ticket follow it. The default wants an index of the unresolved tickets, as tickets_unresolved is of 'created'.
 */
export const DEFAULT_ORDER = { sort: 'created', direction: 'desc' } as const satisfies TicketOrder

/** The order of what a search finds: search_tickets() in the database sorts so, and ticket-order.api.test.ts compares. */
export const SEARCH_ORDER = { sort: 'created', direction: 'desc' } as const satisfies TicketOrder

type ChosenOrder = { search?: string | undefined; sort?: TicketSort | undefined; direction?: Direction | undefined }

/** The order of a list: a search has its own, and what is not chosen is as by default. */
export const listOrder = ({ search, sort, direction }: ChosenOrder): TicketOrder =>
  search ? SEARCH_ORDER : { sort: sort ?? DEFAULT_ORDER.sort, direction: direction ?? DEFAULT_ORDER.direction }
