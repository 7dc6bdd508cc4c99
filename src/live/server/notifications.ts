// What the database tells (0017-live.sql), and who may know of it.
import { z } from 'zod'
import type { Actor } from '#db/actor.ts'
import type { LiveEvent } from '../live.contract.ts'

const id = z.string()

const OfTicket = z.object({
  about: z.enum(['ticket', 'comment']),
  org: id,
  customer: id,
  ticket: id,
  internal: z.boolean().default(false),
})
const OfPresence = z.object({ about: z.literal('presence'), org: id, ticket: id })
const OfEnquiry = z.object({ about: z.literal('enquiry'), org: id, enquiry: id })
/** Rights or sessions changed: of one login, or of all logins of a customer. */
const OfActor = z.union([
  z.object({ about: z.literal('actor'), user: id }),
  z.object({ about: z.literal('actor'), org: id, customer: id }),
])

const Told = z.union([OfTicket, OfPresence, OfEnquiry, OfActor])
type Told = z.infer<typeof Told>
export type ChangeEvent = Exclude<Told, ActorChange>
export type ActorChange = z.infer<typeof OfActor>

/** What a notification says; undefined for what an other version of the program may have sent. */
export function readNotification(payload: string): Told | undefined {
  try {
    return Told.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}

/** Whether the actor may receive the event: staff those of their organization, a customer those of rows it can read. */
export function isVisibleTo({ kind, orgId, customerId }: Actor, happening: ChangeEvent): boolean {
  if (orgId !== happening.org) return false
  if (kind === 'staff') return true
  return kind === 'customer' && 'customer' in happening && happening.customer === customerId && !happening.internal
}

/** The event without anything that is only for judging. */
export const eventOf = (happening: ChangeEvent): LiveEvent =>
  happening.about === 'enquiry'
    ? { about: happening.about, enquiryId: happening.enquiry }
    : { about: happening.about, ticketId: happening.ticket }
