import { sql } from 'kysely'
import { attachFiles } from '#features/files/server/attached-files.queries.ts'
import { createTime } from '#features/time/server/time.queries.ts'
import { lockTimeOf, problemsOf, proposeUntilNow } from '#features/time/server/until-now.queries.ts'
import { createUnplaced } from '#features/time/server/week.queries.ts'
import { TIMES_NEEDED, type WorkUntilNow } from '#features/time/time.contract.ts'
import { elapsedMinutes, timesText } from '#features/time/time.rules.ts'
import type { Actor, StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, invalid, invalidField, notFound } from '#platform/http/app-error.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { writeInSurvivorText } from '../merging.contract.ts'
import type { NewComment } from '../ticket-comments.contract.ts'
import { type CommentWithTime, TICKET_NOT_FOUND, unresolvedStatuses } from '../tickets.contract.ts'
import { settleAnswers } from './answer-clock.queries.ts'
import { mappingHoldErrors } from './holds.queries.ts'
import { mentionStaff } from './mentions.queries.ts'
import { notifyOfComment, notifyOfStatus } from './notifications.queries.ts'
import { ticketScope } from './ticket-scope.queries.ts'

/**
 * Adds a comment by staff, with logged time if given. Throws 404 for a ticket that the actor may not see, and 422 for refused
 * time or a ticket that cannot wait for its customer; then nothing is saved.
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
  const mentions = await mentionStaff(db, actor, { ticketId, commentId: id, comment }, written.mentions)
  const author = { id: actor.userId, fullName: actor.fullName ?? readableAddress(actor.email) }
  const ofStaff = {
    author,
    byCustomer: false,
    isInternal,
    fromNumber: null,
    folded: null,
    mailId: null,
    undelivered: [],
  }
  return { kind: 'comment', id, createdAt, ...ofStaff, comment, mentions, files, time: logged }
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
  const minutesOfDay = (span && elapsedMinutes(span)) ?? minutes
  const { overlapped, longDay } = await problemsOf(db, {
    userId: actor.userId,
    workDate,
    span: span ?? undefined,
    minutes: minutesOfDay,
  })
  if (span && overlapped) throw invalidField('time', overlapText(span, overlapped))
  if (longDay) throw invalidField('time', `${longDay} Stämmer det registrerar du tiden i Tidrapport.`)
  try {
    if (!span) return await createUnplaced(db, actor, { ...row, minutes, workDate })
    return await createTime(db, actor, { ...row, ...span, notes: null, userId: null, unbilledReason: null })
  } catch (error) {
    throw error instanceof AppError && error.status === 422 ? invalidField('time', error.message) : error
  }
}

async function placedNow(db: Db, actor: StaffActor, work: { minutes: number; ticketId: string }, now: Date) {
  const { span, needsTimes } = await proposeUntilNow(db, actor, work, now)
  if (needsTimes) throw invalidField('time', TIMES_NEEDED)
  return span
}

const overlapText = (span: NonNullable<WorkUntilNow['span']>, overlapped: string) =>
  `Tiden ${timesText(span)} överlappar tidraden ${overlapped}. Välj tiden igen.`

/**
 * Stores a comment by staff or a customer with its files, deletes the draft and enqueues one mail if it is public, also when it
 * resolves the ticket. That of a customer on a merged ticket lands in the survivor. Throws 404 for a ticket that the actor may not
 * see, 422 for a file that cannot be attached, and for staff on a merged ticket.
 */
export async function addComment(
  db: Db,
  actor: Actor,
  ticketId: string,
  { comment, isInternal, resolves, holds, fileIds }: Omit<NewComment, 'time' | 'mentions'>,
) {
  const row = { ticketId, comment, isInternal, holds }
  const stored = await mappingHoldErrors('holds', () => refusingMerged(() => insertComment(db, actor, row)))
  if (!stored) throw notFound(TICKET_NOT_FOUND)
  const { orgId, customerId, ticketId: landedIn, ...own } = stored
  const parent = { customerId, ticketId: landedIn, commentId: own.id, isInternal }
  const files = await attachFiles(db, actor, fileIds, parent)
  const isResolved = resolves && (await resolve(db, ticketId))
  const notify = async () => {
    if (!isInternal) await notifyOfComment(db, { orgId, commentId: own.id, isSolution: isResolved })
    else if (isResolved) await notifyOfStatus(db, { orgId, ticketId, changedBy: actor.userId })
  }
  // Mail is only queued here: nothing that the answer clock depends on.
  await Promise.all([settleAnswers(db), notify()])
  return { ...own, files }
}

const refusingMerged = <T>(statement: () => Promise<T>) =>
  onConstraint(
    { ticket_comments_in_survivor: ({ detail }) => invalid(writeInSurvivorText({ ticketNumber: Number(detail) })) },
    statement,
  )

/** Inserts a comment on a ticket that the actor may see, and deletes the actor's draft of it. */
const insertComment = (
  db: Db,
  { userId }: Actor,
  { ticketId, comment, isInternal, holds }: { ticketId: string } & Pick<NewComment, 'comment' | 'isInternal' | 'holds'>,
) =>
  db
    .with('draft', (cte) =>
      cte.deleteFrom('ticketDrafts').where('userId', '=', userId).where('ticketId', '=', ticketId),
    )
    .insertInto('ticketComments')
    .columns(['orgId', 'customerId', 'ticketId', 'id', 'userId', 'comment', 'isInternal', 'holds'])
    .expression((eb) =>
      eb
        .selectFrom('tickets')
        .select(['tickets.orgId', 'tickets.customerId', 'tickets.id as ticketId'])
        .select([
          sql<string>`${uuidv7()}::uuid`.as('id'),
          sql<string>`${userId}::uuid`.as('userId'),
          sql<string>`${comment}::text`.as('comment'),
          sql<boolean>`${isInternal}::boolean`.as('isInternal'),
          sql<boolean>`${holds}::boolean`.as('holds'),
        ])
        .where('tickets.id', '=', ticketId),
    )
    .returning(['orgId', 'customerId', 'ticketId', 'id', 'createdAt'])
    .executeTakeFirst()

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
