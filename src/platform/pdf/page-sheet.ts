// The pages of a document while it is drawn: fonts, text that is broken into lines, and where the next part goes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { printableText } from './printable-text.ts'

const fonts = join(import.meta.dirname, '../../shared/ui/fonts')

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, left: 40, right: 40, top: 40, bottom: 58 } as const
export const contentWidth = page.width - page.left - page.right
/** Nothing but the foot is below this. */
export const contentEnd = page.height - page.bottom
export const ink = { text: '#13241f', soft: '#47564f', line: '#c9cfcc' } as const
const LINE_HEIGHT = 1.32
/** In points: the words of a line that is as wide as its column add up to slightly more. */
const TOLERANCE = 0.01

type Weight = 'regular' | 'bold'
export type TextStyle = { size: number; weight?: Weight; color?: string }
export const lineHeightOf = ({ size }: TextStyle) => size * LINE_HEIGHT

export type PageSheet = {
  doc: PDFKit.PDFDocument
  /** Where the next part begins, from the top of the page. */
  y: number
  /** The width of one line of text. */
  widthOf: (text: string, style: TextStyle) => number
  /** The text in lines that are no wider; only a word that is too wide alone is broken. */
  linesOf: (text: string, width: number, style: TextStyle) => string[]
  /** Draws one line with its upper left corner here, or its upper right one. */
  draw: (line: string, at: { x: number; y: number; isRight?: boolean }, style: TextStyle) => void
  rule: (y: number, color: string, thickness?: number) => void
  addPage: () => void
  isTrial: boolean
  pages: number
}

type Properties = {
  title: string
  author: string
  onNewPage: (sheet: PageSheet) => void
  /** Draws what is below the content of a page. */
  onPageEnd: (sheet: PageSheet, page: number) => void
  /** Only places the parts, to count the pages. */
  isTrial: boolean
}

/** A page is written when it ends, so that a long document takes little memory. */
export function openSheet({ title, author, onNewPage, onPageEnd, isTrial }: Properties): PageSheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'sv-SE',
    displayTitle: true,
    info: { Title: title, Author: author },
  })
  for (const weight of ['regular', 'bold'] as const)
    doc.registerFont(weight, readFileSync(join(fonts, `hanken-grotesk-print-${weight}.ttf`)))
  const widthOf = measure(doc)
  const inStyle = ({ size, weight = 'regular', color = ink.text }: TextStyle) =>
    doc.font(weight).fontSize(size).fillColor(color)
  const sheet: PageSheet = {
    doc,
    isTrial,
    pages: 1,
    y: page.top,
    widthOf,
    linesOf: (text, width, style) =>
      printableText(text)
        .split('\n')
        .flatMap((paragraph) => breakParagraph(paragraph, width, (part) => widthOf(part, style))),
    draw: (line, { x, y, isRight = false }, style) => {
      if (isTrial) return
      const left = isRight ? x - widthOf(line, style) : x
      inStyle(style).text(printableText(line), left, y, { lineBreak: false })
    },
    rule: (y, color, thickness = 0.5) => {
      if (isTrial) return
      doc
        .moveTo(page.left, y)
        .lineTo(page.width - page.right, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke()
    },
    addPage: () => {
      if (!isTrial) {
        onPageEnd(sheet, sheet.pages)
        doc.addPage()
      }
      sheet.pages++
      sheet.y = page.top
      onNewPage(sheet)
    },
  }
  return sheet
}

/** Widths of words at size 1, measured once each: the fonts have no kerning, so a line is as wide as its words. */
function measure(doc: PDFKit.PDFDocument) {
  const measured = { regular: new Map<string, number>(), bold: new Map<string, number>() }
  return (text: string, { size, weight = 'regular' }: TextStyle) => {
    const known = measured[weight].get(text)
    if (known !== undefined) return known * size
    const width = doc.font(weight).fontSize(1000).widthOfString(printableText(text)) / 1000
    measured[weight].set(text, width)
    return width * size
  }
}

/** Breaks at ordinary spaces alone, so that '1 250,00 kr' with hard spaces stays together. */
function breakParagraph(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const space = widthOf(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of paragraph.split(' ')) {
    const wide = widthOf(word)
    if (line !== '' && used + space + wide <= width + TOLERANCE) {
      line += ` ${word}`
      used += space + wide
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = wide <= width + TOLERANCE ? [word] : piecesOf(word, width, widthOf)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
    used = pieces.length === 1 ? wide : widthOf(line)
  }
  return [...lines, line]
}

/** A word in pieces of at most this width. */
function piecesOf(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const sign of word) {
    const wide = widthOf(sign)
    if (piece !== '' && used + wide > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += sign
    used += wide
  }
  return [...pieces, piece]
}
