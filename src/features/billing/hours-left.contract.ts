// What is left of included and prepaid hours.
import { z } from 'zod'
import { Month } from '#shared/contract.ts'

const Hours = z.object({ minutes: z.int(), usedMinutes: z.int() })
const IncludedHours = Hours.extend({ kind: z.literal('included'), month: Month })
const PrepaidHours = Hours.extend({
  kind: z.literal('pot'),
  boughtOn: z.iso.date(),
  validUntil: z.iso.date().nullable(),
})

/** As last computed by the job that follows each change of time. */
export const HoursLeft = z.discriminatedUnion('kind', [IncludedHours, PrepaidHours])
export type HoursLeft = z.infer<typeof HoursLeft>
