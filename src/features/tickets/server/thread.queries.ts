import { sql } from 'kysely'
import { attachFiles } from '#features/files/server/attached-files.queries.ts'
import { createTime } from '#features/time/server/time.queries.ts'
import {
  lockTimeOf,
  longDayOf,
  overlappedBy,
  proposeUntilNow,
  rowText,
} from '#features/time/server/until-now.queries.ts'
import { createUnplaced } from '#features/time/server/week.queries.ts'
import { TIMES_NEEDED, type WorkUntilNow } from '#features/time/time.contract.ts'
import { elapsedMinutes, timesText } from '#features/time/time.rules.ts'
import type { Actor, StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, invalidField } from '#platform/http/app-error.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { type CommentWithTime, type NewComment, unresolvedStatuses } from '../tickets.contract.ts'
import { deleteDraft } from './drafts.queries.ts'
import { notifyOfComment, notifyOfStatus } from './notifications.queries.ts'
import { ticketScope } from './ticket-scope.queries.ts'

/**
 * Adds a comment by staff, with logged time if given. Throws 404 for a ticket that the actor may not see, and 422 for refused
 * time; then nothing is saved.
 */
export async function createComment(
  db: Db,
  actor: StaffActor,
  ticketId: string,
  { time, ...written }: NewComment,
  now = new Date(),
): Promise<CommentWithTime> {
  // Must come first: logging time locks the customer before its tickets.
  const logged = time ? await logWork(db, actor, ticketId, time, now) : null
  const { comment, isInternal } = written
  const { id, createdAt, files } = await addComment(db, actor, ticketId, written)
  const author = { id: actor.userId, fullName: actor.fullName ?? readableAddress(actor.email) }
  const ofStaff = { author, byCustomer: false, isInternal, folded: null, mailId: null, undelivered: [] }
  return { kind: 'comment', id, createdAt, ...ofStaff, comment, files, time: logged }
}

/**
 * Logs the actor's work on a ticket, at the times that the person was shown, otherwise as placed now. Throws 422 for the field
 * `time` when it overlaps another row of the actor or makes the day too long.
 */
async function logWork(db: Db, actor: StaffActor, ticketId: string, work: WorkUntilNow, now: Date) {
  await lockTimeOf(db, actor.userId)
  const { customerId, title } = await ticketScope(db, ticketId)
  const { minutes, kind, isRut } = work
  const span = work.span === undefined ? await placedNow(db, actor, { minutes, ticketId }, now) : work.span
  const row = { customerId, ticketId, kind, isRut, description: work.description ?? title }
  const workDate = span?.workDate ?? todayInStockholm(now)
  if (span) await refuseOverlap(db, actor, span)
  const longDay = await longDayOf(db, actor.userId, { workDate, minutes: (span && elapsedMinutes(span)) ?? minutes })
  if (longDay) throw invalidField('time', `${longDay} Stämmer det registrerar du tiden i Tidrapport.`)
  try {
    if (!span) return await createUnplaced(db, actor, { ...row, minutes, workDate })
    return await createTime(db, actor, { ...row, ...span, notes: null, userId: null })
  } catch (error) {
    throw error instanceof AppError && error.status === 422 ? invalidField('time', error.message) : error
  }
}

async function placedNow(db: Db, actor: StaffActor, work: { minutes: number; ticketId: string }, now: Date) {
  const { span, needsTimes } = await proposeUntilNow(db, actor, work, now)
  if (needsTimes) throw invalidField('time', TIMES_NEEDED)
  return span
}

async function refuseOverlap(db: Db, actor: StaffActor, span: NonNullable<WorkUntilNow['span']>) {
  const overlapped = await overlappedBy(db, actor.userId, span)
  if (overlapped)
    throw invalidField('time', `Tiden ${timesText(span)} överlappar tidraden ${rowText(overlapped)}. Välj tiden igen.`)
}

/**
 * Stores a comment by staff or a customer with its files, deletes the draft and enqueues one mail if it is public, also when it
 * resolves the ticket. Throws 404 for a ticket that the actor may not see, 422 for a file that cannot be attached.
 */
export async function addComment(
  db: Db,
  actor: Actor,
  ticketId: string,
  { comment, isInternal, resolves, fileIds }: Omit<NewComment, 'time'>,
) {
  const { orgId, customerId } = await ticketScope(db, ticketId)
  const stored = await db
    .insertInto('ticketComments')
    .values({ orgId, id: uuidv7(), customerId, ticketId, userId: actor.userId, comment, isInternal })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  const parent = { customerId, ticketId, commentId: stored.id, isInternal }
  const files = await attachFiles(db, actor, fileIds, parent)
  await deleteDraft(db, actor, ticketId)
  const isResolved = resolves && (await resolve(db, ticketId))
  if (!isInternal) await notifyOfComment(db, { orgId, commentId: stored.id, isSolution: isResolved })
  else if (isResolved) await notifyOfStatus(db, { orgId, ticketId, changedBy: actor.userId })
  return { ...stored, files }
}

/** Resolves the ticket. Returns whether it was unresolved before. */
async function resolve(db: Db, ticketId: string) {
  const resolved = await db
    .updateTable('tickets')
    .set({ status: 'resolved', version: sql`version + 1` })
    .where('id', '=', ticketId)
    .where('status', 'in', unresolvedStatuses)
    .returning('id')
    .executeTakeFirst()
  return resolved !== undefined
}
