// What a basis has besides its rows and recurring charges (docs/decisions/125): free lines, and discounts of all its lines.
import { type Ore, ore, priceFor, sumOre, ZERO } from '#shared/money.rules.ts'
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

/** What decides the lines after those of rows and charges. */
export type MonthOfAdded = ReverseCharge & {
  /** 'YYYY-MM' */
  month: string
  vatPercentOn: (date: string) => number
  /** Of the customer; that of the first day of the month applies. */
  discounts: readonly (Dated & Discount)[]
  added: Added
  carried: readonly Carried[]
}

/** The lines with free ones, the customer's discount, then that of the basis, and what is carried. */
export function withAdded(lines: readonly Line[], month: MonthOfAdded): Line[] {
  const { discount, freeLines } = month.added
  const whole = [...lines, ...freeLines.map((line) => freeLineOf(line, month))]
  const ofCustomer = validOn(month.discounts, `${month.month}-01`)
  const less = ofCustomer ? [...whole, ...discountLines(whole, { ...ofCustomer, text: null })] : whole
  return withCarried([...less, ...discountLines(less, discount)], month.carried, month.month)
}

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
 * A discount of the sum of lines as a negative line for each recipient and rate of VAT, and apart for RUT work and each reason for
 * no VAT.
 * Whole öre by largest remainder; never more than the sum, and nothing of a sum that is not positive.
 */
function discountLines(lines: readonly Line[], { text, ...discount }: Added['discount']): Line[] {
  const totalOre = sumOre(lines.map(({ netOre }) => netOre))
  const amountOre = totalOre > 0 ? amountOf(discount, totalOre) : ZERO
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
    const article = nameOf(discount, text)
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

const amountOf = ({ basisPoints, amountOre }: Discount, totalOre: Ore): Ore =>
  basisPoints === null ? ore(Math.min(amountOre ?? 0, totalOre)) : priceFor(totalOre, basisPoints, WHOLE_POINTS)

/** 'Rabatt 10 %', or 'Rabatt' of an amount; with the text of the basis instead. */
const nameOf = ({ basisPoints }: Discount, text: string | null) =>
  [text ?? 'Rabatt', basisPoints !== null && `${hundredthsText(basisPoints)} %`].filter(Boolean).join(' ')

const partOf = ({ vatPercent, vatReason = null, isRut, recipientId = null }: Line) =>
  JSON.stringify([vatPercent, isRut, vatReason, recipientId])
/** The highest rate first. */
const orderOf = ({ vatPercent, isRut, vatReason, recipientId }: Line) =>
  `${String(100 - vatPercent).padStart(3, '0')} ${isRut} ${vatReason ?? ''} ${recipientId ?? ''}`

/** An amount in the proportion of parts whose sum is positive; a negative part gets a negative share. */
function sharesOf(amountOre: Ore, parts: readonly Ore[]): number[] {
  const total = BigInt(sumOre(parts))
  const exact = parts.map((part) => {
    const over = BigInt(amountOre) * BigInt(part)
    const rest = ((over % total) + total) % total
    return { whole: (over - rest) / total, rest }
  })
  let left = BigInt(amountOre) - exact.reduce((sum, { whole }) => sum + whole, 0n)
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
