// What is still to be billed, or given back, of a period that may be billed already (docs/decisions/118).
import { type Ore, ore, sumOre } from '#shared/money.rules.ts'
import { rounded } from './charges.rules.ts'

type BilledOfPeriod = {
  netOre: Ore
  /** What the period came to beyond that when staff kept what was approved. */
  forgoneOre?: Ore
}

/**
 * What a period costs less what is billed for it. Where staff kept what was approved, nothing is due while the cost lies between what
 * was approved and what it would have been then; below both, no more is given back than was paid.
 */
export function dueOf(costOre: Ore, before: readonly BilledOfPeriod[]): Ore {
  const billedOre = sumOre(before.map(({ netOre }) => netOre))
  const thenOre = sumOre([billedOre, ...before.map(({ forgoneOre = ore(0) }) => forgoneOre)])
  const [lowest, highest] = [Math.min(billedOre, thenOre), Math.max(billedOre, thenOre)]
  if (costOre > highest) return ore(costOre - highest)
  if (costOre >= lowest) return ore(0)
  // More was paid than it cost then: the same part of that is given back.
  if (thenOre === lowest && thenOre > 0)
    return ore(rounded(BigInt(billedOre) * BigInt(costOre), BigInt(thenOre)) - billedOre)
  return ore(costOre - lowest)
}
