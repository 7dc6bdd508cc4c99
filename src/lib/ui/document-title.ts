// The title of the browser's tab: that of the screen, after the number of things that wait for the person.
import { useEffect } from 'react'

let title = ''
let count = 0

const write = () => {
  document.title = count > 0 ? `(${count}) ${title}` : title
}

export function setTitle(next: string) {
  title = next
  write()
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
