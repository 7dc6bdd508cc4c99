import { type TimeKind, timeKinds } from '#features/time/work-kinds.rules.ts'
import type { Ore } from '#shared/money.rules.ts'

/** The units of rounding, in minutes; 0 is none. */
export const roundings = [0, 15, 30, 60] as const
export type Rounding = (typeof roundings)[number]
/** What the form of new terms begins with. */
export const DEFAULT_ROUNDING: Rounding = 30

/** What is rounded: each row, or the rows of a ticket and day together. */
export const roundedBy = ['row', 'ticket'] as const
export type RoundedBy = (typeof roundedBy)[number]

/** The field of the terms with the hourly price of each kind of work. */
export const kindPrices = { remote: 'remoteOre', onsite: 'onsiteOre' } as const satisfies Record<TimeKind, string>
export type KindPrice = (typeof kindPrices)[TimeKind]
export const pricedKinds = timeKinds.map((kind) => ({ kind, price: kindPrices[kind] }))

/** What decides the price of work. Prices are per hour, without VAT. */
export type Terms = Record<KindPrice, Ore> & {
  /** Outside opening hours, whatever the kind of work. */
  afterHoursOre: Ore
  roundTo: Rounding
  roundBy: RoundedBy
  smallestMinutes: number
  /** Once per day and kind of work; 0 means none. */
  startFeeOre: Ore
  /** Per whole month; unused minutes are lost. */
  includedMinutes: number
  /** Whether work outside opening hours draws from included and prepaid hours. */
  afterHoursDrawdowns: boolean
}

/** The VAT rate until a company sets one. */
export const STANDARD_VAT_PERCENT = 25

export type Dated = { validFrom: string }

/** The row that applies on a date: the latest one valid from that date or earlier. */
export const validOn = <Row extends Dated>(rows: readonly Row[], date: string): Row | undefined =>
  rows.reduce<Row | undefined>(
    (found, row) => (row.validFrom <= date && (!found || found.validFrom < row.validFrom) ? row : found),
    undefined,
  )
