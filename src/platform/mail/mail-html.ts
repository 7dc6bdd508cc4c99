// A mail as HTML that mail programs support: tables, and styles on each element.
import { escapeHtml } from '#shared/text.rules.ts'
import { ink, mark } from '#shared/theme-colors.rules.ts'

const FONT = "16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
/** Breaks long addresses and words to the width of a phone. `word-break` is for programs without `overflow-wrap`. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
const TABLE = 'width="100%" cellpadding="0" cellspacing="0" border="0"'
const WIDTH_MAX = 640
/** Nested quotations are rendered to this depth; deeper ones are shown with their `>` signs. */
const QUOTED_MAX = 5

type HtmlBranding = { logo: string; linkColor: string }

/** A page of one column that requests a light colour scheme; for programs that darken it anyway the logo has a background. */
export function letterHtml(text: string, { logo, linkColor }: HtmlBranding): string {
  const cell = `${WRAP};color:${ink};font:${FONT}`
  return [
    '<!doctype html><html lang="sv"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only">',
    '<style>:root{color-scheme:light only}</style></head>',
    `<body style="margin:0;padding:0;background:${mark.surface};color:${ink}">`,
    `<table role="presentation" ${TABLE} style="table-layout:fixed;width:100%;max-width:${WIDTH_MAX}px">`,
    `<tr><td style="padding:24px 24px 0;${cell}">${logo}</td></tr>`,
    `<tr><td style="padding:16px 24px 24px;${cell}">`,
    blocksOf(text.trim(), linkColor, 0),
    '</td></tr></table></body></html>',
  ].join('\n')
}

/** Paragraphs and quotations. */
function blocksOf(text: string, linkColor: string, depth: number): string {
  const blocks: { isQuoted: boolean; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const isQuoted = depth < QUOTED_MAX && line.startsWith('>')
    const last = blocks.at(-1)
    if (last?.isQuoted === isQuoted) last.lines.push(line)
    else blocks.push({ isQuoted, lines: [line] })
  }
  return blocks
    .map(({ isQuoted, lines }) =>
      isQuoted
        ? quotationOf(lines.map((line) => line.replace(/^> ?/, '')).join('\n'), linkColor, depth + 1)
        : paragraphsOf(lines.join('\n'), linkColor),
    )
    .join('\n')
}

const quotationOf = (text: string, linkColor: string, depth: number) =>
  [
    `<blockquote style="${WRAP};margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #c8ccc5">`,
    blocksOf(text, linkColor, depth),
    '</blockquote>',
  ].join('\n')

const paragraphsOf = (text: string, linkColor: string) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p style="${WRAP};margin:0 0 16px${fontOf(paragraph)}">${linesOf(paragraph, linkColor)}</p>`)
    .join('\n')

/** A monospace font for a paragraph in columns, or indented like source code. */
const fontOf = (paragraph: string) =>
  paragraph.split('\n').filter((line) => /\S(?: {2,}|\t)\S|^(?: {2,}|\t)\S/.test(line)).length > 1
    ? ';font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px'
    : ''

const linesOf = (paragraph: string, linkColor: string) =>
  paragraph
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
    .map((line) => withLinks(line, linkColor))
    .join('<br>\n')

/** Addresses become links; everything else is text. */
const withLinks = (line: string, linkColor: string) =>
  line
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/)
    .map((part, at) => {
      const text = escapeHtml(part)
      return at % 2 === 1 ? `<a href="${text}" style="color:${linkColor}">${text}</a>` : withSpaces(text, at === 0)
    })
    .join('')

const TAB = 4

/**
 * Indentation and columns keep their width: HTML makes one space of several, and `white-space` is unknown to Outlook. The last
 * space of several is an ordinary one, where the line may be broken.
 */
const withSpaces = (text: string, isStart: boolean) =>
  text
    .replaceAll('\t', ' '.repeat(TAB))
    .replace(isStart ? /^ +| {2,}/g : / {2,}/g, (spaces, at: number) =>
      at === 0 && isStart ? '&nbsp;'.repeat(spaces.length) : `${'&nbsp;'.repeat(spaces.length - 1)} `,
    )
