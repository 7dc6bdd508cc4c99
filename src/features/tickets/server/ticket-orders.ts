// The sort orders of the ticket list and the cursors of their pages. The last key makes each order unique, and its keys all
// have one direction, so that an index serves both. search_tickets() in the database sorts and pages by SEARCH_ORDER on
// its own; ticket-order.api.test.ts compares the pages.
import { type RawBuilder, sql } from 'kysely'
import type { TicketOrder, TicketSort } from '../ticket-order.rules.ts'
import type { TicketRow } from '../tickets.contract.ts'

type Key = {
  column: string
  /** The value of a cursor, for comparison with `column`. */
  compared: (value: string) => RawBuilder<unknown>
  valueOf: (row: TicketRow) => string
}

const keys = {
  createdAt: {
    column: 'tickets.created_at',
    compared: (value) => sql`${value}::timestamptz`,
    valueOf: ({ createdAt }) => createdAt,
  },
  id: { column: 'tickets.id', compared: (value) => sql`${value}::uuid`, valueOf: ({ id }) => id },
  ticketNumber: {
    column: 'ticket_number',
    compared: (value) => sql`${value}::integer`,
    valueOf: ({ ticketNumber }) => String(ticketNumber),
  },
  name: {
    column: 'customers.name collate "sv-SE-x-icu"',
    compared: (value) => sql`${value}::text`,
    valueOf: ({ customer }) => customer.name,
  },
  priority: {
    column: 'priority_rank(priority)',
    compared: (value) => sql`priority_rank(${value})`,
    valueOf: ({ priority }) => priority,
  },
  status: {
    column: 'status_rank(status)',
    compared: (value) => sql`status_rank(${value})`,
    valueOf: ({ status }) => status,
  },
  // Those whose customers wait for no answer are last.
  dueAt: {
    column: "coalesce(tickets.due_at, 'infinity')",
    compared: (value) => sql`${value}::timestamptz`,
    valueOf: ({ dueAt }) => dueAt ?? 'infinity',
  },
  lastActivityAt: {
    column: 'last_activity_at',
    compared: (value) => sql`${value}::timestamptz`,
    valueOf: ({ lastActivityAt }) => lastActivityAt,
  },
} as const satisfies Record<string, Key>

const keysOfSort = {
  created: ['createdAt', 'id'],
  number: ['ticketNumber'],
  customer: ['name', 'id'],
  priority: ['priority', 'createdAt', 'id'],
  status: ['status', 'createdAt', 'id'],
  activity: ['lastActivityAt', 'id'],
  due: ['dueAt', 'ticketNumber'],
} as const satisfies Record<TicketSort, (keyof typeof keys)[]>

export type Position = Partial<Record<keyof typeof keys, string>>
export type Order = ReturnType<typeof orderOf>

export function orderOf({ sort, direction }: TicketOrder) {
  const of: readonly (keyof typeof keys)[] = keysOfSort[sort]
  const columns = of.map((key) => keys[key].column)
  return {
    sort,
    direction,
    keys: of,
    positionOf: (row: TicketRow): Position => Object.fromEntries(of.map((key) => [key, keys[key].valueOf(row)])),
    sorted: sql.raw(columns.map((column) => `${column} ${direction}`).join(', ')),
    /** `position` must be a cursor of this order. */
    isAfter: (position: Position) => {
      const compared = of.map((key) => keys[key].compared(position[key] ?? ''))
      return sql<boolean>`(${sql.raw(columns.join(', '))}) ${sql.raw(direction === 'desc' ? '<' : '>')} (${sql.join(compared)})`
    },
  }
}
