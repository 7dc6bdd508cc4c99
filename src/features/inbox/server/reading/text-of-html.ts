import { compile } from 'html-to-text'
import { isBlank } from '#shared/text.rules.ts'
import { markedFormatters, markedSelectors } from './marked-text.ts'
import { NESTING_MAX } from './nesting.ts'
import { withoutFillers } from './plain-text.ts'
import { type Picture, prepareHtml } from './prepare-html.ts'
import { tableFormat } from './table-text.ts'

/** More HTML than this, without its pictures, is never one person's words; the original is kept. */
const HTML_MAX = 2_000_000
/** In place of what is beyond the most that is read. */
export const CUT = '\n\n… (resten finns i originalmejlet)'

const options = {
  wordwrap: false as const,
  // The limits of one element keep its children: what is left out would be lost.
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

/** The '-- ' above a signature, whose space HTML would lose: without it people draw lines with it. */
const delimiter = /(>|^)[ \t\r\n]*--(?:[ \t\r\n]|&nbsp;|&#160;|\u00a0)+(?=<)/g
/** An em space, which the parser keeps. */
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

/** The text that HTML shows, and the pictures that stand in it as data. */
export function textOfHtml(written: string): ShownHtml {
  const { html, pictures } = prepareHtml(written)
  const text = shownText(html.slice(0, HTML_MAX).replace(delimiter, '$1--\u2003'))
  return { text: html.length > HTML_MAX ? `${text}${CUT}` : text, pictures }
}

/**
 * What it shows; of a mail that hides all it says, that; of pictures alone, their words; and where a quotation mark or a style
 * without an end hides the rest from the parser, what is no tag.
 */
function shownText(html: string): string {
  const words = [
    () => convert(html),
    () => convertHidden(html),
    () => convert(wordsOfPictures(html)),
    () => convert(html.replace(/<[^<>]*>/g, ' ').replace(/[<>]/g, ' ')),
  ]
  for (const read of words) {
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
