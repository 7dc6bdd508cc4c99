// How soon an answer is promised, by priority (docs/specification.md).
import type { AnswerTargets } from './answer-clock.rules.ts'

const workingHours = (hours: number) => ({ minutes: hours * 60, isAtAllHours: false })

/** The targets of a company that has chosen none: an urgent matter counts at all hours where there is an emergency number. */
export const defaultTargets = ({ hasEmergencyPhone }: { hasEmergencyPhone: boolean }): AnswerTargets => ({
  urgent: { minutes: 30, isAtAllHours: hasEmergencyPhone },
  high: workingHours(2),
  normal: workingHours(4),
  low: workingHours(8),
})
