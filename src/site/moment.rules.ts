// Everything on the pages that depends on the time. They read no clock, so that the cache can be keyed by it.
import { todayInStockholm } from '#lib/dates.rules.ts'
import type { PublicFacts } from './facts.ts'
import { type ClosedDay, closedDays, type OpenNow, openNow } from './open-now.rules.ts'

export type Moment = { year: string; open?: OpenNow; closedDays: ClosedDay[] }

export function momentOf(facts: PublicFacts | undefined, now: Date): Moment {
  const year = todayInStockholm(now).slice(0, 4)
  if (!facts?.opens || !facts.closes) return { year, closedDays: [] }
  const hours = { opens: facts.opens, closes: facts.closes }
  return { year, open: openNow(hours, now, facts.emergencyPhone !== null), closedDays: closedDays(now) }
}
