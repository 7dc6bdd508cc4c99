import { DEFAULT_ANSWER_MINUTES } from '#features/company/target-fields.rules.ts'
import { type TicketTargets, targetsOf } from '../answer-targets.rules.ts'

/** Those of a new company with an emergency number. */
export const defaultTargets: TicketTargets = targetsOf({
  ...DEFAULT_ANSWER_MINUTES,
  urgentSolveMinutes: null,
  highSolveMinutes: null,
  normalSolveMinutes: null,
  lowSolveMinutes: null,
  emergencyPhone: '',
})
