// A change that the server refuses until the person has seen what it concerns (docs/decisions/128).
import { z } from 'zod'

/** The code of the refusal, whose `current` is a ToConfirm. */
export const NEEDS_CONFIRMATION = 'needs_confirmation'

/** Part of the query of a change: `seen` of the list that was confirmed. */
export const Confirmation = z.strictObject({
  confirmed: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Läs in sidan igen och spara på nytt')
    .optional(),
})
export type Confirmation = z.output<typeof Confirmation>

/** What the change concerns; `seen` is another one as soon as the list is. */
export const ToConfirm = z.object({
  seen: z.string(),
  rows: z.array(z.object({ text: z.string(), path: z.string() })),
})
export type ToConfirm = z.infer<typeof ToConfirm>
