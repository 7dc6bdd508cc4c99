import { compile } from 'html-to-text'

/** More HTML than this is never one person's words; the original is kept. */
const HTML_MAX = 1_000_000

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: HTML_MAX, maxDepth: 200, maxChildNodes: 5_000, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    { selector: 'img', format: 'skip' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'h4', options: { uppercase: false } },
    { selector: 'table', format: 'block' },
  ],
})

/** The text that HTML shows; '' when it cannot be read. */
export function textOfHtml(html: string): string {
  try {
    return convert(html.slice(0, HTML_MAX))
  } catch {
    return ''
  }
}
