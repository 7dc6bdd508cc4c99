/** What a PDF contains, as plain data: a thread gets it by structured clone and draws it (draw-pdf.ts). */
export type PdfDocument = {
  /** The heading, and the title in the file. */
  title: string
  /** A sentence under the heading, such as what the document is not. */
  notice?: string
  company: PdfCompany
  /** The lines of an address block; the first is the name. */
  recipient?: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  tables: readonly PdfTable[]
}

export type PdfCompany = {
  name: string
  /** Under each other at the top, and in a line at the foot of every page. */
  lines: readonly string[]
  /** '#rrggbb' */
  color: string
  /** PNG with its size in pixels; without one the name is shown. */
  logo?: { content: Uint8Array; width: number; height: number } | undefined
}

/** A column is as wide as its longest cell, which never breaks, unless it `grows`: those share the rest, at most in these proportions. */
export type PdfColumn = { heading: string; grows?: number; isNumber?: boolean }

export type PdfTable = {
  caption: string
  /** Under the caption. */
  lead?: string
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** The sums of columns, under the last row. */
  foot?: readonly string[]
  /** The caption stands on each page of the table, for tables that differ by it. */
  repeatsCaption?: boolean
  /** Stand under the last row, on the same page as it. */
  sums?: readonly PdfSum[]
}
export type PdfSum = { label: string; value: string; isTotal?: boolean }
