// A reference implementation of what the periods of a recurring charge cost, independent of the product's: day by day, with
// fractions of big integers. It shares only the types of the input.
import type { ChargeToPrice } from '../charges.rules.ts'

type Fraction = { over: bigint; under: bigint }

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const reduced = ({ over, under }: Fraction): Fraction => {
  const divisor = gcd(over < 0n ? -over : over, under) || 1n
  return { over: over / divisor, under: under / divisor }
}
const plus = (a: Fraction, b: Fraction) =>
  reduced({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })
const times = (a: Fraction, b: Fraction) => reduced({ over: a.over * b.over, under: a.under * b.under })
const fraction = (over: number, under = 1): Fraction => ({ over: BigInt(over), under: BigInt(under) })

const DAY = 86_400_000
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** The last row on a day or before, found by reading them all. */
function rowOn<Row extends { validFrom: string }>(rows: readonly Row[], date: string): Row | undefined {
  let found: Row | undefined
  for (const row of rows) if (row.validFrom <= date && !(found && found.validFrom > row.validFrom)) found = row
  return found
}

/** The cost in öre of each period that is billed up to a month, by the first day that is charged. */
export function referenceCosts(charge: ChargeToPrice, throughMonth: string): Map<string, bigint> {
  const costs = new Map<string, bigint>()
  const months = { month: 1, quarter: 3, year: 12 }[charge.period]
  const [year = 0, month = 0] = charge.startsOn.split('-').map(Number)
  for (let number = 0; number < 2000; number++) {
    const begins = Date.UTC(year, month - 1 + number * months, 1) / DAY
    const next = Date.UTC(year, month - 1 + (number + 1) * months, 1) / DAY
    if (dateOf(begins).slice(0, 7) > throughMonth) break
    const all = Array.from({ length: next - begins }, (_, index) => dateOf(begins + index))
    const days = all.filter((date) => date >= charge.startsOn && (charge.endsOn === null || date <= charge.endsOn))
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) continue
    const billedWith = (charge.timing === 'advance' ? first : last).slice(0, 7)
    if (billedWith > throughMonth) continue
    costs.set(first, periodCost(charge, days, all.length))
  }
  return costs
}

function periodCost(charge: ChargeToPrice, days: readonly string[], daysInPeriod: number): bigint {
  const [first = ''] = days
  const price = rowOn(charge.prices, first)?.priceOre ?? rowOn(charge.articlePrices, first)?.priceOre
  if (price === undefined) throw new Error('The reference knows charges with a price only')
  const discount = rowOn(charge.discounts, first)
  let cost = fraction(0)
  const counted = charge.isByDays ? days : [first]
  const share = charge.isByDays ? fraction(1, daysInPeriod) : fraction(1)
  for (const date of counted) {
    const units = fraction(rowOn(charge.quantities, date)?.hundredths ?? 0, 100)
    let ofDay = times(times(fraction(price), units), share)
    if (discount?.basisPoints) ofDay = times(ofDay, fraction(10_000 - discount.basisPoints, 10_000))
    if (discount?.amountOre) ofDay = plus(ofDay, times(fraction(0 - discount.amountOre), share))
    cost = plus(cost, ofDay)
  }
  if (cost.over <= 0n) return 0n
  const whole = cost.over / cost.under
  const rest = cost.over % cost.under
  return rest * 2n >= cost.under ? whole + 1n : whole
}
