// What a basis has besides its rows and recurring charges (docs/decisions/125): free lines, and discounts of all its lines.
import { type Ore, ore, priceFor, sumOre, ZERO } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { type VatClass, vatPercentOf } from './articles.rules.ts'
import { type Carried, withCarried } from './carried.rules.ts'
import { hundredthsText } from './charge-texts.rules.ts'
import { type Discount, WHOLE_POINTS } from './charges.rules.ts'
import type { Line } from './invoice-lines.rules.ts'
import { isReversed, type ReverseCharge } from './reverse-charge.rules.ts'
import { type Dated, validOn } from './terms.rules.ts'

type FreeLineToPrice = {
  text: string
  hundredths: number
  unit: string
  /** Without VAT; may be negative. */
  priceOre: Ore
  vatClass: VatClass
  vatReason: string | null
  articleNumber: string | null
  account: string | null
  /** Of its article. */
  isConstruction?: boolean
  isElectronics?: boolean
}

/** What staff added to a draft; `discount` is that of the basis itself. */
export type Added = {
  freeLines: readonly FreeLineToPrice[]
  discount: Discount & { text: string | null }
}

export const NOTHING_ADDED: Added = { freeLines: [], discount: { basisPoints: null, amountOre: null, text: null } }

/** What one basis holds of a month: its lines before discounts, and what the customer's discount gave of them. */
export type DiscountedMonth = Discount & { month: string; ofOre: Ore; givenOre: Ore }

/** What decides the lines after those of rows and charges. */
export type MonthOfAdded = ReverseCharge & {
  /** 'YYYY-MM' */
  month: string
  vatPercentOn: (date: string) => number
  /** Of the customer; that of the first day of a month applies to it. */
  discounts: readonly (Dated & Discount)[]
  /** By live billed bases of other months. */
  discounted: readonly DiscountedMonth[]
  /** Other months with a live billed basis. */
  billedMonths: readonly string[]
  added: Added
  carried: readonly Carried[]
}

/** The lines with free ones, the customer's discount, then that of the basis, and what is carried. */
export function withAdded(
  lines: readonly Line[],
  month: MonthOfAdded,
): { lines: Line[]; discounted: DiscountedMonth[] } {
  const { discount, freeLines } = month.added
  const whole = [...lines, ...freeLines.map((line) => freeLineOf(line, month))]
  const months = discountsOfMonths(whole, month)
  const less = [...whole, ...months.flatMap((one) => one.lines)]
  const totalOre = sumOre(less.map(({ netOre }) => netOre))
  const own = discountLines(less, amountOf(discount, totalOre), nameOf(discount, discount.text))
  return {
    lines: withCarried([...less, ...own], month.carried, month.month),
    discounted: months.map(({ discounted }) => discounted),
  }
}

/**
 * The customer's discount by month of the lines, the basis's own first: what the discount of the month gives of all that is billed
 * of it, less what other bases have given. So a correction takes back its share, and late rows get theirs. A billed month keeps the
 * discount with which it was billed.
 */
function discountsOfMonths(lines: readonly Line[], month: MonthOfAdded) {
  const own = month.month
  const others = Map.groupBy(lines, (line) => line.discountMonth ?? line.month ?? own)
  const ofOwn = others.get(own) ?? []
  others.delete(own)
  // The own month also without lines: it is billed with its discount, which its late rows get.
  const inOrder = [[own, ofOwn] as const, ...[...others].sort(([one], [other]) => (one < other ? -1 : 1))]
  return inOrder.map(([of, ofMonth]) => {
    const billed = month.discounted.filter((one) => one.month === of)
    const { basisPoints, amountOre } =
      billed[0] ??
      (month.billedMonths.includes(of) ? NO_DISCOUNT : (validOn(month.discounts, `${of}-01`) ?? NO_DISCOUNT))
    const discount = { basisPoints, amountOre }
    const ofOre = sumOre(ofMonth.map(({ netOre }) => netOre))
    const allOre = sumOre([ofOre, ...billed.map((one) => one.ofOre)])
    const dueOre = ore(amountOf(discount, allOre) - sumOre(billed.map((one) => one.givenOre)))
    const name = [nameOf(discount, null), of !== own && formatMonth(of)].filter(Boolean).join(', ')
    const given = discountLines(ofMonth, dueOre, name)
    const givenOre = ore(0 - sumOre(given.map(({ netOre }) => netOre)))
    return {
      lines: given.map((line) => (of === own ? line : { ...line, discountMonth: of })),
      discounted: { month: of, ...discount, ofOre, givenOre },
    }
  })
}

