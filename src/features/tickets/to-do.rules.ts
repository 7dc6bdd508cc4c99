// The order of 'Att göra', which has tickets and the enquiries of Inkorg.

/** The place of a row: to_do_rank() in the database, when it is due or since when it waits, the number of a ticket or 0, and its id. */
export const toDoKeys = ['rank', 'since', 'ticketNumber', 'id'] as const
export type ToDoPosition = Record<(typeof toDoKeys)[number], string>
type Placed = { rank: number; since: string; ticketNumber?: number; id: string }

export const toDoPositionOf = ({ rank, since, ticketNumber = 0, id }: Placed): ToDoPosition => ({
  rank: String(rank),
  since,
  ticketNumber: String(ticketNumber),
  id,
})

/** Compares as the database does; a moment has no trailing zeros, so that its Z would be compared with a digit. */
export function compareToDo(one: Placed, other: Placed): number {
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return (
    one.rank - other.rank ||
    order(one.since.replace('Z', ''), other.since.replace('Z', '')) ||
    (one.ticketNumber ?? 0) - (other.ticketNumber ?? 0) ||
    order(one.id, other.id)
  )
}
