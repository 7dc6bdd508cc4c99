import { capitalized, weekdayOf, weekdays } from '#features/company/opening-hours.rules.ts'
import { monthNames } from '#shared/month-names.rules.ts'
import { type Frequency, isLastOfMonth, type Recurrence } from '../recurrence.rules.ts'
import { frequencyLabels } from '../recurring.contract.ts'

/** Whether to offer 'den sista' as a choice; the 31st is always the last day. */
export const offersLastDay = (every: Frequency, firstOn: string): boolean =>
  every !== 'week' && isLastOfMonth(firstOn) && !firstOn.endsWith('-31')

/** 'Måndagar varje vecka', 'Varje månad, den 15:e', 'Varje år, den 1 mars', 'Varje kvartal, sista dagen i månaden'. */
export function frequencyText({ every, firstOn, isLastDay }: Recurrence): string {
  if (every === 'week') return `${capitalized(weekdays[weekdayOf(firstOn)] ?? '')}ar varje vecka`
  const [day, month] = [Number(firstOn.slice(8)), monthNames[Number(firstOn.slice(5, 7)) - 1]]
  if (every === 'year') return `${frequencyLabels.year}, den ${isLastDay ? 'sista' : day} ${month}`
  return `${frequencyLabels[every]}, ${isLastDay || day === 31 ? 'sista dagen i månaden' : `den ${ordinal(day)}`}`
}

/** '1:a', '2:a', '3:e', '21:a'; '11:e' and '12:e' are the exceptions. */
function ordinal(day: number): string {
  const isFirstOrSecond = [1, 2].includes(day % 10) && Math.floor(day / 10) !== 1
  return `${day}:${isFirstOrSecond ? 'a' : 'e'}`
}
