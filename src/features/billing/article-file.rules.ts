// Maps the rows of a CSV file to articles. The columns are those of the export, in any order, found by their headings.
import { type CustomerFile, type FileColumn, problemsOf } from '#features/customers/customer-file.rules.ts'
import { columnsByHeading, type Headings } from '#features/customers/import-headings.rules.ts'
import { cellsOf } from '#features/customers/imported-cell.rules.ts'
import { readKronor } from '#shared/money.rules.ts'
import { ImportedArticle } from './article-import.contract.ts'
import { vatClassOf } from './articles.rules.ts'
import { type ArticlePart, articlePartLabels, articleParts } from './articles-csv.rules.ts'

export type ArticleColumns = Partial<Record<ArticlePart, number>>

/** Also those of accounting programs. */
const articleHeadings = {
  number: [
    articlePartLabels.number,
    'Artikelnr',
    'Artnr',
    'Art.nr',
    'Nummer',
    'Nr',
    'Article number',
    'Item number',
    'SKU',
  ],
  name: [articlePartLabels.name, 'Benämning', 'Artikelnamn', 'Artikel', 'Produkt', 'Name', 'Description'],
  unit: [articlePartLabels.unit, 'Enh', 'Unit'],
  price: [
    ...[articlePartLabels.price, 'À-pris', 'Försäljningspris', 'Pris exkl moms', 'Utpris', 'Pris kr'],
    ...['Price', 'Sales price', 'Unit price'],
  ],
  validFrom: [articlePartLabels.validFrom, 'Från', 'Valid from', 'From'],
  vat: [articlePartLabels.vat, 'Moms %', 'Momssats', 'VAT', 'VAT %'],
  vatReason: [articlePartLabels.vatReason, 'Orsak', 'Reason'],
  account: [
    articlePartLabels.account,
    'Försäljningskonto',
    'Bokföringskonto',
    'Intäktskonto',
    'Account',
    'Sales account',
  ],
  isConstruction: [articlePartLabels.isConstruction, 'Byggtjänster', 'Construction'],
  isElectronics: [articlePartLabels.isElectronics, 'Electronics'],
  isArchived: [articlePartLabels.isArchived, 'Inaktiv', 'Archived', 'Inactive'],
} as const satisfies Headings<ArticlePart>

const headings = new Set(
  Object.values(articleHeadings)
    .flat()
    .map((heading) => heading.toLowerCase()),
)

/** How many of the cells are headings of the import; finds the line of headings below a title. */
export const knownArticleHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => headings.has(cell.toLowerCase())).length

export const guessArticleColumns = (columns: readonly FileColumn[]): ArticleColumns =>
  columnsByHeading(columns, articleHeadings)

/** A row as it would be sent, or with the `problems` that prevent it. */
export type ArticleRow = { line: number; typed: Record<ArticlePart, string> } & (
  | { article: ImportedArticle; problems?: never }
  | { article?: never; problems: string[] }
)

/** The labels of the contract's fields. */
const fieldLabels = { ...articlePartLabels, priceOre: articlePartLabels.price, vatClass: articlePartLabels.vat }

/** Each record of the file as an article, or with its errors in Swedish. */
export const articleRowsOf = ({ records }: CustomerFile, columns: ArticleColumns): ArticleRow[] =>
  records.map(({ line, cells }) => {
    const of = cellsOf(cells, columns)
    const typed = Object.fromEntries(articleParts.map((part) => [part, of(part)])) as Record<ArticlePart, string>
    const parsed = ImportedArticle.safeParse(valuesOf(typed, columns))
    if (parsed.success) return { line, typed, article: parsed.data }
    return { line, typed, problems: problemsOf(parsed.error, fieldLabels) }
  })

/** Unreadable cells become values that the contract refuses with the field's message. */
function valuesOf(typed: Record<ArticlePart, string>, columns: ArticleColumns) {
  const { unit, vat, price, isConstruction, isElectronics, isArchived } = typed
  const isMapped = (part: ArticlePart) => columns[part] !== undefined
  return {
    number: typed.number,
    name: typed.name,
    ...(unit !== '' && { unit }),
    ...(vat !== '' && { vatClass: vatClassOf(vat) ?? vat }),
    ...(isMapped('vatReason') && { vatReason: typed.vatReason }),
    ...(isMapped('account') && { account: typed.account }),
    priceOre: price === '' ? null : (readKronor(price) ?? Number.NaN),
    validFrom: price === '' ? '' : typed.validFrom,
    ...(isConstruction !== '' && { isConstruction: answerOf(isConstruction) }),
    ...(isElectronics !== '' && { isElectronics: answerOf(isElectronics) }),
    ...(isArchived !== '' && { isArchived: answerOf(isArchived) }),
  }
}

const answers: Record<string, boolean> = { ja: true, nej: false, yes: true, no: false, '1': true, '0': false, x: true }
const answerOf = (cell: string): boolean | string => answers[cell.toLowerCase()] ?? cell
