// Parses the changes that triggers announce (migrations), and decides which actors may receive them.
import { z } from 'zod'
import type { Actor } from '#platform/database/actor.ts'
import { staffRole } from '#shared/roles.rules.ts'
import { personalSubjects, type StaffChange, staffSubjects } from '../live.contract.ts'

const id = z.string()

const OfTicket = z.object({
  about: z.enum(['ticket', 'comment']),
  org: id,
  customer: id,
  ticket: id,
  internal: z.boolean().default(false),
  /** The contacts that may see the ticket, besides logins that see their whole company's. */
  contacts: z.array(id),
})
const OfEnquiry = z.object({ about: z.literal('enquiry'), org: id, enquiry: id })
/** `shown`: the portal shows it, or did until now. */
const OfDocument = z.object({ about: z.literal('document'), org: id, customer: id, shown: z.boolean() })
const OfCompany = z.object({ about: z.literal('company'), org: id })
/** One for each statement, however many rows it wrote. */
const OfTime = z.object({
  about: z.literal('time'),
  org: id,
  reported: z.boolean(),
  tickets: z.array(id).nullable().default(null),
})
/** The clock or the notifications of a person of staff. */
const OfPerson = z.object({ about: z.enum(personalSubjects), org: id, user: id })
/** The billing of a customer's month, or hours that are bought or used; logins that do not see their whole company get none. */
const OfBilling = z.object({
  about: z.literal('basis'),
  org: id,
  customer: id,
  internal: z.boolean(),
  contacts: z.array(id),
})
const OfStaffSubject = z.object({ about: z.enum(staffSubjects), org: id })
/** Rights or sessions changed: of one login, or of all logins of a customer. */
const OfActor = z.union([
  z.object({ about: z.literal('actor'), user: id }),
  z.object({ about: z.literal('actor'), org: id, customer: id }),
])

export const Notification = z.union([
  OfTicket,
  OfDocument,
  OfEnquiry,
  OfCompany,
  OfTime,
  OfPerson,
  OfBilling,
  OfStaffSubject,
  OfActor,
])
type Notification = z.infer<typeof Notification>
/** Somebody has opened or left a ticket or an enquiry; this comes from no trigger. */
type OfPresence = { about: 'presence'; org: string; row: string; user: string }
export type ChangeEvent = Exclude<Notification, ActorChange> | OfPresence
export type ActorChange = z.infer<typeof OfActor>

/** Whether the actor may receive the event; a new event reaches nobody until it has a case here. */
export function isVisibleTo(actor: Actor, change: ChangeEvent): boolean {
  if (actor.orgId !== change.org) return false
  switch (change.about) {
    case 'ticket':
    case 'comment':
    case 'basis':
      return isVisibleToStaff(actor) || (!change.internal && isOwnCustomer(actor, change))
    case 'document':
      return (
        isVisibleToStaff(actor) ||
        (change.shown && actor.kind === 'customer' && actor.customerId === change.customer && actor.seesCompany)
      )
    case 'company':
      // Only the portal refetches the company facts while it is open.
      return actor.kind === 'customer'
    case 'clock':
    case 'notification':
      return actor.kind === 'staff' && change.user === actor.userId
    case 'presence':
      return isVisibleToStaff(actor) && change.user !== actor.userId
    case 'enquiry':
    case 'time':
    case 'user':
    case 'recurring':
    case 'agreement':
    case 'mail-alarm':
    case 'on-call':
    case 'recomputation':
    case 'answers':
      return isVisibleToStaff(actor)
  }
}

const isVisibleToStaff = (actor: Actor) => actor.kind === 'staff' && staffRole(actor.role).seesLiveEvents

/** A login sees rows of its whole company, or only those of its contact. */
const isOwnCustomer = (actor: Actor, { customer, contacts }: { customer: string; contacts: string[] }) =>
  actor.kind === 'customer' &&
  actor.customerId === customer &&
  (actor.seesCompany || contacts.includes(actor.contactId))

/** The event for the client, without the fields that only authorization needs. */
export function eventOf(change: ChangeEvent): StaffChange {
  if (change.about === 'time') return { about: change.about, hasReported: change.reported, ticketIds: change.tickets }
  if (change.about === 'enquiry') return { about: change.about, enquiryId: change.enquiry }
  if (change.about === 'document') return { about: change.about, customerId: change.customer }
  if (change.about === 'presence') return { about: change.about, rowId: change.row }
  if ('ticket' in change) return { about: change.about, ticketId: change.ticket }
  return { about: change.about }
}

/** Whether the rights of the actor changed: of the login, or of all logins of the customer. */
export const concerns = (change: ActorChange, { userId, orgId, customerId }: Actor): boolean =>
  'user' in change ? userId === change.user : orgId === change.org && customerId === change.customer
