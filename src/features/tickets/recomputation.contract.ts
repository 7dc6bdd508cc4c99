import { z } from 'zod'
import { get } from '#shared/contract.ts'

/** What a run computes the moments of, in this order. */
export const answeredKinds = ['ticket', 'enquiry'] as const
export type AnsweredKind = (typeof answeredKinds)[number]

export const recomputation = {
  progress: get('/api/answer-recomputation', {
    allow: 'staff',
    summary:
      'How far the job is that computes the moments of open tickets and enquiries after a change of opening hours, targets or terms; null when it does not run',
    returns: z.object({ progress: z.object({ done: z.int(), total: z.int() }).nullable() }),
  }),
}
