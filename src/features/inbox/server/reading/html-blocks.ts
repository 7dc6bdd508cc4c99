// Parts of HTML that show nothing themselves. Each step looks at every character once.

/** `inside`: so many characters of the beginning may be part of the end. HTML ends a comment at '--!>' too, and '<!-->' is one. */
type Block = { open: RegExp; close: RegExp; inside: number }
export const comment: Block = { open: /<!--/g, close: /--!?>/g, inside: 2 }
export const title: Block = { open: /<title\b[^<>]*>/gi, close: /<\/title\s*>/gi, inside: 0 }
export const styles: Block = { open: /<style\b[^<>]*>/gi, close: /<\/style\s*>/gi, inside: 0 }
export const scripts: Block = { open: /<script\b[^<>]*>/gi, close: /<\/script\s*>/gi, inside: 0 }
export const commentInStyles: Block = { open: /\/\*/g, close: /\*\//g, inside: 0 }

/** Without such blocks, and these. One that has no end stays as it is. */
export function withoutBlock(html: string, { open, close, inside }: Block): { html: string; blocks: string[] } {
  const kept: string[] = []
  const blocks: string[] = []
  let from = 0
  for (;;) {
    open.lastIndex = from
    const begins = open.exec(html)
    if (!begins) break
    close.lastIndex = open.lastIndex - inside
    const ends = close.exec(html)
    if (!ends) break
    kept.push(html.slice(from, begins.index))
    blocks.push(html.slice(open.lastIndex, ends.index))
    from = close.lastIndex
  }
  return kept.length === 0 ? { html, blocks } : { html: kept.join('') + html.slice(from), blocks }
}
