import type { Ore } from '#lib/money.rules.ts'

/** The units of rounding, in minutes; 0 is none. */
export const roundings = [0, 15, 30, 60] as const
export type Rounding = (typeof roundings)[number]

/** What is rounded: each row, or the rows of a ticket and day together. */
export const roundedBy = ['row', 'ticket'] as const
export type RoundedBy = (typeof roundedBy)[number]

/** What decides the price of work. Prices are of an hour, without VAT. */
export type Terms = {
  remoteOre: Ore
  onsiteOre: Ore
  /** Outside opening hours, wherever the work was done. */
  dutyOre: Ore
  roundTo: Rounding
  roundBy: RoundedBy
  smallestMinutes: number
  /** Once for each day and place of work (remote, on site); 0 is none. */
  startFeeOre: Ore
  /** Of each whole month; not saved. */
  includedMinutes: number
  /** Whether work outside opening hours draws from included hours and pots. */
  dutyDraws: boolean
}

/** The VAT rate until a company sets one. */
export const STANDARD_VAT_PERCENT = 25

export type Dated = { validFrom: string }

/** The row that applies on a date: the latest that is valid from it or before. */
export const validOn = <Row extends Dated>(rows: readonly Row[], date: string): Row | undefined =>
  rows.reduce<Row | undefined>(
    (found, row) => (row.validFrom <= date && (!found || found.validFrom < row.validFrom) ? row : found),
    undefined,
  )
