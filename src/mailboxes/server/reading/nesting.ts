// How deep the elements of HTML are inside each other, as its parser counts them. The parser takes time with the square of the
// depth, and text below a certain depth is not read.

/** Deeper elements are left out; their words stay. */
export const NESTING_MAX = 300
/** Each word of a link is looked at again for every link around it. */
const LINK_NESTING_MAX = 5

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

/** Takes the tags in their order. */
export function countNesting() {
  const open: string[] = []
  const counts = new Map<string, number>()
  const leftOut = new Map<string, number>()
  const add = (map: Map<string, number>, name: string, by: number) => map.set(name, (map.get(name) ?? 0) + by)
  const pop = () => {
    const name = open.pop()
    if (name !== undefined) add(counts, name, -1)
    return name
  }
  /** Ends the parts of the table that the element ends, the innermost first. */
  const endParts = (name: string): string => {
    let ends = ''
    for (;;) {
      const at = open.findLastIndex((one) => ofTables.has(one))
      const part = open[at] ?? ''
      if (!endedInTable[name]?.includes(part)) return ends
      while (open.length > at) pop()
      ends += `</${part}>`
    }
  }
  /** A link ends the one that it stands in, unless a table is between them. */
  const endLink = (): string => {
    const at = open.lastIndexOf('a')
    if (at < 0 || open.slice(at).some((one) => ofTables.has(one))) return ''
    while (open.length > at) pop()
    return '</a>'
  }
  const hasRoom = (name: string) =>
    open.length < NESTING_MAX && (name !== 'a' || (counts.get(name) ?? 0) < LINK_NESTING_MAX)
  return {
    opens: (name: string): Opened => {
      if (voids.has(name)) return { isKept: true, ends: '' }
      const ends = endedInTable[name] ? endParts(name) : name === 'a' ? endLink() : ''
      for (const ended = endedBy[name] ?? []; ended.includes(open.at(-1) ?? ''); ) pop()
      if (!hasRoom(name)) {
        add(leftOut, name, 1)
        return { isKept: false, ends }
      }
      open.push(name)
      add(counts, name, 1)
      return { isKept: true, ends }
    },
    closes: (name: string): boolean => {
      if ((leftOut.get(name) ?? 0) > 0) {
        add(leftOut, name, -1)
        return false
      }
      if ((counts.get(name) ?? 0) > 0) while (pop() !== name);
      return true
    },
  }
}
