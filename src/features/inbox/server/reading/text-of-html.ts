import { compile } from 'html-to-text'
import { isBlank } from '#shared/text.rules.ts'
import { markedFormatters, markedSelectors } from './marked-text.ts'
import { NESTING_MAX } from './nesting.ts'
import { withoutFillers } from './plain-text.ts'
import { type Picture, prepareHtml } from './prepare-html.ts'
import { tableFormat } from './table-text.ts'

/** The most HTML that is converted, without its pictures, in characters; no person writes more, and the original is stored. */
const HTML_MAX = 2_000_000
/** Marks text that was cut at a limit. */
export const CUT = '\n\n… (resten finns i originalmejlet)'

const options = {
  wordwrap: false as const,
  // High limits, so that no content is lost.
  limits: { maxInputLength: HTML_MAX, maxDepth: 2 * NESTING_MAX, maxChildNodes: HTML_MAX, ellipsis: '…' },
  formatters: { table: tableFormat, ...markedFormatters },
}
const selectors = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] as [string, string] } },
  ...markedSelectors,
  { selector: 'h1', options: { uppercase: false } },
  { selector: 'h2', options: { uppercase: false } },
  { selector: 'h3', options: { uppercase: false } },
  { selector: 'h4', options: { uppercase: false } },
  { selector: 'table', format: 'table' },
  ...['dl', 'dt', 'dd', 'details', 'summary', 'fieldset', 'legend', 'figure', 'figcaption', 'address', 'option'].map(
    (selector) => ({ selector, format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }),
  ),
]
const convert = compile({ ...options, selectors: [...selectors, { selector: '[hidden]', format: 'skip' }] })
const convertHidden = compile({ ...options, selectors })

const textShown = (text: string) =>
  withoutFillers(text)
    .replace(keptDelimiter, (_all, at: number, whole: string) => (isAlone(whole, at) ? '-- ' : '--'))
    .replace(/\n{3,}/g, '\n\n')

/** The '-- ' above a signature; the conversion would remove its space, which distinguishes it from a drawn line. */
const delimiter = /(>|^)[ \t\r\n]*--(?:[ \t\r\n]|&nbsp;|&#160;|\u00a0)+(?=<)/g
/** With an em space, which the parser does not remove. */
const keptDelimiter = /--\u2003/g
const isAlone = (text: string, at: number) => /^\s*$/.test(lineAround(text, at))
const lineAround = (text: string, at: number) => {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, at) + text.slice(at + 3, end < 0 ? undefined : end)
}

const pictureWords = /<img\s[^<>]*?\balt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi
const wordsOfPictures = (html: string) =>
  [...html.matchAll(pictureWords)].map(([, double, single]) => `<p>${double ?? single ?? ''}</p>`).join('')

export type ShownHtml = { text: string; pictures: Picture[] }

/** The visible text of HTML, and the pictures in its data URIs. */
export function textOfHtml(written: string): ShownHtml {
  const { html, pictures } = prepareHtml(written)
  const text = shownText(html.slice(0, HTML_MAX).replace(delimiter, '$1--\u2003'))
  return { text: html.length > HTML_MAX ? `${text}${CUT}` : text, pictures }
}

/**
 * The first of these that is not blank: the visible text; the text with hidden elements; the `alt` texts of pictures; all that is
 * not a tag, for HTML in which an unclosed quotation mark or style hides the rest from the parser.
 */
function shownText(html: string): string {
  const attempts = [
    () => convert(html),
    () => convertHidden(html),
    () => convert(wordsOfPictures(html)),
    () => convert(html.replace(/<[^<>]*>/g, ' ').replace(/[<>]/g, ' ')),
  ]
  for (const read of attempts) {
    const text = textShown(readSafely(read))
    if (!isBlank(text)) return text
  }
  return ''
}

function readSafely(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
