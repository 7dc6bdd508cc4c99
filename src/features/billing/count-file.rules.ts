// Maps the rows of a licence portal's CSV file to counted articles of customers.
import { type CustomerFile, type FileColumn, problemsOf } from '#features/customers/customer-file.rules.ts'
import { columnsByHeading, type Headings } from '#features/customers/import-headings.rules.ts'
import { cellsOf } from '#features/customers/imported-cell.rules.ts'
import { ListedCount, type Match, type MatchedCount } from './counted.contract.ts'

export const countPartLabels = { customer: 'Kund', article: 'Artikel', quantity: 'Antal' }
export type CountPart = keyof typeof countPartLabels
export const countParts = Object.keys(countPartLabels) as CountPart[]
export type CountColumns = Partial<Record<CountPart, number>>

/** Numbers before names: they are exact. */
const countHeadings = {
  customer: [
    ...['Kundnummer', 'Kundnr', 'Customer number', 'Organisationsnummer', 'Orgnr', 'Org.nr', 'Organization number'],
    ...['Kund', 'Kundnamn', 'Företag', 'Företagsnamn', 'Customer', 'Customer name', 'Company', 'Company name'],
    ...['Organization', 'Tenant', 'Tenant name', 'End customer'],
  ],
  article: [
    ...['Artikelnummer', 'Artikelnr', 'Artnr', 'Art.nr', 'Article number', 'Item number', 'SKU', 'Product SKU'],
    ...['Artikel', 'Artikelnamn', 'Produkt', 'Produktnamn', 'Benämning', 'Licens', 'Article', 'Product'],
    ...['Product name', 'Offer name', 'License', 'Subscription', 'Item'],
  ],
  quantity: [
    ...['Antal', 'Kvantitet', 'Licenser', 'Antal licenser', 'Quantity', 'Qty', 'Licenses', 'Seats', 'Count', 'Units'],
  ],
} as const satisfies Headings<CountPart>

const headings = new Set(
  Object.values(countHeadings)
    .flat()
    .map((heading) => heading.toLowerCase()),
)

/** How many of the cells are headings of the list; finds the line of headings below a title. */
export const knownCountHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => headings.has(cell.toLowerCase())).length

export const guessCountColumns = (columns: readonly FileColumn[]): CountColumns =>
  columnsByHeading(columns, countHeadings)

/** A row as it would be sent, or with the `problems` that prevent it. */
export type CountRow = { line: number; typed: Record<CountPart, string> } & (
  | { count: ListedCount; problems?: never }
  | { count?: never; problems: string[] }
)

/** Hundredths of '12', '12,5', '12.50' or '1 200'; NaN, which the contract refuses, for anything else. */
export function readCount(text: string): number {
  const [, whole, rest = ''] = /^(\d+)(?:[,.](\d{1,2})0*)?$/.exec(text.replaceAll(/\s/gu, '')) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/** Each record of the file as a count, or with its errors in Swedish. */
export const countRowsOf = ({ records }: CustomerFile, columns: CountColumns): CountRow[] =>
  records.map(({ line, cells }) => {
    const of = cellsOf(cells, columns)
    const typed = { customer: of('customer'), article: of('article'), quantity: of('quantity') }
    const { customer, article, quantity } = typed
    const parsed = ListedCount.safeParse({ customer, article, hundredths: readCount(quantity) })
    if (parsed.success) return { line, typed, count: parsed.data }
    return { line, typed, problems: problemsOf(parsed.error, countPartLabels) }
  })

export const isReadable = (row: CountRow): row is Extract<CountRow, { problems?: never }> => row.problems === undefined

/** What each text means: as matched, or as chosen for it; undefined for one that means nothing yet. */
export const meaningsOf = (matches: readonly Match[], chosen: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    matches.flatMap(({ text, id }) => {
      const meant = id ?? chosen.get(text)
      return meant ? [[text, meant] as const] : []
    }),
  )

/** A row with the customer and article that it means; undefined while either is unknown. */
export function matchedCount(
  { customer, article, hundredths }: ListedCount,
  customers: ReadonlyMap<string, string>,
  articles: ReadonlyMap<string, string>,
): MatchedCount | undefined {
  const [customerId, articleId] = [customers.get(customer), articles.get(article)]
  return customerId !== undefined && articleId !== undefined ? { customerId, articleId, hundredths } : undefined
}

type OfCharge = { customerId: string; articleId: string }

/** The counted charges that the list could have named: of its articles, without a row. */
export function unnamedCharges<Charge extends OfCharge>(
  counted: readonly Charge[],
  rows: readonly MatchedCount[],
): Charge[] {
  const articles = new Set(rows.map(({ articleId }) => articleId))
  const named = new Set(rows.map(({ customerId, articleId }) => `${customerId} ${articleId}`))
  return counted.filter(
    ({ customerId, articleId }) => articles.has(articleId) && !named.has(`${customerId} ${articleId}`),
  )
}
