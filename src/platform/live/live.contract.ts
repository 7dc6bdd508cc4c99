// Live events carry ids only, never content: a client that receives one refetches the queries on its screen.
import { z } from 'zod'
import { events, get, Id } from '#shared/contract.ts'

const OfTicket = z.object({ about: z.enum(['ticket', 'comment']), ticketId: Id })

/** The facts of the company that the portal shows. */
const OfCompany = z.object({ about: z.literal('company') })

/** The billing of a month: an invoice basis, a question about a row of it, or hours that are bought or used. */
const OfBilling = z.object({ about: z.literal('basis') })

/** A customer's documents; in the portal those that it shows. */
const OfDocument = z.object({ about: z.literal('document'), customerId: Id })

/** Subjects of events without an id, which only staff receive. */
export const staffSubjects = [
  /** Name, e-mail, role or state of one of the staff. */
  'user',
  /** A recurring ticket, or the date until which it is handled. */
  'recurring',
  /** Terms, from when they apply, a rate of VAT, or how a customer is billed. */
  'agreement',
  /** Mail that cannot be received or sent. */
  'mail-alarm',
  /** Who has jour, or an alarm. */
  'on-call',
  /** How far the job is that computes anew when answers are due. */
  'recomputation',
  /** That job has ended: any open ticket or enquiry may be due at another moment. */
  'answers',
] as const

/** Subjects of events of which only the person of staff hears whose they are. */
export const personalSubjects = [
  /** The user's own clock. */
  'clock',
  /** A notification of the user was added, read or removed. */
  'notification',
] as const

const PortalChange = z.union([OfTicket, OfDocument, OfCompany, OfBilling])
const StaffChange = z.union([
  ...PortalChange.options,
  /** `rowId`: a ticket or an enquiry that somebody has opened or left. */
  z.object({ about: z.literal('presence'), rowId: Id }),
  z.object({ about: z.literal('enquiry'), enquiryId: Id }),
  /** `hasReported`: rows of the archive changed or were added. `ticketIds`: the tickets whose sum changed; null for any. */
  z.object({ about: z.literal('time'), hasReported: z.boolean(), ticketIds: z.array(Id).nullable() }),
  z.object({ about: z.enum(personalSubjects) }),
  z.object({ about: z.enum(staffSubjects) }),
])
export type StaffChange = z.infer<typeof StaffChange>

/**
 * `everything`: the stream has begun, or events may have been missed; the client refetches all active queries. With `since`
 * the server knows what has changed in the last `coveredMs`: data that was requested later than that and later than the
 * changes that concern it is current.
 */
const everythingOr = <Change extends z.ZodType>(change: Change) =>
  z.object({
    about: z.literal('everything'),
    since: z.object({ coveredMs: z.int(), changes: z.array(z.object({ ageMs: z.int(), event: change })) }).optional(),
  })

export const PortalEvent = z.union([everythingOr(PortalChange), ...PortalChange.options])
export type PortalEvent = z.infer<typeof PortalEvent>

export const LiveEvent = z.union([everythingOr(StaffChange), ...StaffChange.options])
export type LiveEvent = z.infer<typeof LiveEvent>

/** How long changes are stored for streams that begin: longer than a screen takes from its first request to its stream. */
export const RECENT_MS = 2 * 60_000
/** Of more, a stream that begins gets the newest. */
export const RECENT_CHANGES_MAX = 200

/** What has changed shortly before the stream began. */
export type RecentChanges = NonNullable<Extract<LiveEvent, { about: 'everything' }>['since']>

/** Last event of a stream that the server closes because its login exceeds the limit of streams and this one is the oldest. The client must not reconnect at once. */
export const Ended = z.object({ about: z.literal('ended'), reason: z.literal('too_many_streams') })
export type Ended = z.infer<typeof Ended>

export const live = {
  staff: get('/api/live', {
    allow: 'staff',
    summary: 'Live events of the organization',
    returns: events(z.union([LiveEvent, Ended])),
  }),
  customer: get('/api/portal/live', {
    allow: 'customer',
    summary: 'Live events of the customer’s tickets, documents and bases, and of the company’s facts',
    returns: events(z.union([PortalEvent, Ended])),
  }),
}
