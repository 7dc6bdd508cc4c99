import { z } from 'zod'
import { get, put } from '#shared/contract.ts'
import { visibleText } from '#shared/text.rules.ts'
import type { NotificationChoice } from './notification-choices.rules.ts'

/** The length of a signature. */
export const SIGNATURE_MAX = 1000

/** Of which events the person gets a notification in the bell, and mail. */
const choices = {
  bellGiven: z.boolean(),
  bellCustomer: z.boolean(),
  bellNew: z.boolean(),
  bellDue: z.boolean(),
  bellMentioned: z.boolean(),
  bellSoon: z.boolean(),
  bellLate: z.boolean(),
  mailGiven: z.boolean(),
  mailCustomer: z.boolean(),
  mailNew: z.boolean(),
  mailDue: z.boolean(),
  mailMentioned: z.boolean(),
  mailSoon: z.boolean(),
  mailLate: z.boolean(),
} satisfies Record<NotificationChoice, z.ZodBoolean>

/** What a person of staff has chosen for the own work. */
export const OwnSettings = z.strictObject({
  /** The person becomes the assignee of a ticket without one by answering the customer. */
  takesAnswered: z.boolean(),
  /** After 'Skicka och lös' the next ticket is opened. */
  advances: z.boolean(),
  /** Letters outside fields are keys of the product. */
  usesShortcuts: z.boolean(),
  ...choices,
  /** Ends the person's answers by mail, instead of the name and the company; null for these. */
  signature: z.string().nullable(),
})
export type OwnSettings = z.infer<typeof OwnSettings>
/** Omitted choices stay as they are. */
export const ChangedOwnSettings = OwnSettings.partial().extend({
  signature: z
    .string()
    .overwrite(visibleText)
    .max(SIGNATURE_MAX, `Får max vara ${SIGNATURE_MAX} tecken`)
    .nullable()
    .transform((text) => text || null)
    .optional(),
})
export type ChangedOwnSettings = z.output<typeof ChangedOwnSettings>

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
