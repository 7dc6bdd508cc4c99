// Removes blocks of HTML that are not text, such as comments and scripts, in linear time.

/**
 * `inside`: how many characters of the opening may belong to the end, since '<!-->' is a whole comment. '--!>' ends one too.
 */
type Block = { open: RegExp; close: RegExp; inside: number }
export const comment: Block = { open: /<!--/g, close: /--!?>/g, inside: 2 }
export const title: Block = { open: /<title\b[^<>]*>/gi, close: /<\/title\s*>/gi, inside: 0 }
export const styles: Block = { open: /<style\b[^<>]*>/gi, close: /<\/style\s*>/gi, inside: 0 }
export const scripts: Block = { open: /<script\b[^<>]*>/gi, close: /<\/script\s*>/gi, inside: 0 }
export const commentInStyles: Block = { open: /\/\*/g, close: /\*\//g, inside: 0 }

/** The HTML without such blocks, and their content. A block without end is not removed. */
export function withoutBlock(html: string, { open, close, inside }: Block): { html: string; blocks: string[] } {
  const rest: string[] = []
  const blocks: string[] = []
  let from = 0
  for (;;) {
    open.lastIndex = from
    const begins = open.exec(html)
    if (!begins) break
    close.lastIndex = open.lastIndex - inside
    const ends = close.exec(html)
    if (!ends) break
    rest.push(html.slice(from, begins.index))
    blocks.push(html.slice(open.lastIndex, ends.index))
    from = close.lastIndex
  }
  return rest.length === 0 ? { html, blocks } : { html: rest.join('') + html.slice(from), blocks }
}
