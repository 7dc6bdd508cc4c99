import { PROMISE } from './promise.ts'

// What a search engine shows before it cuts.
const TITLE_MAX = 60
export const DESCRIPTION_MAX = 155

/** The text, or as many of its words as have room. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > max / 2 ? end : max - 1).replace(/[\s,.;:–-]+$/, '')}…`
}

/** The page's own title and the company's name; the start page says what the company promises. */
export function titleOf(own: string, company = 'Stödpunkt'): string {
  const whole = own ? `${own} – ${company}` : `${company} – ${PROMISE}`
  if (whole.length <= TITLE_MAX) return whole
  return shorten(own || company, TITLE_MAX)
}
