// Which customer or article a text of an imported list means, or may mean. Pure.
import { keyOf } from '#features/customers/customer-file.rules.ts'
import { CANDIDATES_MAX, type Match } from './counted.contract.ts'

/** `keys` by reliability: all of the first decide before any of the second. */
export type Named = { id: string; label: string; number?: string; keys: readonly (readonly string[])[] }

/** 'SE556012579001', '556012-5790' and '165560125790' have the same ten digits; null for what is no such number. */
export function orgNumberKey(text: string): string | null {
  const [, digits] = /^(?:SE|16)?(\d{6}-?\d{4})(?:01)?$/i.exec(text.replaceAll(/\s/gu, '')) ?? []
  return digits === undefined ? null : `org ${digits.replace('-', '')}`
}

const keysOf = (text: string): string[] => [keyOf(text), orgNumberKey(text)].filter((key) => key !== null)

/** The one that a text means, or those that it may mean: several of the same name, or the most similar names. */
export function matchTexts(texts: Iterable<string>, named: readonly Named[]): Match[] {
  const levels = levelsOf(named)
  const similar = similarTo(named)
  return [...new Set(texts)].map((text) => {
    const keys = keysOf(text)
    const hits = levels.map((level) => keys.flatMap((key) => level.get(key) ?? [])).find((found) => found.length > 0)
    const [only, ...others] = hits ?? []
    if (only && others.length === 0) return { text, id: only.id, candidates: [] }
    const candidates = (hits ?? similar(text)).slice(0, CANDIDATES_MAX)
    return { text, id: null, candidates: candidates.map((one) => ({ id: one.id, label: labelAmong(candidates, one) })) }
  })
}

/** With its number where another has the same name. */
const labelAmong = (all: readonly Named[], { label, number }: Named): string =>
  number !== undefined && all.filter((one) => one.label === label).length > 1 ? `${label}, ${number}` : label

function levelsOf(named: readonly Named[]): Map<string, Named[]>[] {
  const count = Math.max(0, ...named.map(({ keys }) => keys.length))
  return Array.from({ length: count }, (_, level) => {
    const found = new Map<string, Named[]>()
    for (const one of named)
      for (const key of new Set(one.keys[level])) found.set(key, [...(found.get(key) ?? []), one])
    return found
  })
}

/** The share of common letter groups from which names are similar, as 'Åkermans El' and 'Åkerman Elteknik AB'. */
const LEAST_SIMILAR = 0.35

function similarTo(named: readonly Named[]) {
  const parts = named.map((one) => ({ one, trigrams: trigramsOf(one.label) }))
  return (text: string): Named[] => {
    const wanted = trigramsOf(text)
    return parts
      .map(({ one, trigrams }) => ({ one, share: shareOf(wanted, trigrams) }))
      .filter(({ share }) => share >= LEAST_SIMILAR)
      .sort((first, second) => second.share - first.share)
      .map(({ one }) => one)
  }
}

/** Groups of three letters of each word, without companies' forms, which all names share. */
function trigramsOf(text: string): ReadonlySet<string> {
  const words = text.toLocaleLowerCase('sv').match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !['ab', 'hb', 'kb', 'i', 'och', 'publ'].includes(word))
  return new Set(
    telling.flatMap((word) => Array.from({ length: word.length }, (_, at) => ` ${word} `.slice(at, at + 3))),
  )
}

/** Of the shorter text's groups, how many the other has. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size)
  return least === 0 ? 0 : [...one].filter((part) => other.has(part)).length / least
}
