// The customers and tickets that a login opened last, newest first, stored on the device until the person signs out. Where storage
// is blocked there are none.
import { useEffect } from 'react'

export type RecentRow = {
  kind: 'ticket' | 'customer'
  id: string
  label: string
  /** '' for none. */
  detail: string
}

const ROWS_MAX = 12

const keyOf = (userId: string) => `recent:${userId}`

export function readRecentRows(userId: string): RecentRow[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRow) : []
  } catch {
    return []
  }
}

const isRow = (stored: Partial<Record<keyof RecentRow, unknown>> | null): stored is RecentRow =>
  [stored?.kind, stored?.id, stored?.label, stored?.detail].every((value) => typeof value === 'string')

/** Stores that the login has opened the customer or ticket. */
export function useRecentRow(userId: string, { kind, id, label, detail }: RecentRow) {
  useEffect(() => {
    const others = readRecentRows(userId).filter((row) => row.kind !== kind || row.id !== id)
    store(userId, [{ kind, id, label, detail }, ...others].slice(0, ROWS_MAX))
  }, [userId, kind, id, label, detail])
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

function store(userId: string, rows: readonly RecentRow[]) {
  try {
    if (rows.length > 0) localStorage.setItem(keyOf(userId), JSON.stringify(rows))
    else localStorage.removeItem(keyOf(userId))
  } catch {
    // Storage is blocked or full.
  }
}
