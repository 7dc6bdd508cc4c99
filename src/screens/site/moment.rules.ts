// Everything on the pages that depends on the time, computed from a given time so that it can be a cache key.
import {
  type AnsweredPhone,
  answeredPhone,
  type UrgentAdvice,
  urgentAdvice,
} from '#features/company/answered-phone.rules.ts'
import { type HoursToCome, hoursToCome } from '#features/company/hours-periods.rules.ts'
import { type OpenNow, openNow, type SpecialDay, specialDays } from '#features/company/open-now.rules.ts'
import { type Hours, type HoursLine, hoursInLines, hoursOn } from '#features/company/opening-hours.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import type { PublicFacts } from './facts.ts'

export type Moment = {
  year: string
  open?: OpenNow
  /** The opening hours of the week. */
  week: HoursLine[]
  hoursToCome: HoursToCome[]
  specialDays: SpecialDay[]
  /** The number that is answered now. */
  answered?: AnsweredPhone | undefined
  /** The number for an urgent matter. */
  urgent?: UrgentAdvice
}

export function momentOf(facts: PublicFacts | undefined, now: Date): Moment {
  const today = todayInStockholm(now)
  const year = today.slice(0, 4)
  const hours = hoursOf(facts)
  if (!facts || !hours) return { year, week: [], hoursToCome: [], specialDays: [] }
  const open = openNow(hours, now, facts.emergencyPhone !== null)
  return {
    year,
    open,
    week: hoursInLines(hoursOn(hours, today)),
    hoursToCome: hoursToCome(hours, today),
    specialDays: specialDays(hours, now),
    answered: answeredPhone(facts, open),
    urgent: urgentAdvice(facts, open),
  }
}

/** The opening hours; undefined before there is a company. */
export function hoursOf(facts: PublicFacts | undefined): Hours | undefined {
  const { opens, closes, eves, halfDays, halfDayCloses } = facts ?? {}
  if (!facts || !opens || !closes || !eves || !halfDays || !halfDayCloses) return undefined
  const { dayHours, closedDays, formerHours } = facts
  return { opens, closes, eves, halfDays, halfDayCloses, dayHours, closedDays, formerHours }
}
