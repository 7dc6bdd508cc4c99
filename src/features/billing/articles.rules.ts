// Articles: what a company sells apart from work by the hour (docs/decisions/117), and what a line of a basis says of its article.
import { type Line, type LineFacts, type LineKind, lineKindName, type Portion } from './invoice-lines.rules.ts'
import { isReversed, type ReverseCharge } from './reverse-charge.rules.ts'

/** The share of the amount, or null where the dated rates of VAT decide. `cell`: in a file. */
const vatClassRows = {
  standard: { label: 'Normal', percent: null, cell: 'Normal' },
  vat12: { label: '12 %', percent: 12, cell: '12' },
  vat6: { label: '6 %', percent: 6, cell: '6' },
  none: { label: 'Ingen moms', percent: 0, cell: '0' },
} as const satisfies Record<string, { label: string; percent: number | null; cell: string }>
/** 'standard' follows the dated rates of VAT. */
export type VatClass = keyof typeof vatClassRows
export const vatClasses = Object.keys(vatClassRows) as [VatClass, ...VatClass[]]
export const vatClassLabel = (vatClass: VatClass): string => vatClassRows[vatClass].label
/** The labels of the fields of VAT of an article and of a free line. */
export const vatLabels = { vatClass: 'Moms', vatReason: 'Varför ingen moms tas ut' }
export const vatClassCell = (vatClass: VatClass): string => vatClassRows[vatClass].cell

/** The rate of a class where the dated rate is `standard`. */
export const vatPercentOf = (vatClass: VatClass, standard: number): number => vatClassRows[vatClass].percent ?? standard

/** The class of a cell such as '25', '12 %' or 'Normal'; undefined for anything else. */
export function vatClassOf(cell: string): VatClass | undefined {
  const plain = cell.replace(/[\s%]|\bmoms\b/giu, '').toLowerCase()
  if (['25', 'standard'].includes(plain)) return 'standard'
  if (['ingen', 'momsfri', 'nej'].includes(plain)) return 'none'
  return vatClasses.find((vatClass) => vatClassCell(vatClass).toLowerCase() === plain)
}

/**
 * The kinds of lines that have an article, and the price of the terms: work and the start fee take number, name, VAT and account
 * from it, monthly fees number and account.
 */
export const workLineKinds = ['remote', 'onsite', 'after_hours', 'start', 'fee'] as const satisfies readonly LineKind[]
export type WorkLineKind = (typeof workLineKinds)[number]
const isWorkLine = (kind: LineKind): kind is WorkLineKind => (workLineKinds as readonly LineKind[]).includes(kind)

/**
 * Where staff choose the article of each kind of line that may have one, and with it the account. What is prepaid has none, and the
 * ledger program has accounts of its own for discounts and what is carried (docs/decisions/117 and 125).
 */
export const articlePlaces = {
  remote: 'settings',
  onsite: 'settings',
  after_hours: 'settings',
  start: 'settings',
  fee: 'settings',
  charge: 'charge',
  adjustment: 'charge',
  travel: 'expense',
  material: 'expense',
  free: 'draft',
} as const satisfies Partial<Record<LineKind, string>> & Record<WorkLineKind, 'settings'>
export type KindWithArticle = keyof typeof articlePlaces
export type ArticlePlace = (typeof articlePlaces)[KindWithArticle]
export const kindsWithArticle = Object.keys(articlePlaces) as [KindWithArticle, ...KindWithArticle[]]

export type LineArticle = {
  number: string
  name: string
  vatClass: VatClass
  vatReason: string | null
  account: string | null
  isConstruction: boolean
  isElectronics: boolean
}

/** The articles of a month: of work by kind of line, of travel and material by id. */
export type LineArticles = {
  ofWork: ReadonlyMap<WorkLineKind, LineArticle>
  byId: ReadonlyMap<string, LineArticle>
}

/** The article of what becomes a line; undefined without one. */
function articleOf({ kind, articleId }: Portion, { ofWork, byId }: LineArticles): LineArticle | undefined {
  if (isWorkLine(kind)) return ofWork.get(kind)
  return articleId ? byId.get(articleId) : undefined
}

type Month = ReverseCharge & { articles: LineArticles; vatPercentOn: (date: string) => number }

/** What a line says of its article, and its VAT. Travel and material keep the text of their row as name. */
export function factsOf(portion: Portion, month: Month): LineFacts {
  const article = articleOf(portion, month.articles)
  const standard = month.vatPercentOn(portion.date)
  const isWithoutVat = isReversed(month, article?.isConstruction ?? false)
  const vatPercent = isWithoutVat ? 0 : article ? vatPercentOf(article.vatClass, standard) : standard
  const unbilled = unbilledName(portion, article)
  if (!article) return { vatPercent, ...unbilled }
  const { number: articleNumber, name, account, vatReason, isElectronics } = article
  return {
    vatPercent,
    articleNumber,
    account,
    vatReason: isWithoutVat ? null : vatReason,
    isElectronics,
    ...(portion.article === undefined && { article: name }),
    ...unbilled,
  }
}

/** 'Arbete fjärr, debiteras inte: Garanti' */
const unbilledName = ({ kind, article, unbilledReason }: Portion, registered: LineArticle | undefined) =>
  unbilledReason && {
    article: `${article ?? registered?.name ?? lineKindName(kind)}, debiteras inte: ${unbilledReason}`,
  }

/** Recurring lines with the article of monthly fees: fees keep their own text, and the ordinary rate of VAT. */
export function withFeeArticle(lines: readonly Line[], { ofWork }: LineArticles): Line[] {
  const { number: articleNumber, account } = ofWork.get('fee') ?? { number: null, account: null }
  return lines.map((line) => (line.kind === 'fee' ? { ...line, articleNumber, account } : line))
}
