import { useEffect, useRef } from 'react'

/** For a row of links or tabs that scrolls sideways on a phone: scrolls the current one to the middle whenever `current` changes. */
export function useScrollToCurrent<Row extends HTMLElement>(current: string) {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` decides which child is marked
  useEffect(() => {
    const item = row.current?.querySelector<HTMLElement>('[aria-current=page], [aria-selected=true]')
    if (!row.current || !item) return
    row.current.scrollLeft = item.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - item.offsetWidth) / 2
  }, [current])
  return row
}
