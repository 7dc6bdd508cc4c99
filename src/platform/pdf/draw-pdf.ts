// Draws a document as a PDF. Runs in a thread of its own (pdf-thread.ts).
import { buffer } from 'node:stream/consumers'
import { isWide } from '#shared/logo.rules.ts'
import { drawTable } from './draw-table.ts'
import { contentEnd, contentWidth, ink, lineHeightOf, openSheet, type PageSheet, page } from './page-sheet.ts'
import type { PdfCompany, PdfDocument } from './pdf-document.ts'

const small = { size: 8.5, color: ink.soft }
const body = { size: 10 }
const LOGO = { width: 150, height: 38 }
const right = page.width - page.right

export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  const { title, company } = document
  const sheetOf = (count: number) =>
    openSheet({
      title,
      author: company.name,
      isTrial: count === 0,
      onNewPage: (next) => drawRunningHead(next, document),
      onPageEnd: (ended, nth) => drawFoot(ended, company, { nth, count }),
    })
  const trial = sheetOf(0)
  drawContent(trial, document)
  const sheet = sheetOf(trial.pages)
  const content = buffer(sheet.doc)
  drawContent(sheet, document)
  drawFoot(sheet, company, { nth: sheet.pages, count: trial.pages })
  sheet.doc.end()
  return content
}

function drawContent(sheet: PageSheet, document: PdfDocument) {
  drawCompany(sheet, document.company)
  drawHeading(sheet, document)
  drawParties(sheet, document)
  for (const table of document.tables) drawTable(sheet, table)
}

function drawCompany(sheet: PageSheet, company: PdfCompany) {
  const top = sheet.y
  const height = drawLogo(sheet, company)
  const half = contentWidth * 0.48
  let y = top
  for (const line of company.lines.flatMap((text) => sheet.linesOf(text, half, small))) {
    sheet.draw(line, { x: right, y, isRight: true }, small)
    y += lineHeightOf(small)
  }
  sheet.y = Math.max(y, top + height) + 8
  sheet.rule(sheet.y, company.color, 1.5)
  sheet.y += 18
}

/** Draws the logo and the name, which a wide logo already contains, and returns their height. */
function drawLogo(sheet: PageSheet, { name, logo, color }: PdfCompany): number {
  const scale = logo ? Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height) : 0
  const [width, height] = logo ? [logo.width * scale, logo.height * scale] : [0, 0]
  if (logo && !sheet.isTrial) sheet.doc.image(Buffer.from(logo.content), page.left, sheet.y, { width, height })
  if (logo && isWide(logo)) return height
  const style = { size: 15, weight: 'bold', color } as const
  const left = page.left + (logo ? width + 10 : 0)
  const lines = sheet.linesOf(name, contentWidth * 0.48 - (left - page.left), style)
  const nameHeight = lines.length * lineHeightOf(style)
  const top = sheet.y + Math.max(0, (height - nameHeight) / 2)
  lines.forEach((line, nth) => {
    sheet.draw(line, { x: left, y: top + nth * lineHeightOf(style) }, style)
  })
  return Math.max(height, nameHeight)
}

function drawHeading(sheet: PageSheet, { title, notice }: PdfDocument) {
  drawParagraph(sheet, title, { size: 19, weight: 'bold' })
  if (notice) drawParagraph(sheet, notice, { size: 10, color: ink.soft })
  sheet.y += 10
}

function drawParagraph(sheet: PageSheet, text: string, style: Parameters<PageSheet['linesOf']>[2]) {
  for (const line of sheet.linesOf(text, contentWidth, style)) {
    sheet.draw(line, { x: page.left, y: sheet.y }, style)
    sheet.y += lineHeightOf(style)
  }
}

/** The recipient to the left, the facts beside it with their labels in a column. */
function drawParties(sheet: PageSheet, { recipient = [], facts }: PdfDocument) {
  const top = sheet.y
  const hasRecipient = recipient.length > 0
  recipient.forEach((text, nth) => {
    const style = nth === 0 ? ({ ...body, weight: 'bold' } as const) : body
    for (const line of sheet.linesOf(text, contentWidth * 0.48, style)) {
      sheet.draw(line, { x: page.left, y: sheet.y }, style)
      sheet.y += lineHeightOf(style)
    }
  })
  const end = sheet.y
  sheet.y = top
  const left = page.left + (hasRecipient ? contentWidth * 0.54 : 0)
  const labels = Math.max(0, ...facts.map(([label]) => sheet.widthOf(label, small))) + 12
  for (const [label, value] of facts) {
    sheet.draw(label, { x: left, y: sheet.y + 1 }, small)
    for (const line of sheet.linesOf(value, right - left - labels, body)) {
      sheet.draw(line, { x: left + labels, y: sheet.y }, body)
      sheet.y += lineHeightOf(body)
    }
  }
  sheet.y = Math.max(end, sheet.y)
}

/** At the break of a line between two parts. */
const withoutSeparator = (line: string) => line.replace(/ ·$/, '')

/** Whose page of what this is, at the top of every page but the first. */
function drawRunningHead(sheet: PageSheet, { title, recipient = [], company }: PdfDocument) {
  const [line = ''] = sheet.linesOf([title, ...recipient.slice(0, 1), company.name].join(' · '), contentWidth, small)
  sheet.draw(withoutSeparator(line), { x: page.left, y: sheet.y }, small)
  sheet.y += lineHeightOf(small) + 8
}

function drawFoot(sheet: PageSheet, { name, lines }: PdfCompany, { nth, count }: { nth: number; count: number }) {
  const style = { size: 8, color: ink.soft }
  const foot = sheet.linesOf([name, ...lines].join(' · '), contentWidth - 80, style).slice(0, 2)
  foot.forEach((line, at) => {
    sheet.draw(withoutSeparator(line), { x: page.left, y: contentEnd + 16 + at * lineHeightOf(style) }, style)
  })
  sheet.draw(`Sida ${nth} av ${count}`, { x: right, y: contentEnd + 16, isRight: true }, style)
}
