import { addDays } from '#lib/dates.rules.ts'

type Dates = { boughtOn: string; validUntil: string | null }

/** The dates of the same hours bought again: valid for as many days as before. */
export const boughtAgain = ({ boughtOn, validUntil }: Dates, today: string): Dates => ({
  boughtOn: today,
  validUntil: validUntil && addDays(today, daysBetween(boughtOn, validUntil)),
})

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS
