// The histories from which answers are due, read from comments, changes and enquiries, to compare with what is stored. Only for the
// owner's role: others do not see every change.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { type AnswerClock, type AnswerEvent, dueAnswer, earliest, type Urgency } from '../answer-clock.rules.ts'
import { isDone, type TicketPriority, type TicketStatus } from '../tickets.contract.ts'
import { loadAnswerClocks } from './answer-clock.queries.ts'

/** A conversation with its first urgency. */
type Thread = { urgency: Urgency; events: AnswerEvent[] }
type History = {
  kind: 'ticket' | 'enquiry'
  orgId: string
  id: string
  customerId: string | null
  dueAt: string | null
}

export type WrongAnswer = Pick<History, 'kind' | 'orgId' | 'id'> & { stored: string | null; expected: string | null }

/** The open tickets and enquiries of a company whose stored moment is not that of their history. */
export async function findWrongAnswers(db: Db, orgId: string): Promise<WrongAnswer[]> {
  const histories = [...(await ticketHistories(db, orgId)), ...(await enquiryHistories(db, orgId))]
  const clockOf = await loadAnswerClocks(
    db,
    histories.map(({ history }) => history),
  )
  return histories.flatMap(({ history: { kind, id, dueAt, ...history }, threads }) => {
    const expected = dueByHistory(clockOf({ ...history }), threads)
    const stored = dueAt === null ? null : new Date(dueAt).toISOString()
    return stored === expected ? [] : [{ kind, orgId, id, stored, expected }]
  })
}

const dueByHistory = (clock: AnswerClock, threads: Thread[]) =>
  earliest(threads.map(({ urgency, events }) => dueAnswer(clock, urgency, events)))?.toISOString() ?? null

type Change = {
  ticketId: string
  field: string
  before: string | null
  after: string | null
  byComment: boolean
  at: string
}
type Message = { of: string; at: string; storedAt: string | null; isOurs: boolean }
type TicketRow = {
  id: string
  customerId: string
  dueAt: string | null
  status: TicketStatus
  statusBeforeMerge: TicketStatus | null
  mergedInto: string | null
  mergedAt: string | null
  priority: TicketPriority
  createdAt: string
  enquiryId: string | null
  isMadeByStaff: boolean
  reportedBy: string | null
  createdBy: string | null
}
type EnquiryRow = {
  id: string
  kind: string
  isUrgent: boolean
  createdAt: string
  dueAt: string | null
  isOpen: boolean
}
type Removed = { ticketId: string; urgency: Urgency; messages: { at: string; stored_at: string; is_ours: boolean }[] }

const rowsOf = async <Row>(db: Db, query: RawBuilder<Row>) => (await query.execute(db)).rows

async function ticketHistories(db: Db, orgId: string) {
  const tickets = await rowsOf(
    db,
    sql<TicketRow>`select id, customer_id, due_at, status, status_before_merge, merged_into, merged_at, priority, created_at,
        enquiry_id, recurring_id is not null or created_by in (select id from profiles) as is_made_by_staff, reported_by, created_by
      from tickets where org_id = ${orgId} and (status in ('open', 'in_progress') or merged_into is not null)`,
  )
  const all = await loadAll(db, orgId, tickets)
  const merged = byKey(tickets, ({ mergedInto }) => mergedInto ?? '')
  return tickets
    .filter(({ status }) => !isDone(status))
    .map((ticket) => ({
      history: { kind: 'ticket' as const, orgId, id: ticket.id, customerId: ticket.customerId, dueAt: ticket.dueAt },
      threads: [
        ...threadsOf(ticket, all),
        ...(merged.get(ticket.id) ?? [])
          .filter(({ statusBeforeMerge }) => !isDone(statusBeforeMerge ?? undefined))
          .flatMap((one) => continuedIn(threadsOf(one, all), one, eventsOf(ticket, all))),
      ],
    }))
}

async function loadAll(db: Db, orgId: string, tickets: TicketRow[]): Promise<All> {
  const ids = tickets.map(({ id }) => id)
  const changes = await rowsOf(
    db,
    sql<Change>`select ticket_id, field, before, after, by_comment, created_at as at from ticket_changes
      where org_id = ${orgId} and ticket_id = any(${ids}::uuid[]) and field in ('status', 'priority', 'reporter')
      order by created_at, id`,
  )
  const comments = await rowsOf(
    db,
    sql<Message>`select ticket_id as of, created_at as at, stored_at, not by_customer as is_ours from ticket_comments
      where org_id = ${orgId} and ticket_id = any(${ids}::uuid[]) and not is_internal and not is_during_hold`,
  )
  const removed = await rowsOf(
    db,
    sql<Removed>`select ticket_id, urgency, messages from removed_enquiries
      where org_id = ${orgId} and ticket_id = any(${ids}::uuid[]) and urgency is not null`,
  )
  return {
    changes: byKey(changes, ({ ticketId }) => ticketId),
    comments: byKey(comments, ({ of }) => of),
    enquiries: await enquiryThreads(
      db,
      orgId,
      tickets.flatMap(({ enquiryId }) => enquiryId ?? []),
    ),
    removed: new Map(removed.map((one) => [one.ticketId, one])),
  }
}

type All = {
  changes: Map<string, Change[]>
  comments: Map<string, Message[]>
  enquiries: Map<string, EnquiryRow & { messages: Message[] }>
  removed: Map<string, Removed>
}

