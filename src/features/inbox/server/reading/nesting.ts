// Limits how deeply elements of HTML are nested. The parser takes quadratic time in the depth and does not read text below a
// certain depth.

/** Tags of deeper elements are removed; their text is not. */
export const NESTING_MAX = 300
/** Lower limits for elements whose every word or line the converter processes again at each level. */
const nestingMax: Record<string, number> = { a: 5, blockquote: 30, ul: 30, ol: 30, li: 60 }

const voids = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Elements whose end tag is optional: the keys end the values. */
const endedBy: Record<string, readonly string[]> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  option: ['option'],
  td: ['thead'],
}

/** Parts of a table that end when another part begins, whatever elements are open in them, as in browsers. */
const cells = ['td', 'th']
const groups = ['thead', 'tbody', 'tfoot', 'caption', 'colgroup']
const endedInTable: Record<string, readonly string[]> = {
  td: cells,
  th: cells,
  tr: [...cells, 'tr'],
  thead: [...cells, 'tr', ...groups],
  tbody: [...cells, 'tr', ...groups],
  tfoot: [...cells, 'tr', ...groups],
}
const ofTables = new Set(['table', 'tr', ...cells, ...groups])

/** Whether a tag is kept, and the end tags to insert before it. */
type Opened = { isKept: boolean; ends: string }

type Counts = Map<string, number>
const countOf = (counts: Counts, name: string) => counts.get(name) ?? 0
const add = (counts: Counts, name: string, by: number) => counts.set(name, countOf(counts, name) + by)

/** The elements that are open, the innermost last. */
class OpenElements {
  readonly #names: string[] = []
  readonly #counts: Counts = new Map()

  push(name: string) {
    this.#names.push(name)
    add(this.#counts, name, 1)
  }

  pop(): string | undefined {
    const name = this.#names.pop()
    if (name !== undefined) add(this.#counts, name, -1)
    return name
  }

  endInnermost(names: readonly string[]) {
    while (names.includes(this.#names.at(-1) ?? '')) this.pop()
  }

  hasRoomFor(name: string): boolean {
    return this.#names.length < NESTING_MAX && this.count(name) < (nestingMax[name] ?? NESTING_MAX)
  }

  count(name: string): number {
    return countOf(this.#counts, name)
  }

  /** Ends the parts of the table that an element ends, and returns their end tags, the innermost first. */
  endParts(ended: readonly string[]): string {
    let ends = ''
    for (;;) {
      const at = this.#names.findLastIndex((one) => ofTables.has(one))
      const part = this.#names[at] ?? ''
      if (!ended.includes(part)) return ends
      this.#endFrom(at)
      ends += `</${part}>`
    }
  }

  /** Ends the link around a new link, unless a table is between them. */
  endLink(): string {
    const at = this.#names.lastIndexOf('a')
    if (at < 0 || this.#names.slice(at).some((one) => ofTables.has(one))) return ''
    this.#endFrom(at)
    return '</a>'
  }

  #endFrom(at: number) {
    while (this.#names.length > at) this.pop()
  }
}

/** Tracks open elements; called for each tag in document order. */
export function countNesting() {
  const open = new OpenElements()
  const leftOut: Counts = new Map()
  return {
    opens: (name: string): Opened => {
      if (voids.has(name)) return { isKept: true, ends: '' }
      const ended = endedInTable[name]
      const ends = ended ? open.endParts(ended) : name === 'a' ? open.endLink() : ''
      open.endInnermost(endedBy[name] ?? [])
      const isKept = open.hasRoomFor(name)
      if (isKept) open.push(name)
      else add(leftOut, name, 1)
      return { isKept, ends }
    },
    closes: (name: string): boolean => {
      if (countOf(leftOut, name) > 0) {
        add(leftOut, name, -1)
        return false
      }
      if (open.count(name) > 0) while (open.pop() !== name);
      return true
    },
  }
}
