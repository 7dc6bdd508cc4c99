// What a raise would do to one price: the row of the preview, what is stored and what the customers are told.
import { createHash } from 'node:crypto'
import type { Ore } from '#shared/money.rules.ts'
import type { NewVersion } from '../agreements.contract.ts'
import type { RaiseRow } from '../price-raises.contract.ts'
import type { KeptPrice } from '../price-raises.rules.ts'

/** A price in the mail to a customer. */
export type RaisedLine = {
  text: string
  /** 'per st och månad' */
  per: string
  oldOre: Ore
  newOre: Ore
  vatPercent: number
  /** When the first period with the price begins; null from the day of the raise. */
  appliesFrom: string | null
}

export type RaisePlan = {
  row: RaiseRow
  chargePrices: (KeptPrice & { chargeId: string })[]
  articlePrices: { articleId: string; validFrom: string; priceOre: Ore }[]
  version: { id: string; terms: NewVersion } | null
  lines: { customerId: string; line: RaisedLine }[]
}

/** A plan that stores nothing. */
export const planOf = (row: Omit<RaiseRow, 'state'>): RaisePlan => ({
  row: { ...row, state: stateOf(row) },
  chargePrices: [],
  articlePrices: [],
  version: null,
  lines: [],
})

/** The same for the same outcome: names are not compared. */
function stateOf({ customer, name: _name, followers, ...row }: Omit<RaiseRow, 'state'>): string {
  const compared = {
    ...row,
    customer: customer?.id,
    followers: followers.map(({ customer: follower, charge, ...outcome }) => ({
      ...outcome,
      customer: follower.id,
      charge: charge && { id: charge.id, period: charge.period },
    })),
  }
  return createHash('sha256').update(JSON.stringify(compared)).digest('base64url')
}
