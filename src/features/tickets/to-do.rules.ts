// The order of 'Att göra', which has tickets and the enquiries of Inkorg.

/**
 * The place of a row: to_do_rank() in the database, when it is due or since when it waits, its number in the series that tickets and
 * enquiries share, or 0 for an enquiry without one, and its id.
 */
export const toDoKeys = ['rank', 'since', 'ticketNumber', 'id'] as const
export type ToDoPosition = Record<(typeof toDoKeys)[number], string>
type Placed = { rank: number; since: string; id: string } & ({ ticketNumber: number } | { number: number | null })

const numberOf = (row: Placed) => ('ticketNumber' in row ? row.ticketNumber : (row.number ?? 0))

export const toDoPositionOf = (row: Placed): ToDoPosition => ({
  rank: String(row.rank),
  since: row.since,
  ticketNumber: String(numberOf(row)),
  id: row.id,
})

/** Compares as the database does; a moment has no trailing zeros, so that its Z would be compared with a digit. */
export function compareToDo(one: Placed, other: Placed): number {
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return (
    one.rank - other.rank ||
    order(one.since.replace('Z', ''), other.since.replace('Z', '')) ||
    numberOf(one) - numberOf(other) ||
    order(one.id, other.id)
  )
}
