import { z } from 'zod'
import { IdParams, put, requiredDay } from '#shared/contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'

/** The day on which a ticket is back in the person's 'Att göra'; null: no reminder to come. */
export const Reminder = z.object({ remindOn: z.iso.date().nullable() })
export type Reminder = z.infer<typeof Reminder>

export const ChosenReminder = z.strictObject({
  remindOn: requiredDay('Välj en dag')
    .refine((day) => day > todayInStockholm(), 'Välj en dag efter i dag')
    .nullable(),
})
export type ChosenReminder = z.output<typeof ChosenReminder>

export const reminders = {
  change: put('/api/tickets/:id/reminder', {
    allow: 'staff',
    summary: 'Leaves the ticket out of the user’s to-do list until a day, or removes the reminder',
    params: IdParams,
    body: ChosenReminder,
    returns: Reminder,
  }),
}
