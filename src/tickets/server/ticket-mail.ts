// Mail about a ticket in two steps: one job finds who is told, and each of them gets a job of their own. A mail that is
// refused is tried again alone: nobody gets one twice because of somebody else.
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { Id } from '#lib/contract.ts'
import { enqueue, type Job } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { findEvent, listReaders, type Reader, type TicketEvent } from './ticket-mail.queries.ts'
import { ticketMailTo } from './ticket-mail-template.ts'

export const TICKET_RECIPIENT_MAIL = 'ticket-letter'

const EventPayload = z.object({ orgId: Id, about: z.enum(['ticket', 'comment', 'status']), id: Id })
const LetterPayload = EventPayload.extend({
  to: z.union([z.object({ userId: Id }), z.object({ customerId: Id })]),
})

/** Finds who is told what happened and gives each of them a letter. */
export const ticketMail =
  ({ database }: { database: Database }) =>
  (payload: unknown) =>
    database.as('jobs', async (db) => {
      const key = EventPayload.parse(payload)
      const event = await findEvent(db, key)
      if (!event) return
      for (const { kind, id } of toldOf(event, await listReaders(db, event)))
        await enqueue(db, TICKET_RECIPIENT_MAIL, {
          ...key,
          to: kind === 'customer' ? { customerId: id } : { userId: id },
        })
    })

/** Sends one letter, if what it tells and whom it is for are still as they were. */
export const ticketRecipientMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { to, ...key } = LetterPayload.parse(payload)
    const id = 'userId' in to ? to.userId : to.customerId
    const letter = await database.as('jobs', async (db) => {
      const event = await findEvent(db, key)
      const reader = event && (await listReaders(db, event)).find((one) => one.id === id)
      return reader && ticketMailTo(reader, event, appUrl)
    })
    if (letter) await mailer.send(letter, job)
  }

/**
 * Never the author. Staff hear of the customer's doings: the assignee, or everybody when there is none to hear. The
 * customer hears of comments and status; by the customer's own address only when no login of theirs can.
 */
function toldOf({ about, byCustomer, assignedTo, authorId }: TicketEvent, readers: Reader[]): Reader[] {
  const of = (kind: Reader['kind']) => readers.filter((reader) => reader.kind === kind)
  const assignee = of('staff').filter(({ id }) => id === assignedTo)
  const staff = assignee.length > 0 ? assignee : of('staff')
  const told = [...(byCustomer ? staff : of('customer')), ...(about === 'ticket' ? [] : of('login'))]
  return told.filter(({ id }) => id !== authorId)
}
