// Recurring tickets, for staff only.
import { z } from 'zod'
import { del, get, Id, IdParams, post, put, requiredDay, Version } from '#shared/contract.ts'
import { frequencies, isLastOfMonth } from './recurrence.rules.ts'
import { Assignee, TicketPriority, ticketTexts } from './tickets.contract.ts'

export const RECURRING_NOT_FOUND = 'Det återkommande ärendet finns inte'

export const frequencyLabels = {
  week: 'Varje vecka',
  month: 'Varje månad',
  quarter: 'Varje kvartal',
  year: 'Varje år',
} as const satisfies Record<(typeof frequencies)[number], string>

const fields = {
  ...ticketTexts('Titel'),
  priority: TicketPriority.default('normal'),
  assignedTo: Assignee.optional().transform((id) => id || null),
  every: z.enum(frequencies, 'Välj hur ofta'),
  /** A date in the past only sets the weekday or the day of the month; past dates create no tickets. */
  firstOn: requiredDay('Ange första datum'),
  /** Always the last day of the month; only has an effect if the first date is one and the frequency is in months. */
  isLastDay: z.boolean().default(false),
  /** Creates no ticket for a date when the company is closed; otherwise it is created at the next opening. */
  skipsClosed: z.boolean().default(false),
}

const withLastDay = <T extends { every: string; firstOn: string; isLastDay: boolean }>(given: T): T => ({
  ...given,
  isLastDay: given.isLastDay && given.every !== 'week' && isLastOfMonth(given.firstOn),
})

export const NewRecurring = z.strictObject(fields).transform(withLastDay)
export type NewRecurring = z.output<typeof NewRecurring>

export const ChangedRecurring = z.strictObject({ ...fields, version: Version }).transform(withLastDay)
export type ChangedRecurring = z.output<typeof ChangedRecurring>

export const Recurring = z.object({
  id: Id,
  customerId: Id,
  title: z.string(),
  description: z.string(),
  priority: TicketPriority,
  assignee: z.object({ id: Id, fullName: z.string() }).nullable(),
  every: z.enum(frequencies),
  firstOn: z.iso.date(),
  isLastDay: z.boolean(),
  skipsClosed: z.boolean(),
  isPaused: z.boolean(),
  /** The day on which the next ticket is created; null while paused, and when the company is closed on every such date. */
  nextOn: z.iso.date().nullable(),
  version: z.int(),
})
export type Recurring = z.infer<typeof Recurring>

export const recurring = {
  list: get('/api/customers/:id/recurring', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s recurring tickets in the order in which they were created',
    params: IdParams,
    returns: z.array(Recurring),
  }),
  create: post('/api/customers/:id/recurring', {
    allow: 'staff',
    summary: 'Adds a recurring ticket, which a job opens at the opening time of each of its dates',
    params: IdParams,
    body: NewRecurring,
    returns: Recurring,
    creates: true,
  }),
  change: put('/api/recurring/:id', {
    allow: 'staff',
    summary: 'Changes the ticket’s content and dates; 409 with the current row for an outdated version',
    params: IdParams,
    body: ChangedRecurring,
    returns: Recurring,
  }),
  pause: put('/api/recurring/:id/pause', {
    allow: 'staff',
    summary: 'Pauses or resumes a recurring ticket; dates while it is paused create no ticket; 409 when it already is',
    params: IdParams,
    body: z.strictObject({ isPaused: z.boolean('Ange om det ska pausas') }),
    returns: Recurring,
  }),
  remove: del('/api/recurring/:id', {
    allow: 'staff',
    summary: 'Removes a recurring ticket; tickets created from it still refer to it',
    params: IdParams,
    returns: Recurring,
  }),
  restore: post('/api/recurring/:id/restore', {
    allow: 'staff',
    summary: 'Restores a removed recurring ticket; 409 for one that is not removed',
    params: IdParams,
    returns: Recurring,
  }),
}
