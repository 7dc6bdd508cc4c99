// The export of articles as a CSV file; the import reads the same columns.
import type { CsvColumn } from '#shared/csv.rules.ts'
import { type Ore, plainKronor } from '#shared/money.rules.ts'
import { yesOrNo } from '#shared/plural.rules.ts'
import type { Article } from './articles.contract.ts'
import { vatClassCell } from './articles.rules.ts'

export type ExportedArticle = Pick<
  Article,
  'number' | 'name' | 'unit' | 'vatClass' | 'vatReason' | 'account' | 'isConstruction' | 'isElectronics' | 'isArchived'
> & { priceOre: Ore | null; validFrom: string | null }

export const articlesFileName = (date: string): string => `artiklar_${date}.csv`

/** The headings of the export, which are also the names of the import's fields. */
export const articlePartLabels = {
  number: 'Artikelnummer',
  name: 'Namn',
  unit: 'Enhet',
  price: 'Pris',
  validFrom: 'Gäller från',
  vat: 'Moms',
  vatReason: 'Orsak utan moms',
  account: 'Konto',
  isConstruction: 'Byggtjänst',
  isElectronics: 'Elektronik',
  isArchived: 'Arkiverad',
}
export type ArticlePart = keyof typeof articlePartLabels
export const articleParts = Object.keys(articlePartLabels) as ArticlePart[]

const cells: Record<ArticlePart, CsvColumn<ExportedArticle>['cell']> = {
  number: ({ number }) => number,
  name: ({ name }) => name,
  unit: ({ unit }) => unit,
  price: ({ priceOre }) => (priceOre === null ? null : plainKronor(priceOre)),
  validFrom: ({ validFrom }) => validFrom,
  vat: ({ vatClass }) => vatClassCell(vatClass),
  vatReason: ({ vatReason }) => vatReason,
  account: ({ account }) => account,
  isConstruction: ({ isConstruction }) => yesOrNo(isConstruction),
  isElectronics: ({ isElectronics }) => yesOrNo(isElectronics),
  isArchived: ({ isArchived }) => yesOrNo(isArchived),
}

export const articleColumns: readonly CsvColumn<ExportedArticle>[] = articleParts.map((part) => ({
  heading: articlePartLabels[part],
  cell: cells[part],
}))
