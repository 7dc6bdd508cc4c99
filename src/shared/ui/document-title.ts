// The title of the browser's tab: that of the screen, with the number of waiting items before it.
import { useEffect } from 'react'
import { useCompanyName } from './company-name.ts'

let title = ''
let count = 0

const write = () => {
  document.title = count > 0 ? `(${count}) ${title}` : title
}

export function setTitle(next: string) {
  title = next
  write()
}

/** '‹page› – ‹company›', as the page distinguishes the tab from others. */
export function useTitle(page: string) {
  const company = useCompanyName()
  useEffect(() => setTitle(`${page} – ${company}`), [page, company])
}

/** Puts '(3)' before the title of every screen. */
export function useTitleCount(next: number) {
  useEffect(() => {
    count = next
    write()
    return () => {
      count = 0
      write()
    }
  }, [next])
}
