// The checklist of the first hour on the Dashboard. A step ticks itself from facts; no tick is stored.
import { z } from 'zod'
import { get, nothing, post } from '#shared/contract.ts'

export const firstHourSteps = [
  'company',
  'hours',
  'look',
  'mail',
  'mailbox',
  'prices',
  'people',
  'customers',
  'backup',
] as const
export type FirstHourStep = (typeof firstHourSteps)[number]

/** In the order of `firstHourSteps`; none when all are done or the checklist is hidden. */
export const FirstHour = z.object({ steps: z.array(z.object({ step: z.enum(firstHourSteps), isDone: z.boolean() })) })
export type FirstHour = z.infer<typeof FirstHour>

export const firstHour = {
  get: get('/api/first-hour', {
    allow: 'admin',
    summary: 'What a new organization has set up and what is left; nothing when all is done or it is hidden',
    returns: FirstHour,
  }),
  hide: post('/api/first-hour/hidden', {
    allow: 'admin',
    summary: 'Hides the checklist for all administrators of the organization',
    returns: nothing,
  }),
}
