import { latestMonths, todayInStockholm } from '../dates.rules.ts'

/** Parses a typed time (8, 805, 1730, 8.05, 8:05, kl 8) to 'HH:MM'. Undefined when it is not a time of day. */
export function parseTime(text: string): string | undefined {
  const typed = text.trim().replace(/^kl\.?\s*/i, '')
  const match =
    /^(\d{1,2})$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed) ?? /^(\d{1,2})[:., ](\d{2})(?::\d{2})?$/.exec(typed)
  if (!match) return undefined
  const hour = Number(match[1])
  const minute = Number(match[2] ?? 0)
  if (hour > 23 || minute > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/**
 * Parses a typed or pasted date (2026-11-21, 20261121, 261121, 2026-11-21T08:00Z, 21/11 2026) to 'yyyy-mm-dd'; without a year
 * (21/11) or a month (21) it is the latest such day up to today. Undefined when no such day exists.
 */
export function parseDate(text: string, today: string = todayInStockholm()): string | undefined {
  const typed = text.trim()
  const yearFirst =
    /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})(?:[T ].*)?$/.exec(typed) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{2})$/.exec(typed)
  if (yearFirst) return realDate(yearFirst[1], yearFirst[2], yearFirst[3])
  const dayFirst = /^(\d{1,2})[-./ ](\d{1,2})[-./ ]+(\d{4})$/.exec(typed)
  if (dayFirst) return realDate(dayFirst[3], dayFirst[2], dayFirst[1])
  const [, day, month] = /^(\d{1,2})(?:[-./ ](\d{1,2}))?$/.exec(typed) ?? []
  return day && latest(day, month, today)
}

/** Eight years contain every day of the year, also 29 February. */
function latest(day: string, month: string | undefined, today: string): string | undefined {
  for (const [year, number] of latestMonths(today, 8 * 12 + 1).map((yearMonth) => yearMonth.split('-'))) {
    if (month && Number(number) !== Number(month)) continue
    const date = realDate(year, number, day)
    if (date && date <= today) return date
  }
  return undefined
}

function realDate(year = '', month = '', day = ''): string | undefined {
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const asUtc = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(date) ? date : undefined
}
