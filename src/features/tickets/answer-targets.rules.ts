// The targets of a customer's tickets: the company's, where its terms have none of their own.
import {
  answerFields,
  DEFAULT_ANSWER_MINUTES,
  type SolveField,
  solveFields,
  type TargetField,
} from '#features/company/target-fields.rules.ts'
import type { AnswerTargets } from './answer-clock.rules.ts'
import type { TicketPriority } from './tickets.contract.ts'

export type TicketTargets = {
  answer: AnswerTargets
  /** Working minutes until a ticket is solved; null without such a target. */
  solveMinutes: Record<TicketPriority, number | null>
}

/** Targets as columns of the company facts and of terms. */
export type CompanyTargets = Record<TargetField, number | null> & { emergencyPhone: string | null }
export type TermsTargets = Record<TargetField, number | null>

/**
 * The targets of a customer with these terms. An urgent ticket is answered at all hours only by a company with an emergency
 * number, by others in working minutes.
 */
export function targetsOf(company: CompanyTargets, terms?: TermsTargets): TicketTargets {
  const answer = (priority: TicketPriority) => {
    const field = answerFields[priority]
    const minutes = terms?.[field] ?? company[field] ?? DEFAULT_ANSWER_MINUTES[field]
    return { minutes, isAtAllHours: priority === 'urgent' && company.emergencyPhone !== null }
  }
  const solve = (field: SolveField) => terms?.[field] ?? company[field]
  return {
    answer: { urgent: answer('urgent'), high: answer('high'), normal: answer('normal'), low: answer('low') },
    solveMinutes: {
      urgent: solve(solveFields.urgent),
      high: solve(solveFields.high),
      normal: solve(solveFields.normal),
      low: solve(solveFields.low),
    },
  }
}
