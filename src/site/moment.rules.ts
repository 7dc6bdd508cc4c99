// Everything on the pages that depends on the time. They read no clock, so that the cache can be keyed by it.
import { todayInStockholm } from '#lib/dates.rules.ts'
import { type AnsweredPhone, answeredPhone, type UrgentAdvice, urgentAdvice } from '#settings/answered-phone.rules.ts'
import { type ClosedDay, closedDays, type OpenNow, openNow } from '#settings/open-now.rules.ts'
import type { PublicFacts } from './facts.ts'

export type Moment = {
  year: string
  open?: OpenNow
  closedDays: ClosedDay[]
  /** The number that somebody answers now. */
  answered?: AnsweredPhone | undefined
  /** The same for an urgent matter. */
  urgent?: UrgentAdvice
}

export function momentOf(facts: PublicFacts | undefined, now: Date): Moment {
  const year = todayInStockholm(now).slice(0, 4)
  if (!facts?.opens || !facts.closes) return { year, closedDays: [] }
  const open = openNow({ opens: facts.opens, closes: facts.closes }, now, facts.emergencyPhone !== null)
  return {
    ...{ year, open, closedDays: closedDays(now) },
    answered: answeredPhone(facts, open),
    urgent: urgentAdvice(facts, open),
  }
}
