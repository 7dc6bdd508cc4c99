import { z } from 'zod'

/** Over how long first answers are measured. */
export const ANSWERS_MEASURED_DAYS = 90

/** What became of the first answers that were promised in the last `ANSWERS_MEASURED_DAYS`. */
export const KeptAnswers = z.object({
  /** Given within the time that the customer was told. */
  kept: z.int(),
  missed: z.int(),
  /** The working minutes until a first answer; null when none has been counted. */
  medianMinutes: z.int().nullable(),
})
export type KeptAnswers = z.infer<typeof KeptAnswers>

/** Of all customers: counted by a job at a moment, which is null before the first time. */
export const AllAnswers = KeptAnswers.extend({ countedAt: z.iso.datetime().nullable() })
export type AllAnswers = z.infer<typeof AllAnswers>
