// How the time of a planned visit is entered and said. Visits are in Stockholm time and end on the day they begin.
import {
  clockText,
  instantInStockholm,
  isFirstOfTwo,
  isRepeatedTime,
  momentInStockholm,
  TIME_ZONE,
} from '#shared/dates.rules.ts'

/** The time of a visit: two instants. */
export type VisitTime = { startsAt: string; endsAt: string }
/** The same as it is entered. */
export type VisitSpan = { date: string; timeFrom: string; timeTo: string }

const dayText = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** The instants of a visit; undefined for a time of day that the clock skips in spring. */
export function visitTimeOf({ date, timeFrom, timeTo }: VisitSpan): VisitTime | undefined {
  const starts = instantInStockholm(date, timeFrom)
  const ends = instantInStockholm(date, timeTo)
  return starts && ends && { startsAt: starts.toISOString(), endsAt: ends.toISOString() }
}

/** A visit as it is entered. */
export function visitSpanOf({ startsAt, endsAt }: VisitTime): VisitSpan {
  const [date = '', timeFrom = ''] = momentInStockholm(startsAt).split(' ')
  return { date, timeFrom, timeTo: momentInStockholm(endsAt).slice(11) }
}

/** Whether two visits are at the same time, if only for a minute. */
export const isAtSameTime = (one: VisitTime, other: VisitTime): boolean =>
  Date.parse(one.startsAt) < Date.parse(other.endsAt) && Date.parse(other.startsAt) < Date.parse(one.endsAt)

/** Whether the clock shows the time at which a visit starts or ends twice on its day. */
export function hasRepeatedTime(time: VisitTime): boolean {
  const { date, timeFrom, timeTo } = visitSpanOf(time)
  return isRepeatedTime(date, timeFrom) || isRepeatedTime(date, timeTo)
}

/** '09.00'; in the repeated hour '02.30 normaltid'. */
function clockOf(instant: string): string {
  const [date = '', time = ''] = momentInStockholm(instant).split(' ')
  return clockText(date, time, isFirstOfTwo(new Date(instant), date, time)).replace(':', '.')
}

/** 'tisdag 24 november kl. 9.00–11.00' */
export function visitText({ startsAt, endsAt }: VisitTime): string {
  const [from, to] = [startsAt, endsAt].map((instant) => clockOf(instant).replace(/^0/, ''))
  return `${dayText.format(new Date(startsAt))} kl. ${from}–${to}`
}

/** '09.00–11.00', for rows below each other. */
export const visitHours = ({ startsAt, endsAt }: VisitTime): string => `${clockOf(startsAt)}–${clockOf(endsAt)}`

/** The text of visit_text() in the database, '2026-11-24T08:00:00Z/2026-11-24T10:00:00Z/Anna Berg'. */
export function notedVisitText(noted: string): string {
  const [startsAt = '', endsAt = '', ...name] = noted.split('/')
  return `${visitText({ startsAt, endsAt })} (${name.join('/')})`
}
