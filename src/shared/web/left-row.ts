import { useEffect } from 'react'

let left: string | undefined

/** Remembers the path of the last opened row, until a list is shown again. */
export function useLeaveRow(path: string) {
  useEffect(() => {
    left = path
  }, [path])
}

/** Focuses the row of a list that the user returns from, once the rows are loaded. */
export function useReturnToRow(isLoaded: boolean) {
  useEffect(() => {
    if (!isLoaded || !left) return
    const path = left
    left = undefined
    document.querySelector<HTMLElement>(`[data-row-link][href="${path}"]`)?.focus()
  }, [isLoaded])
}