const NO_DISCOUNT: Discount = { basisPoints: null, amountOre: null }

/** VAT is that of the month's first day, as of a recurring charge. */
function freeLineOf(line: FreeLineToPrice, month: MonthOfAdded): Line {
  const { text, hundredths, unit, priceOre, vatClass, vatReason, articleNumber, account, isElectronics = false } = line
  const isWithoutVat = isReversed(month, line.isConstruction ?? false)
  const quantity = hundredths % 100 === 0 ? { quantity: hundredths / 100, per: 1 } : { quantity: hundredths, per: 100 }
  return {
    kind: 'free',
    article: text,
    ...quantity,
    unit,
    unitOre: priceOre,
    netOre: priceFor(priceOre, hundredths, 100),
    vatPercent: isWithoutVat ? 0 : vatPercentOf(vatClass, month.vatPercentOn(`${month.month}-01`)),
    vatReason: isWithoutVat ? null : vatReason,
    articleNumber,
    account,
    isElectronics,
    isRut: false,
  }
}

/**
 * An amount off lines, as a line for each recipient and rate of VAT, and apart for RUT work and each reason for no VAT. Whole öre by
 * largest remainder. Lines that come to nothing have none.
 */
function discountLines(lines: readonly Line[], amountOre: Ore, article: string): Line[] {
  if (amountOre === 0) return []
  const parts = [...Map.groupBy(lines, partOf).values()]
    .flatMap(([first, ...rest]) =>
      first ? [{ first, netOre: sumOre([first, ...rest].map(({ netOre }) => netOre)) }] : [],
    )
    .sort((one, other) => (orderOf(one.first) < orderOf(other.first) ? -1 : 1))
  const shares = sharesOf(
    amountOre,
    parts.map(({ netOre }) => netOre),
  )
  return parts.flatMap(({ first: { vatPercent, vatReason = null, isRut, recipientId = null } }, at): Line[] => {
    const netOre = ore(0 - (shares[at] ?? 0))
    if (netOre === 0) return []
    return [
      {
        kind: 'discount',
        article,
        quantity: 1,
        per: 1,
        unit: 'st',
        unitOre: netOre,
        netOre,
        vatPercent,
        vatReason,
        isRut,
        recipientId,
      },
    ]
  })
}

/** Never more than the total, and nothing of one that is not positive. */
const amountOf = ({ basisPoints, amountOre }: Discount, totalOre: Ore): Ore => {
  if (totalOre <= 0) return ZERO
  return basisPoints === null ? ore(Math.min(amountOre ?? 0, totalOre)) : priceFor(totalOre, basisPoints, WHOLE_POINTS)
}

/** 'Rabatt 10 %', or 'Rabatt' of an amount; with the text of the basis instead. */
const nameOf = ({ basisPoints }: Discount, text: string | null) =>
  [text ?? 'Rabatt', basisPoints !== null && `${hundredthsText(basisPoints)} %`].filter(Boolean).join(' ')

const partOf = ({ vatPercent, vatReason = null, isRut, recipientId = null }: Line) =>
  JSON.stringify([vatPercent, isRut, vatReason, recipientId])
/** The highest rate first. */
const orderOf = ({ vatPercent, isRut, vatReason, recipientId }: Line) =>
  `${String(100 - vatPercent).padStart(3, '0')} ${isRut} ${vatReason ?? ''} ${recipientId ?? ''}`

/** An amount in the proportion of parts; a part of another sign than their sum gets a share of the other sign. */
function sharesOf(amountOre: Ore, parts: readonly Ore[]): number[] {
  const sum = BigInt(sumOre(parts))
  if (sum === 0n) return []
  const [amount, total] = sum < 0n ? [-BigInt(amountOre), -sum] : [BigInt(amountOre), sum]
  const exact = parts.map((part) => {
    const over = amount * BigInt(part)
    const rest = ((over % total) + total) % total
    return { whole: (over - rest) / total, rest }
  })
  let left = BigInt(amountOre) - exact.reduce((shared, { whole }) => shared + whole, 0n)
  const inTurn = exact
    .map((_, at) => at)
    .sort((one, other) => compare(exact[other]?.rest, exact[one]?.rest) || one - other)
  const more = new Set<number>()
  for (const at of inTurn) {
    if (left === 0n) break
    more.add(at)
    left -= 1n
  }
  return exact.map(({ whole }, at) => Number(whole) + Number(more.has(at)))
}

const compare = (one = 0n, other = 0n): number => Number(one > other) - Number(one < other)
