// Filters of the ticket list that a person has saved under a name, and their counts.
import { z } from 'zod'
import { COUNTED_MAX } from '#features/tickets/ticket-counts.contract.ts'
import { ticketFilterOf, ticketQueryOf } from '#features/tickets/ticket-filter.rules.ts'
import { del, get, Id, IdParams, nothing, post, put, requiredLine } from '#shared/contract.ts'

export const VIEW_NAME_MAX = 60
export const VIEW_QUERY_MAX = 2000
/** How many views a person may save. */
export const VIEWS_MAX = 20

const name = requiredLine('Ge vyn ett namn').max(VIEW_NAME_MAX, `Namnet får max vara ${VIEW_NAME_MAX} tecken`)

export const NewTicketView = z.strictObject({
  name,
  /** The query of the list's address; what is no filter is left out. */
  query: z
    .string('Ogiltigt värde')
    .max(VIEW_QUERY_MAX, 'Filtret är för långt')
    .overwrite((query) => ticketQueryOf(ticketFilterOf(new URLSearchParams(query))))
    .min(1, 'Välj ett filter eller en sökning först'),
})
export type NewTicketView = z.output<typeof NewTicketView>

export const RenamedTicketView = z.strictObject({ name })
export type RenamedTicketView = z.output<typeof RenamedTicketView>

export const TicketView = z.object({ id: Id, name: z.string(), query: z.string() })
export type TicketView = z.infer<typeof TicketView>

const Count = z.int().max(COUNTED_MAX)
export const TicketViews = z.object({
  /** The rows of 'Att göra'. */
  toDo: z.int(),
  /** By name. */
  views: z.array(TicketView.extend({ count: Count })),
})
export type TicketViews = z.infer<typeof TicketViews>

export const ticketViews = {
  list: get('/api/ticket-views', {
    allow: 'staff',
    summary: `The user’s saved filters of the ticket list by name, with the number of tickets of each up to ${COUNTED_MAX}`,
    returns: TicketViews,
  }),
  create: post('/api/ticket-views', {
    allow: 'staff',
    summary: `Saves a filter of the ticket list under a name; 422 for a name that the user has, and beyond ${VIEWS_MAX}`,
    body: NewTicketView,
    returns: TicketView,
    creates: true,
  }),
  rename: put('/api/ticket-views/:id', {
    allow: 'staff',
    summary: 'Renames a saved filter of the user',
    params: IdParams,
    body: RenamedTicketView,
    returns: TicketView,
  }),
  remove: del('/api/ticket-views/:id', {
    allow: 'staff',
    summary: 'Removes a saved filter of the user',
    params: IdParams,
    returns: nothing,
  }),
}
