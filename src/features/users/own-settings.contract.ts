import { z } from 'zod'
import { get, put } from '#shared/contract.ts'

/** What a person of staff has chosen for the own work. */
export const OwnSettings = z.strictObject({
  /** The person becomes the assignee of a ticket without one by answering the customer. */
  takesAnswered: z.boolean(),
  /** After 'Skicka och lös' the next ticket is opened. */
  advances: z.boolean(),
  /** Letters outside fields are keys of the product. */
  usesShortcuts: z.boolean(),
})
export type OwnSettings = z.infer<typeof OwnSettings>
/** Omitted choices stay as they are. */
export const ChangedOwnSettings = OwnSettings.partial()
export type ChangedOwnSettings = z.infer<typeof ChangedOwnSettings>

export const ownSettings = {
  read: get('/api/own-settings', {
    allow: 'staff',
    summary: 'What the user has chosen for the own work',
    returns: OwnSettings,
  }),
  change: put('/api/own-settings', {
    allow: 'staff',
    summary: 'Chooses for the own work',
    body: ChangedOwnSettings,
    returns: OwnSettings,
  }),
}
