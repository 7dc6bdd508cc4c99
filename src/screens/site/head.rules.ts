import { SLOGAN } from './slogan.ts'

// Search engines truncate longer texts.
const TITLE_MAX = 60
export const DESCRIPTION_MAX = 155

/** Truncates a text after a word to at most `max` characters. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > max / 2 ? end : max - 1).replace(/[\s,.;:–-]+$/, '')}…`
}

/**
 * The page's title with the company's name, at most 60 characters; on the start page the name with the company's
 * slogan.
 */
export function titleOf(pageTitle: string, company = 'Stödpunkt'): string {
  const full = pageTitle ? `${pageTitle} – ${company}` : `${company} – ${SLOGAN}`
  if (full.length <= TITLE_MAX) return full
  return shorten(pageTitle || company, TITLE_MAX)
}
