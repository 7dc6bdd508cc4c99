// How deep the elements of HTML are inside each other, as its parser counts them. The parser takes time with the square of the
// depth, and text below a certain depth is not read.

/** Deeper elements are left out; their words stay. */
export const NESTING_MAX = 300
/** Of these every word, or every line, is looked at again for each that is around it. */
const nestingMax: Record<string, number> = { a: 5, blockquote: 30, ul: 30, ol: 30, li: 60 }

const voids = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** What ends when another begins, where its end may be left out. */
const endedBy: Record<string, readonly string[]> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  option: ['option'],
  td: ['thead'],
}

/** The parts of a table that end when another of it begins, whatever stands open in them; browsers end them so. */
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

/** Whether a tag is kept, and the ends that belong in front of it. */
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

  /** Ends the parts of the table that an element ends, and answers their end tags, the innermost first. */
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

  /** A link ends the one that it stands in, unless a table is between them. */
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

/** Takes the tags in their order. */
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
