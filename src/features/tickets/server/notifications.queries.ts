// Recipients of ticket mail are looked up when the mail is sent, so jobs contain only ids.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { enqueue, enqueueLater } from '#platform/jobs/job-catalogue.ts'
import { VISIT_MAIL_WAITS_SECONDS } from '../visits.contract.ts'

export const TICKET_MAIL = 'ticket-mail'

/**
 * The events that cause mail; `id` is that of a ticket, a comment, a change in a ticket's history, a mention or a reminder of
 * a person. 'solution': a comment that resolved the ticket; 'made_for': staff opened the ticket for a colleague; 'given': staff
 * assigned it to a colleague; 'reminder': the customer has not answered; 'due': the day of a person's own reminder is here;
 * 'visit': staff planned, changed or cancelled a visit; 'soon' and 'late': the customer's answer is due.
 */
export const mailEvents = [
  'ticket',
  'comment',
  'solution',
  'status',
  'made_for',
  'given',
  'reminder',
  'mentioned',
  'due',
  'soon',
  'late',
  'visit',
] as const
export type MailEvent = { about: (typeof mailEvents)[number]; id: string }

/** Identifies the mail about an event to a recipient within its ticket; part of its Message-ID. */
export const threadEventOf = ({ about, id }: MailEvent, recipientId: string) => `${about}-${id}-${recipientId}`

/** Has mail about an event sent, at once or later. */
export type Notify = (db: Db, orgId: string, event: MailEvent) => Promise<void>

/** Enqueues mail about an event; sent after this transaction commits. */
export const notify: Notify = (db, orgId, { about, id }) => enqueue(db, TICKET_MAIL, { orgId, about, id })

/** Enqueues mail to staff about a ticket that a customer opened; sent after this transaction commits. */
export const notifyOfTicket = (db: Db, { orgId, ticketId }: { orgId: string; ticketId: string }) =>
  notify(db, orgId, { about: 'ticket', id: ticketId })

type NewComment = { orgId: string; commentId: string; isSolution: boolean }

/** Enqueues mail about a public comment, which may have resolved the ticket, to all its recipients except the author. */
export const notifyOfComment = (db: Db, { orgId, commentId, isSolution }: NewComment) =>
  notify(db, orgId, { about: isSolution ? 'solution' : 'comment', id: commentId })

type Change = { orgId: string; ticketId: string; changedBy: string }

/** Enqueues mail to the customer when staff changed the status in this transaction; does nothing when it is unchanged. */
export async function notifyOfStatus(db: Db, change: Change, send = notify) {
  const id = await changeOf(db, change, 'status')
  if (id) await send(db, change.orgId, { about: 'status', id })
}

/** Enqueues mail to the colleague to whom the ticket was assigned in this transaction; nobody gets mail about their own actions. */
export async function notifyOfAssignee(
  db: Db,
  { assignee, ...change }: Change & { assignee: string | null },
  send = notify,
) {
  if (assignee === null || assignee === change.changedBy) return
  const id = await changeOf(db, change, 'assignee')
  if (id) await send(db, change.orgId, { about: 'given', id })
}

/** Enqueues mail to the customer, whose answer we wait for; `id` is that of the reminder in the ticket's history. */
export const notifyOfReminder = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  notify(db, orgId, { about: 'reminder', id })

/**
 * Enqueues mail to the customer about a visit; `id` is that of the change in the ticket's history. It waits, and is not sent when
 * another change followed, which has its own.
 */
export const notifyOfVisit = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  enqueueLater(db, TICKET_MAIL, { orgId, about: 'visit', id }, VISIT_MAIL_WAITS_SECONDS)

/** Enqueues mail to a colleague whom a comment mentions. */
export const notifyOfMention = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  notify(db, orgId, { about: 'mentioned', id })

/** Enqueues mail to the person who set the reminder of a ticket. */
export const notifyOfDueReminder = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  notify(db, orgId, { about: 'due', id })

/** Enqueues mail to staff about an answer that is due soon or late. */
export const notifyOfDueAnswer = (db: Db, about: 'soon' | 'late', { orgId, id }: { orgId: string; id: string }) =>
  notify(db, orgId, { about, id })

/** `madeBy` is null for a ticket that a job created from a recurring one. */
type MadeTicket = { orgId: string; ticketId: string; assignee: string | null; madeBy: string | null }

/**
 * Enqueues mail to the colleague for whom staff opened a ticket; nobody gets mail about their own actions. An unassigned ticket
 * from a recurring one is mailed to all staff.
 */
export async function notifyOfMadeTicket(db: Db, { orgId, ticketId, assignee, madeBy }: MadeTicket) {
  const isOfOthers = assignee === null ? madeBy === null : assignee !== madeBy
  if (isOfOthers) await notify(db, orgId, { about: 'made_for', id: ticketId })
}

/** The newest change of a field in this transaction. */
async function changeOf(db: Db, { orgId, ticketId, changedBy }: Change, field: 'status' | 'assignee') {
  const change = await db
    .selectFrom('ticketChanges')
    .select('id')
    .where((eb) => eb.and({ orgId, ticketId, userId: changedBy, field }))
    .where('createdAt', '>=', sql<string>`now()`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change?.id
}
