// What a customer is told of when the answer comes: on the site, in the receipts and in the portal.

import { weekdayOf, weekdays } from '#features/company/opening-hours.rules.ts'
import { nextOpenInstant, type OpeningCalendar } from '#features/company/working-time.rules.ts'
import { daysBetween, momentInStockholm, todayInStockholm } from '#shared/dates.rules.ts'
import { monthNames } from '#shared/month-names.rules.ts'
import type { TicketPriority } from './tickets.contract.ts'

/** Whether the moment of the answer is told: a higher priority is answered within the hour, or by telephone. */
export const tellsMoment = { low: true, normal: true, high: false, urgent: false } as const satisfies Record<
  TicketPriority,
  boolean
>

/** 'Räknat i våra öppettider: senast tisdag 24 november kl. 11.00'; seconds are cut off. */
export const momentText = (at: string | Date): string =>
  `Räknat i våra öppettider: senast ${dayAndMonth(dateOf(at))} ${clockText(at)}`

/**
 * What the sender of an urgent matter is told when nobody has jour: when it is read. Undefined while somebody has (or it is not
 * known, `hasJour` undefined), while the company is open and when no opening is found.
 */
export function noJourText({
  hasJour,
  calendar,
  now,
}: {
  hasJour: boolean | undefined
  calendar: OpeningCalendar | undefined
  now: Date
}): string | undefined {
  const opens = hasJour === false && calendar ? nextOpenInstant(calendar, now) : undefined
  if (!opens || opens <= now) return undefined
  return `Ingen har jour nu: vi läser det när vi öppnar, ${dayText(opens, now)} ${clockText(opens)}.`
}

const dateOf = (at: string | Date) => momentInStockholm(at).slice(0, 10)

/** 'kl. 8.00' */
export const clockText = (at: string | Date) =>
  `kl. ${momentInStockholm(at).slice(11).replace(/^0/, '').replace(':', '.')}`

/** The weekday alone up to six days ahead, where it is unambiguous and true also when it is read on another day. */
function dayText(at: Date, now: Date): string {
  const date = dateOf(at)
  return daysBetween(todayInStockholm(now), date) <= 6 ? weekdayName(date) : dayAndMonth(date)
}

const weekdayName = (date: string) => weekdays[weekdayOf(date)] ?? date

function dayAndMonth(date: string): string {
  const [, month = 1, day] = date.split('-').map(Number)
  return `${weekdayName(date)} ${day} ${monthNames[month - 1]}`
}
