import { useEffect, useRef } from 'react'

/**
 * For a row of links, tabs or days that scrolls sideways on a phone: scrolls the current one to the middle whenever `current`
 * changes; of the part beside a sticky column, if the row has that much `scroll-padding`.
 */
export function useScrollToCurrent<Row extends HTMLElement>(current: string) {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` decides which child is marked
  useEffect(() => {
    const item = row.current?.querySelector<HTMLElement>('[aria-current], [aria-selected=true]')
    if (!row.current || !item) return
    const { left } = row.current.getBoundingClientRect()
    const sticky = Number.parseFloat(getComputedStyle(row.current).scrollPaddingLeft) || 0
    const middle = sticky + (row.current.clientWidth - sticky - item.offsetWidth) / 2
    row.current.scrollLeft += item.getBoundingClientRect().left - left - middle
  }, [current])
  return row
}
