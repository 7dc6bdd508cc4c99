import { useEffect } from 'react'

let left: string | undefined

/** Remembers the path of the row that was opened last, until a list is shown again. */
export function useLeaveRow(path: string) {
  useEffect(() => {
    left = path
  }, [path])
}

/** Focuses the row of a list that somebody comes back from, once its rows are there. */
export function useReturnToRow(isLoaded: boolean) {
  useEffect(() => {
    if (!isLoaded || !left) return
    const path = left
    left = undefined
    document.querySelector<HTMLElement>(`[data-row-link][href="${path}"]`)?.focus()
  }, [isLoaded])
}
