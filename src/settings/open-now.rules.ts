// Opening hours: Monday to Friday in Stockholm time, except holidays.
import { addDays, TIME_ZONE, todayInStockholm } from '#lib/dates.rules.ts'
import { holidayOn } from '#lib/holidays.rules.ts'

export type Hours = { opens: string; closes: string }

export type OpenNow = {
  isOpen: boolean
  /** 'Öppet nu till 17:00' or 'Stängt', with 'jour dygnet runt' when there is an emergency number. */
  text: string
  /** When closed: today's holiday, if any, and when it opens. */
  detail?: string
  /** When closed: 'i morgon 08:00'. */
  opensAt?: string
}

const weekdays = ['söndag', 'måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag']
const months = 'januari februari mars april maj juni juli augusti september oktober november december'.split(' ')

const stockholmTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const isWeekend = (date: string) => weekdayOf(date) % 6 === 0
const isWorkday = (date: string) => !isWeekend(date) && !holidayOn(date)

/** Open from the minute of `opens` until the minute before `closes`. */
export function openNow({ opens, closes }: Hours, now: Date, hasEmergencyPhone: boolean): OpenNow {
  const today = todayInStockholm(now)
  const time = stockholmTime.format(now)
  if (isWorkday(today) && opens <= time && time < closes) return { isOpen: true, text: `Öppet nu till ${closes}` }

  const nextDay = isWorkday(today) && time < opens ? today : nextWorkday(today)
  const holiday = isWeekend(today) ? undefined : holidayOn(today)
  const opensAt = `${dayInWords(nextDay, today)} ${opens}`
  return {
    isOpen: false,
    text: hasEmergencyPhone ? 'Stängt – jour dygnet runt' : 'Stängt',
    detail: `${holiday ? `I dag är det ${holiday}. ` : ''}Öppnar ${opensAt}`,
    opensAt,
  }
}

function nextWorkday(after: string): string {
  const next = addDays(after, 1)
  return isWorkday(next) ? next : nextWorkday(next)
}

/** At most six days ahead, so the weekday's name is unambiguous. */
function dayInWords(date: string, today: string): string {
  if (date === today) return 'i dag'
  if (date === addDays(today, 1)) return 'i morgon'
  return weekdays[weekdayOf(date)] ?? date
}

export type ClosedDay = { date: string; day: string; holiday: string }

const DAYS_AHEAD = 14

/** The holidays on weekdays in the next 14 days, today included. */
export function closedDays(now: Date): ClosedDay[] {
  const today = todayInStockholm(now)
  return Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(today, ahead)).flatMap((date) => {
    const holiday = isWeekend(date) ? undefined : holidayOn(date)
    if (!holiday) return []
    const [, month, day] = date.split('-').map(Number)
    return [{ date, day: `${weekdays[weekdayOf(date)]} ${day} ${months[(month ?? 1) - 1]}`, holiday }]
  })
}
