// How soon a customer has our first answer, and a ticket is solved.
import type { AnswerTargets } from './answer-clock.rules.ts'
import type { TicketPriority } from './tickets.contract.ts'

export type TicketTargets = {
  answer: AnswerTargets
  /** Working minutes until a ticket is solved; null without such a target. */
  solveMinutes: Record<TicketPriority, number | null>
}

const working = (minutes: number) => ({ minutes, isAtAllHours: false })

/** Those of a company with an emergency number; of others an urgent ticket is answered in working minutes. */
export const defaultTargets: TicketTargets = {
  answer: {
    urgent: { minutes: 30, isAtAllHours: true },
    high: working(120),
    normal: working(240),
    low: working(480),
  },
  solveMinutes: { urgent: null, high: null, normal: null, low: null },
}
