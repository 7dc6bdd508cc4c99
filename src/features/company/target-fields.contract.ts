// The targets of answers as requests and forms have them: minutes in requests; in forms texts, of hours for all but urgent answers.
import { z } from 'zod'
import { plural } from '#shared/plural.rules.ts'
import { isBlank } from '#shared/text.rules.ts'
import { hoursOf, minutesOfHours } from '#shared/typed-hours.rules.ts'
import {
  ANSWER_MINUTES_MAX,
  isTypedInMinutes,
  SOLVE_MINUTES_MAX,
  type TargetField,
  targetFieldNames,
} from './target-fields.rules.ts'

const minutes = (max: number, missing: string) =>
  z
    .int(missing)
    .min(1, missing)
    .max(max, `Får vara högst ${plural(max / 60, 'timme', 'timmar')}`)

const urgentAnswer = minutes(ANSWER_MINUTES_MAX, 'Ange antal minuter, som 30')
const answer = minutes(ANSWER_MINUTES_MAX, 'Ange antal timmar, som 2,5')
const solve = minutes(SOLVE_MINUTES_MAX, 'Ange antal timmar, som 16')
const orNull = (target: z.ZodType<number, number>) => target.nullish().transform((given) => given ?? null)

const answers = {
  urgentAnswerMinutes: urgentAnswer,
  highAnswerMinutes: answer,
  normalAnswerMinutes: answer,
  lowAnswerMinutes: answer,
}
const solutions = {
  urgentSolveMinutes: orNull(solve),
  highSolveMinutes: orNull(solve),
  normalSolveMinutes: orNull(solve),
  lowSolveMinutes: orNull(solve),
}

/** Those of a company. */
export const targetInputs = { ...answers, ...solutions }
/** Those of terms; null for the company's. */
export const termsTargetInputs = {
  urgentAnswerMinutes: orNull(urgentAnswer),
  highAnswerMinutes: orNull(answer),
  normalAnswerMinutes: orNull(answer),
  lowAnswerMinutes: orNull(answer),
  ...solutions,
}

/** Unreadable texts become NaN, which the requests refuse with their message. */
const typedMinutes = z.string().transform((text) => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN))
const typedHours = z.string().transform((text) => minutesOfHours(text) ?? Number.NaN)
const orBlank = (typed: z.ZodType<number, string>) =>
  z
    .string()
    .transform((text) => (isBlank(text) ? null : text))
    .pipe(typed.nullable())

const typedUrgentAnswer = typedMinutes.pipe(urgentAnswer)
const typedAnswer = typedHours.pipe(answer)
const typedSolve = orBlank(typedHours.pipe(solve))
const typedSolutions = {
  urgentSolveMinutes: typedSolve,
  highSolveMinutes: typedSolve,
  normalSolveMinutes: typedSolve,
  lowSolveMinutes: typedSolve,
}
export const typedTargets = {
  urgentAnswerMinutes: typedUrgentAnswer,
  highAnswerMinutes: typedAnswer,
  normalAnswerMinutes: typedAnswer,
  lowAnswerMinutes: typedAnswer,
  ...typedSolutions,
} satisfies Record<TargetField, z.ZodType>
export const typedTermsTargets = {
  urgentAnswerMinutes: orBlank(typedUrgentAnswer),
  highAnswerMinutes: orBlank(typedAnswer),
  normalAnswerMinutes: orBlank(typedAnswer),
  lowAnswerMinutes: orBlank(typedAnswer),
  ...typedSolutions,
} satisfies Record<TargetField, z.ZodType>

/** A target as it is typed: '2,5' for 150 minutes, '30' for an urgent answer of 30; '' for none. */
export function typedTarget(field: TargetField, target: number | null | undefined): string {
  if (target === null || target === undefined) return ''
  return isTypedInMinutes(field) ? String(target) : hoursOf(target)
}

type Targets = { [Field in TargetField]?: number | null }

/** The targets as texts of a form. */
export const typedTargetsOf = (targets: Targets) =>
  Object.fromEntries(targetFieldNames.map((field) => [field, typedTarget(field, targets[field])])) as Record<
    TargetField,
    string
  >

const mayBeNone = z.int().nullable()
/** Those of a company in responses. */
export const targetOutputs = {
  urgentAnswerMinutes: z.int(),
  highAnswerMinutes: z.int(),
  normalAnswerMinutes: z.int(),
  lowAnswerMinutes: z.int(),
  urgentSolveMinutes: mayBeNone,
  highSolveMinutes: mayBeNone,
  normalSolveMinutes: mayBeNone,
  lowSolveMinutes: mayBeNone,
}
/** Those of terms in responses. */
export const termsTargetOutputs = {
  ...targetOutputs,
  urgentAnswerMinutes: mayBeNone,
  highAnswerMinutes: mayBeNone,
  normalAnswerMinutes: mayBeNone,
  lowAnswerMinutes: mayBeNone,
}
