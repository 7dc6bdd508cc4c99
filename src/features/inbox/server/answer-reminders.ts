// Reminds staff of answers that are due soon or late, on tickets and enquiries. The triggers of 0045-due.sql write what is due.
import { type RawBuilder, sql } from 'kysely'
import { type DueAnswer, isAtAllHours, mayRemind, soonMoment } from '#features/tickets/answer-reminders.rules.ts'
import { loadAnswerClocks } from '#features/tickets/server/answer-clock.queries.ts'
import { notifyOfDueAnswer } from '#features/tickets/server/notifications.queries.ts'
import type { TicketPriority } from '#features/tickets/tickets.contract.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { notifyOfDueEnquiry } from './due-mail.ts'

/**
 * Each reminder is a separate transaction, which notes it and queues its mail together: one that fails delays no other, and none
 * is sent twice.
 */
export async function remindOfAnswers(database: Database, now = new Date()) {
  for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await database.as('jobs', placeReminders)) < BATCH) break
  const failures: unknown[] = []
  for (const due of await database.as('jobs', (db) => listDue(db, now)))
    try {
      await database.as('jobs', (db) => remind(db, due))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some people were not reminded of their answers')
}

const BATCH = 250
/** Those left wait for the next run. */
const BATCHES_MAX = 40

/** Adds when three quarters of the time have passed to those that are due at another moment than before. Returns how many it found. */
async function placeReminders(db: Db): Promise<number> {
  const waits = await waitingAnswers(db)
    .where('reminder.soonAt', 'is', null)
    .where('reminder.dueAt', 'is not', null)
    .$narrowType<{ dueAt: string }>()
    .limit(BATCH)
    .execute()
  if (waits.length === 0) return 0
  const clockOf = await clocksOf(db, waits)
  const soon = waits.map((wait) =>
    soonMoment(clockOf(wait), new Date(wait.askedAt), new Date(wait.dueAt)).toISOString(),
  )
  const column = (values: string[], type: 'uuid' | 'timestamptz') => sql`${values}::${sql.raw(type)}[]`
  await sql`select place_answer_reminders(
    ${column(
      waits.map(({ id }) => id),
      'uuid',
    )}, ${column(
      waits.map(({ dueAt }) => dueAt),
      'timestamptz',
    )},
    ${column(
      waits.map(({ askedAt }) => askedAt),
      'timestamptz',
    )}, ${column(soon, 'timestamptz')})`.execute(db)
  return waits.length
}

const askedAt = sql<string>`case when ticket.id is not null then coalesce(ticket.unanswered_since, ticket.created_at)
  else coalesce((select unanswered_since from clock_of_enquiry(enquiry.org_id, enquiry.id)), enquiry.created_at) end`
const priority = sql<TicketPriority>`coalesce(ticket.priority, case when enquiry.is_urgent and enquiry.kind <> 'contact' then 'urgent' else 'normal' end)`

/** Whether it may wake somebody: a form of somebody unknown raises no alarm, and waits for the opening. */
const wakes = sql<boolean>`ticket.id is not null or exists (select from on_call_alarms alarm
  where alarm.org_id = enquiry.org_id and alarm.enquiry_id = enquiry.id)`

const waitingAnswers = (db: Db) =>
  db
    .selectFrom('answerReminders as reminder')
    .leftJoin('tickets as ticket', (join) =>
      join.onRef('ticket.orgId', '=', 'reminder.orgId').onRef('ticket.id', '=', 'reminder.ticketId'),
    )
    .leftJoin('enquiries as enquiry', (join) =>
      join.onRef('enquiry.orgId', '=', 'reminder.orgId').onRef('enquiry.id', '=', 'reminder.enquiryId'),
    )
    .select(['reminder.orgId', 'reminder.id', 'reminder.dueAt', 'ticket.id as ticketId', 'enquiry.id as enquiryId'])
    .select([
      'ticket.customerId',
      'enquiry.assignedTo as enquiryAssignee',
      askedAt.as('askedAt'),
      priority.as('priority'),
    ])
    .select(wakes.as('wakes'))
    .orderBy('reminder.id')

type Wait = { orgId: string; customerId: string | null; priority: TicketPriority }

/** How the time of each wait is counted. */
async function clocksOf(db: Db, waits: readonly Wait[]): Promise<(wait: Wait) => DueAnswer> {
  const clockOf = await loadAnswerClocks(db, waits)
  return (wait) => {
    const { calendar, targets } = clockOf(wait)
    return { calendar, isAtAllHours: isAtAllHours(targets[wait.priority]) }
  }
}

type Due = Awaited<ReturnType<typeof listDue>>[number]

/**
 * The reminders whose moment is here, none of a moment that had already passed when the answer became due then. What is late is
 * not also due soon.
 */
async function listDue(db: Db, now: Date) {
  const at = sql<string>`${now.toISOString()}::timestamptz`
  const isSoon: RawBuilder<boolean> = sql`reminder.soon_reminded_at is null and reminder.soon_at <= ${at}
    and reminder.soon_at >= reminder.due_since and reminder.due_at > ${at}`
  const isLate: RawBuilder<boolean> = sql`reminder.late_reminded_at is null and reminder.due_at <= ${at}
    and reminder.due_at >= reminder.due_since and reminder.soon_at is not null`
  const [soon, late] = [
    await waitingAnswers(db).where(isSoon).$narrowType<{ dueAt: string }>().execute(),
    await waitingAnswers(db).where(isLate).$narrowType<{ dueAt: string }>().execute(),
  ]
  const due = [
    ...soon.map((wait) => ({ ...wait, about: 'soon' as const })),
    ...late.map((wait) => ({ ...wait, about: 'late' as const })),
  ]
  if (due.length === 0) return []
  const clockOf = await clocksOf(db, due)
  return due.filter((wait) => {
    const clock = clockOf(wait)
    return mayRemind({ ...clock, isAtAllHours: clock.isAtAllHours && wait.wakes }, now)
  })
}

async function remind(db: Db, { orgId, id, about, dueAt, ticketId, enquiryId, enquiryAssignee }: Due) {
  const { rows } = await sql<{ isReminded: boolean }>`
    select remind_of_answer(${id}, ${about}, ${dueAt}) as is_reminded`.execute(db)
  if (!rows[0]?.isReminded) return
  if (ticketId !== null) await notifyOfDueAnswer(db, about, { orgId, id })
  else if (enquiryId !== null) await notifyOfDueEnquiry(db, { orgId, id, about }, enquiryAssignee)
}
