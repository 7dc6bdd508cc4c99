import { addDays } from '#shared/dates.rules.ts'
import { WARRANTY_NOTICE_DAYS } from './equipment.contract.ts'

/** The state of a warranty on a day; it is valid through its last day. */
export function warrantyState(warrantyUntil: string, today: string): 'lasts' | 'ends soon' | 'ended' {
  if (warrantyUntil < today) return 'ended'
  return warrantyUntil <= addDays(today, WARRANTY_NOTICE_DAYS) ? 'ends soon' : 'lasts'
}
