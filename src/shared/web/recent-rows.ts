// The customers and tickets that a login opened last, newest first, stored on the device until the person signs out. Where storage
// is blocked there are none.
import { useEffect } from 'react'

export type RecentRow = {
  kind: 'ticket' | 'customer'
  id: string
  label: string
  /** '' for none. */
  detail: string
  /** Of a ticket. */
  ticket?: RecentTicket | undefined
}
type RecentTicket = { customerId: string; number: number; title: string; isDone: boolean }
/** `openedAt` is an instant in ISO 8601; rows that an earlier version stored have none. */
type StoredRow = RecentRow & { openedAt?: string }

const ROWS_MAX = 12

const keyOf = (userId: string) => `recent:${userId}`

export function readRecentRows(userId: string): StoredRow[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRow) : []
  } catch {
    return []
  }
}

const isRow = (stored: Partial<Record<keyof StoredRow, unknown>> | null): stored is StoredRow =>
  [stored?.kind, stored?.id, stored?.label, stored?.detail].every((value) => typeof value === 'string')

/** The ticket that the login opened last, if it is of the customer; else the last one of the customer that is not done. And when. */
export function lastTicketOf(userId: string, customerId: string) {
  const tickets = readRecentRows(userId).flatMap(({ ticket, openedAt }) =>
    ticket && openedAt ? [{ ...ticket, openedAt }] : [],
  )
  return tickets.find((ticket, at) => ticket.customerId === customerId && (at === 0 || !ticket.isDone))
}

/** Stores that the login has opened the customer or ticket. */
export function useRecentRow(userId: string, opened: RecentRow) {
  // Callers render a new object each time.
  const text = JSON.stringify(opened)
  useEffect(() => {
    const row: RecentRow = JSON.parse(text)
    const others = readRecentRows(userId).filter(({ kind, id }) => kind !== row.kind || id !== row.id)
    store(userId, [{ ...row, openedAt: new Date().toISOString() }, ...others].slice(0, ROWS_MAX))
  }, [userId, text])
}

/** Removes the row when it turns out not to exist. */
export function useMissingRow(userId: string, id: string, isMissing: boolean) {
  useEffect(() => {
    if (!isMissing) return
    store(
      userId,
      readRecentRows(userId).filter((row) => row.id !== id),
    )
  }, [userId, id, isMissing])
}

/** Called when the person signs out. */
export const removeRecentRows = (userId: string) => store(userId, [])

function store(userId: string, rows: readonly StoredRow[]) {
  try {
    if (rows.length > 0) localStorage.setItem(keyOf(userId), JSON.stringify(rows))
    else localStorage.removeItem(keyOf(userId))
  } catch {
    // Storage is blocked or full.
  }
}
