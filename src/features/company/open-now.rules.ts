// Whether the company is open at a moment, in Stockholm time.
import { addDays, TIME_ZONE, todayInStockholm } from '#shared/dates.rules.ts'
import { monthNames } from '#shared/month-names.rules.ts'
import { calendarOf, capitalized, type Hours, intervalsText, weekdayOf, weekdays } from './opening-hours.rules.ts'
import { DAYS_SEARCHED } from './working-time.rules.ts'

export type OpenNow = {
  isOpen: boolean
  /** 'Öppet nu till 17:00' or 'Stängt', with 'jour dygnet runt' when there is an emergency number. */
  text: string
  /** When closed: why today differs, and when it opens. */
  detail?: string
  /** When closed: 'i morgon 08:00'. */
  opensAt?: string
}

const stockholmTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Open from the minute an interval begins until the minute before it ends. */
export function openNow(hours: Hours, now: Date, hasEmergencyPhone: boolean): OpenNow {
  const calendar = calendarOf(hours)
  const today = todayInStockholm(now)
  const time = stockholmTime.format(now)
  const { intervals, reason, isOwn } = calendar(today)
  const current = intervals.find(({ opens, closes }) => opens <= time && time < closes)
  if (current) return { isOpen: true, text: `Öppet nu till ${current.closes}` }

  const opensAt = nextOpening(calendar, today, time)
  const details = [
    reason && (isOwn ? `${capitalized(reason)}.` : `I dag är det ${reason}.`),
    opensAt && `Öppnar ${opensAt}`,
  ]
  return {
    isOpen: false,
    text: hasEmergencyPhone ? 'Stängt – jour dygnet runt' : 'Stängt',
    ...(details.some(Boolean) && { detail: details.filter(Boolean).join(' ') }),
    ...(opensAt && { opensAt }),
  }
}

function nextOpening(calendar: ReturnType<typeof calendarOf>, today: string, time: string): string | undefined {
  for (let ahead = 0; ahead <= DAYS_SEARCHED; ahead++) {
    const date = addDays(today, ahead)
    const next = calendar(date).intervals.find(({ opens }) => ahead > 0 || opens > time)
    if (next) return `${dayText(date, today)} ${next.opens}`
  }
  return undefined
}

/** Up to six days ahead the weekday's name is unambiguous. */
function dayText(date: string, today: string): string {
  if (date === today) return 'i dag'
  if (date === addDays(today, 1)) return 'i morgon'
  return date <= addDays(today, 6) ? (weekdays[weekdayOf(date)] ?? date) : dayAndMonth(date)
}

function dayAndMonth(date: string): string {
  const [, month, day] = date.split('-').map(Number)
  return `${weekdays[weekdayOf(date)]} ${day} ${monthNames[(month ?? 1) - 1]}`
}

export type SpecialDay = { date: string; day: string; text: string }

const DAYS_AHEAD = 14

/** The days whose hours differ from their weekday's in the next 14 days, today included: 'stängt, julafton'. */
export function specialDays(hours: Hours, now: Date): SpecialDay[] {
  const calendar = calendarOf(hours)
  const today = todayInStockholm(now)
  return Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(today, ahead)).flatMap((date) => {
    const { intervals, reason } = calendar(date)
    return reason ? [{ date, day: capitalized(dayAndMonth(date)), text: `${intervalsText(intervals)}, ${reason}` }] : []
  })
}
