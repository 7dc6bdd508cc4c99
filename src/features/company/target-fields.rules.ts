// How soon a customer has a first answer and a ticket is solved, by priority: the fields of the company facts, and of terms that differ.

/** Minutes until the first answer. */
export const answerFields = {
  urgent: 'urgentAnswerMinutes',
  high: 'highAnswerMinutes',
  normal: 'normalAnswerMinutes',
  low: 'lowAnswerMinutes',
} as const
/** Working minutes until the ticket is solved; null without such a target. */
export const solveFields = {
  urgent: 'urgentSolveMinutes',
  high: 'highSolveMinutes',
  normal: 'normalSolveMinutes',
  low: 'lowSolveMinutes',
} as const

export type AnswerField = (typeof answerFields)[keyof typeof answerFields]
export type SolveField = (typeof solveFields)[keyof typeof solveFields]
export type TargetField = AnswerField | SolveField

export const answerFieldNames = Object.values(answerFields)
export const solveFieldNames = Object.values(solveFields)
export const targetFieldNames: TargetField[] = [...answerFieldNames, ...solveFieldNames]
export const isTargetField = (name: string): name is TargetField => targetFieldNames.some((field) => field === name)

/** What a company answers within until it says otherwise; a fault report on the site is of normal priority (RESPONSE_HOURS). */
export const DEFAULT_ANSWER_MINUTES = {
  urgentAnswerMinutes: 30,
  highAnswerMinutes: 120,
  normalAnswerMinutes: 240,
  lowAnswerMinutes: 480,
} as const satisfies Record<AnswerField, number>

export const ANSWER_MINUTES_MAX = 6000
export const SOLVE_MINUTES_MAX = 30_000

/** Urgent answers are typed in minutes, the others in hours. */
export const isTypedInMinutes = (field: TargetField) => field === 'urgentAnswerMinutes'

export const targetLabels = {
  urgentAnswerMinutes: 'Första svar Akut, min',
  highAnswerMinutes: 'Första svar Hög, tim',
  normalAnswerMinutes: 'Första svar Normal, tim',
  lowAnswerMinutes: 'Första svar Låg, tim',
  urgentSolveMinutes: 'Löst inom Akut, tim',
  highSolveMinutes: 'Löst inom Hög, tim',
  normalSolveMinutes: 'Löst inom Normal, tim',
  lowSolveMinutes: 'Löst inom Låg, tim',
} as const satisfies Record<TargetField, string>