/** Conversations that were merged into a ticket go on there. */
const continuedIn = (threads: Thread[], { mergedAt }: TicketRow, events: AnswerEvent[]): Thread[] => {
  const later = events.filter(
    ({ kind, at, storedAt }) =>
      kind !== 'customerWrote' && (storedAt ?? at).toISOString() > new Date(mergedAt ?? 0).toISOString(),
  )
  return threads.map((thread) => ({ ...thread, events: [...thread.events, ...later] }))
}

/** The ticket's own conversation, and that of the enquiry that it was made from, which answers in the ticket answer too. */
function threadsOf(ticket: TicketRow, all: All): Thread[] {
  const events = eventsOf(ticket, all)
  const changes = all.changes.get(ticket.id) ?? []
  const firstOf = (field: string) => changes.find((change) => change.field === field)
  const priority = (firstOf('priority')?.before ?? ticket.priority) as TicketPriority
  const reporter = firstOf('reporter')
  const isByContact = ticket.createdBy !== null || (reporter ? reporter.before : ticket.reportedBy) !== null
  const isOpenedByCustomer = ticket.enquiryId === null && !ticket.isMadeByStaff && isByContact
  const opening: AnswerEvent[] = isOpenedByCustomer ? [{ kind: 'customerWrote', at: new Date(ticket.createdAt) }] : []
  const own = { urgency: priority, events: [...opening, ...events] }
  const enquiry = ticket.enquiryId ? all.enquiries.get(ticket.enquiryId) : undefined
  const removed = all.removed.get(ticket.id)
  const inEnquiry = enquiry
    ? { urgency: urgencyOf(enquiry), messages: enquiry.messages.map(eventOf) }
    : removed && { urgency: removed.urgency, messages: removed.messages.map(eventOfRemoved) }
  if (!inEnquiry) return [own]
  const made: AnswerEvent = { kind: 'prioritySet', priority, at: new Date(ticket.createdAt) }
  const inTicket = events.filter(({ kind }) => kind !== 'customerWrote')
  return [own, { urgency: inEnquiry.urgency, events: [...inEnquiry.messages, made, ...inTicket] }]
}

const urgencyOf = ({ kind, isUrgent }: EnquiryRow): Urgency => {
  if (kind === 'contact') return 'message'
  return isUrgent ? 'urgent' : 'normal'
}

const eventsOf = ({ id }: TicketRow, { changes, comments }: All): AnswerEvent[] => [
  ...(comments.get(id) ?? []).map(eventOf),
  ...(changes.get(id) ?? []).flatMap(eventOfChange),
]

const eventOf = ({ at, storedAt, isOurs }: Omit<Message, 'of'>): AnswerEvent => ({
  kind: isOurs ? 'weAnswered' : 'customerWrote',
  at: new Date(at),
  storedAt: new Date(storedAt ?? at),
})

const eventOfRemoved = ({ at, stored_at, is_ours }: Removed['messages'][number]) =>
  eventOf({ at, storedAt: stored_at, isOurs: is_ours })

function eventOfChange({ field, before, after, byComment, at }: Change): AnswerEvent[] {
  const moment = new Date(at)
  if (field === 'priority') return [{ kind: 'prioritySet', priority: after as TicketPriority, at: moment }]
  if (field !== 'status') return []
  if (isDone(after as TicketStatus)) return [{ kind: 'finished', at: moment }]
  if (!isDone(before as TicketStatus)) return []
  return [{ kind: byComment ? 'takenUpByCustomer' : 'reopened', at: moment }]
}

/** Those with these ids, that are open, or with a stored moment. */
async function enquiryThreads(db: Db, orgId: string, ids: string[]): Promise<All['enquiries']> {
  const rows = await rowsOf(
    db,
    sql<EnquiryRow>`select id, kind, is_urgent, created_at, due_at, kind <> 'automatic' and not is_suspect and done_at is null
        and comment_id is null and not exists (
          select from tickets where tickets.org_id = enquiries.org_id and tickets.enquiry_id = enquiries.id) as is_open
      from enquiries where org_id = ${orgId} and (done_at is null or due_at is not null or id = any(${ids}::uuid[]))`,
  )
  const replies = byKey(
    await rowsOf(
      db,
      sql<Message>`select enquiry_id as of, created_at as at, stored_at, author is not null as is_ours
        from enquiry_replies where org_id = ${orgId} and enquiry_id = any(${rows.map(({ id }) => id)}::uuid[])`,
    ),
    ({ of }) => of,
  )
  const first = ({ id, createdAt }: EnquiryRow): Message => ({ of: id, at: createdAt, storedAt: null, isOurs: false })
  return new Map(rows.map((row) => [row.id, { ...row, messages: [first(row), ...(replies.get(row.id) ?? [])] }]))
}

async function enquiryHistories(db: Db, orgId: string) {
  const enquiries = [...(await enquiryThreads(db, orgId, [])).values()]
  return enquiries.map(({ id, dueAt, isOpen, ...enquiry }) => ({
    history: { kind: 'enquiry' as const, orgId, id, customerId: null, dueAt },
    threads: isOpen
      ? [{ urgency: urgencyOf({ id, dueAt, isOpen, ...enquiry }), events: enquiry.messages.map(eventOf) }]
      : [],
  }))
}

function byKey<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
