import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatDateTime, formatDuration } from '#shared/ui/format.ts'
import { clockText } from '../answer-moment.rules.ts'
import { ANSWERS_MEASURED_DAYS, type KeptAnswers } from '../kept-answers.contract.ts'

export const KEPT_ANSWERS = `Svar i tid, ${ANSWERS_MEASURED_DAYS} dagar`

/** 'Hölls 92 % (46 av 50) · median 1 tim 10 min' */
export function keptAnswersText({ kept, missed, medianMinutes }: KeptAnswers): string {
  const counted = kept + missed
  if (counted === 0) return 'Inga besvarade ännu'
  const share = `Hölls ${percentOf(kept, counted)} % (${kept} av ${counted})`
  return medianMinutes === null ? share : `${share} · median ${formatDuration(medianMinutes)}`
}

/** To the nearest, but 0 only of none and 100 only of all. */
function percentOf(part: number, all: number): number {
  if (part === 0 || part === all) return part === 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / all)))
}

/** 'Räknat kl. 10.25', of another day with the date. */
export const countedText = (countedAt: string, now: Date): string =>
  todayInStockholm(new Date(countedAt)) === todayInStockholm(now)
    ? `Räknat ${clockText(countedAt)}`
    : `Räknat ${formatDateTime(countedAt)}`
