// The work clock of a member of staff. Everyone has at most one, and nobody else sees it.
import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { del, get, Id, IdParams, nothing, post } from '#shared/contract.ts'
import { NamedTicket } from './time.contract.ts'

export const CLOCK_RUNS = 'Du har redan en klocka. Stoppa den och spara tiden först.'
export const CLOCK_GONE = 'Klockan finns inte längre. Tiden kan vara sparad från en annan enhet: titta i Tidrapport.'

/** What the work is for: a ticket, a customer, or neither yet. */
export const NewClock = z.strictObject({
  customerId: Id.optional(),
  /** A ticket of the customer. */
  ticketId: Id.optional(),
})
export type NewClock = z.output<typeof NewClock>

export const Clock = z.object({
  id: Id,
  startedAt: z.iso.datetime(),
  /** Null while it runs. A stopped clock stays until its time is saved or discarded. */
  stoppedAt: z.iso.datetime().nullable(),
  /** Elapsed at the time of the response, by the server's clock. */
  seconds: z.int(),
  /** Elapsed seconds when the person last confirmed that it should keep running; 0 if never. */
  confirmedSeconds: z.int(),
  customer: CustomerName.nullable(),
  ticket: NamedTicket.nullable(),
})
export type Clock = z.infer<typeof Clock>

export const clocks = {
  own: get('/api/clock', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The user’s clock; null without one',
    returns: z.object({ clock: Clock.nullable() }),
  }),
  start: post('/api/clock', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Starts the user’s clock; 409 while there is one',
    body: NewClock,
    returns: Clock,
    creates: true,
  }),
  stop: post('/api/clock/:id/stop', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Stops the user’s clock; no effect if it is already stopped',
    params: IdParams,
    returns: Clock,
  }),
  resume: post('/api/clock/:id/resume', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Resumes a stopped clock as if it had not been stopped; confirms that a running one should keep running',
    params: IdParams,
    returns: Clock,
  }),
  discard: del('/api/clock/:id', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Removes the user’s clock without saving its time',
    params: IdParams,
    returns: nothing,
  }),
}
