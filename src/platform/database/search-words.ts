// A search of several words finds what has each of them somewhere, in any order, and what has the whole text.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** As in a pasted sentence; of so many the whole text alone is compared. */
const WORDS_MAX = 8

/**
 * The words that are searched for one by one: none of a single word, nor of a number that is typed with blanks, whose parts many
 * numbers have. A word that another contains is left out, as what has the other has it.
 */
function separateWords(search: string): string[] {
  if (!/\p{L}/u.test(search)) return []
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))]
  const needed = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return needed.length < 2 || needed.length > WORDS_MAX ? [] : needed
}

/** Whether the whole text of a search is there, or each of its words. */
export function hasText(search: string, has: (text: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  const words = separateWords(search)
  if (words.length === 0) return has(search)
  return sql<boolean>`(${has(search)} or (${sql.join(words.map(has), sql` and `)}))`
}

/** The statement of the ids with the whole text of a search, or with each of its words, by the statement of those with a text. */
export function idsWithText(search: string, idsWith: (text: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const words = separateWords(search)
  if (words.length === 0) return idsWith(search)
  return sql`(${idsWith(search)}) union (${sql.join(
    words.map((word) => sql`(${idsWith(word)})`),
    sql` intersect `,
  )})`
}

/** Orders what has the whole text of a search before what only has its words. A single word is all that is there to have. */
export const wholeFirst =
  (search: string, has: (text: string) => RawBuilder<unknown>) =>
  <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) =>
    separateWords(search).length === 0 ? query : query.orderBy(has(search), 'desc')
