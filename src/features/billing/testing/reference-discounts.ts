// A reference implementation of free lines and discounts, independent of the product's: öre by öre, with big integers. It shares
// only the types of the input.
import type { MonthToPrice } from '../pricing.rules.ts'

/** What lines of one rate of VAT, one reason for none and RUT work or not come to, without VAT. */
export type Part = { percent: number; reason: string | null; isRut: boolean; net: bigint }

const nameOf = ({ percent, reason, isRut }: Part) => `${percent}|${isRut}|${reason ?? ''}`

/** Adds up parts of one name. */
export function merged(parts: readonly Part[]): Part[] {
  const sums = new Map<string, Part>()
  for (const part of parts) {
    const found = sums.get(nameOf(part))
    if (found) found.net += part.net
    else sums.set(nameOf(part), { ...part })
  }
  return [...sums.values()]
}

const away = (over: bigint, under: bigint) => {
  const size = over < 0n ? -over : over
  const whole = size / under + ((size % under) * 2n >= under ? 1n : 0n)
  return over < 0n ? -whole : whole
}

/** The parts after a discount: each gives its proportion, and single öre go to those that lack most of theirs. */
function discounted(parts: readonly Part[], percentage: number | null, kronor: number | null): Part[] {
  const total = parts.reduce((sum, { net }) => sum + net, 0n)
  if (total <= 0n) return [...parts]
  let give = percentage === null ? BigInt(kronor ?? 0) : away(total * BigInt(percentage), 10_000n)
  if (give > total) give = total
  const given = parts.map(({ net }) => {
    let share = 0n
    const step = net < 0n ? -1n : 1n
    // The whole öre of its proportion, towards minus infinity.
    share = (give * net) / total
    if (step < 0n && (give * net) % total !== 0n) share -= 1n
    return share
  })
  for (let left = give - given.reduce((sum, share) => sum + share, 0n); left > 0n; left--) {
    let most = -1
    let lacksMost = -1n
    for (const [at, part] of parts.entries()) {
      const lacks = give * part.net - (given[at] ?? 0n) * total
      if (lacks > lacksMost) [most, lacksMost] = [at, lacks]
    }
    given[most] = (given[most] ?? 0n) + 1n
  }
  return parts.map((part, at) => ({ ...part, net: part.net - (given[at] ?? 0n) }))
}

const rates = { standard: null, vat12: 12, vat6: 6, none: 0 } as const

/** The parts of a month's lines with its free lines and both discounts. */
export function withDiscounts(lines: readonly Part[], month: MonthToPrice): Part[] {
  const first = `${month.month}-01`
  // Free lines of these months have no article, so a building company pays the VAT of none of them.
  const isReversed = month.isReverseCharge && month.reverseReason !== 'bygg'
  const free = month.added.freeLines.map(
    ({ hundredths, priceOre, vatClass, vatReason }): Part => ({
      percent: isReversed ? 0 : (rates[vatClass] ?? month.vatPercentOn(first)),
      reason: isReversed ? null : vatReason,
      isRut: false,
      net: away(BigInt(hundredths) * BigInt(priceOre), 100n),
    }),
  )
  const order = (part: Part) => `${String(100 - part.percent).padStart(3, '0')}|${part.isRut}|${part.reason ?? ''}`
  const parts = merged([...lines, ...free]).sort((a, b) => (order(a) < order(b) ? -1 : 1))
  let ofCustomer: MonthToPrice['discounts'][number] | undefined
  for (const row of month.discounts)
    if (row.validFrom <= first && !(ofCustomer && ofCustomer.validFrom > row.validFrom)) ofCustomer = row
  const less = discounted(parts, ofCustomer?.basisPoints ?? null, ofCustomer?.amountOre ?? null)
  return discounted(less, month.added.discount.basisPoints, month.added.discount.amountOre)
}
