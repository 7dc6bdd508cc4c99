// How deep the elements of HTML are inside each other, as its parser counts them. The parser takes time with the square of the
// depth, and text below a certain depth is not read.

/** Deeper elements are left out; their words stay. */
export const NESTING_MAX = 300

const voids = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** What ends when another begins, where its end may be left out. */
const endedBy: Record<string, readonly string[]> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  option: ['option'],
  tr: ['tr', 'th', 'td'],
  th: ['th'],
  td: ['thead', 'th', 'td'],
  tbody: ['thead', 'tbody'],
  tfoot: ['thead', 'tbody'],
}

/** Takes the tags in their order, and answers whether each is kept. */
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
  return {
    opens: (name: string): boolean => {
      if (voids.has(name)) return true
      for (const ended = endedBy[name] ?? []; ended.includes(open.at(-1) ?? ''); ) pop()
      if (open.length >= NESTING_MAX) {
        add(leftOut, name, 1)
        return false
      }
      open.push(name)
      add(counts, name, 1)
      return true
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
