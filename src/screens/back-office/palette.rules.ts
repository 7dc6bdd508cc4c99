// How the palette matches and orders what it offers.
import { ticketNumberIn } from '#features/tickets/ticket-number.rules.ts'

export type PaletteItem = {
  /** Unique: of a hit its kind and id. */
  key: string
  label: string
  detail: string
  shortcut?: string
  /** The address that it leads to, or what it does. */
  target: string | (() => void)
}

export type PaletteGroup = { title: string; items: readonly PaletteItem[]; isOfServer?: boolean }

/** The groups of what the device has, and of the server's hits. */
export type Offered = {
  acts: readonly PaletteItem[]
  recent: readonly PaletteItem[]
  pages: readonly PaletteItem[]
  tickets: readonly PaletteItem[]
  /** The server's other hits. */
  others: readonly Pick<PaletteGroup, 'title' | 'items'>[]
}

/** The words of a text for comparison: in lower case, without diacritics and punctuation. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The items of whose label and detail some word begins with each word of the search. Those that begin with the search are first,
 * the one whose first word it is before them; otherwise they keep their order.
 */
export function matching(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const typed = wordsIn(search)
  if (typed.length === 0) return items
  const ranked = items.map((item) => ({ item, rank: rankOf(wordsIn(`${item.label} ${item.detail}`), typed) }))
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

const NO_MATCH = 3

function rankOf(words: readonly string[], typed: readonly string[]): number {
  if (!typed.every((start) => words.some((word) => word.startsWith(start)))) return NO_MATCH
  if (!typed.every((start, index) => words[index]?.startsWith(start))) return 2
  return words[typed.length - 1] === typed.at(-1) ? 0 : 1
}

/**
 * The groups that have items, each item once. What the device has matches the search and comes first, so that the server's hits
 * do not move it; but a search for a number begins with the tickets.
 */
export function paletteGroups({ acts, recent, pages, tickets, others }: Offered, search: string): PaletteGroup[] {
  const recently = { title: 'Senaste', items: matching(recent, search) }
  const known = new Set(recently.items.map(({ key }) => key))
  const unknown = (items: readonly PaletteItem[]) => items.filter(({ key }) => !known.has(key))
  const found = { title: 'Ärenden', items: unknown(tickets), isOfServer: true }
  const open = { title: 'Det du har öppet', items: matching(acts, search) }
  const menu = { title: 'Sidor', items: matching(pages, search) }
  const rest = others.map(({ title, items }) => ({ title, items: unknown(items), isOfServer: true }))
  const number = ticketNumberIn(search)
  const byNumber = isOfNumber(found.items[0], number) ? [found, recently] : [recently, found]
  const groups = number === undefined ? [open, recently, menu, found, ...rest] : [...byNumber, open, menu, ...rest]
  return groups.filter(({ items }) => items.length > 0)
}

const isOfNumber = (item: PaletteItem | undefined, number: number | undefined) =>
  item !== undefined && wordsIn(item.label)[0] === String(number)

/**
 * Whether Enter may open the first item before the server has answered for this text: not a hit of what was typed before, and
 * for a number only its ticket.
 */
export function isCertain([group]: readonly PaletteGroup[], search: string): boolean {
  const number = ticketNumberIn(search)
  if (!group || group.isOfServer) return false
  return number === undefined || isOfNumber(group.items[0], number)
}
