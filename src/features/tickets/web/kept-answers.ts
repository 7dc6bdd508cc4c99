import { formatDuration } from '#shared/ui/format.ts'
import { ANSWERS_MEASURED_DAYS, type KeptAnswers } from '../kept-answers.contract.ts'

export const KEPT_ANSWERS = `Svar i tid, ${ANSWERS_MEASURED_DAYS} dagar`

/** 'Hölls 92 % (46 av 50) · median 1 tim 10 min' */
export function keptAnswersText({ kept, missed, medianMinutes }: KeptAnswers): string {
  const counted = kept + missed
  if (counted === 0) return 'Inga besvarade ännu'
  // Rounded down: only without a missed one is it 100 %.
  const share = `Hölls ${Math.floor((100 * kept) / counted)} % (${kept} av ${counted})`
  return medianMinutes === null ? share : `${share} · median ${formatDuration(medianMinutes)}`
}
