import { addDays, daysBetween } from '#shared/dates.rules.ts'

type Dates = { boughtOn: string; validUntil: string | null }

/** The dates for buying the same hours again: valid for as many days as before. */
export const boughtAgain = ({ boughtOn, validUntil }: Dates, today: string): Dates => ({
  boughtOn: today,
  validUntil: validUntil && addDays(today, daysBetween(boughtOn, validUntil)),
})
