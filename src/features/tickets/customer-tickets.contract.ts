import { z } from 'zod'
import { Cursor, get, IdParams, pageOf } from '#shared/contract.ts'
import { TicketRow } from './tickets.contract.ts'

/** How many open tickets a customer's overview shows. */
export const SHOWN_TICKETS_MAX = 8

export const customerTickets = {
  list: get('/api/customers/:id/tickets', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s tickets by status, unresolved ones first, then newest first',
    params: IdParams,
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(TicketRow),
  }),
}
