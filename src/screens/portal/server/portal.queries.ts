// Row-level security limits a customer's login to its own tickets, public comments and status changes.
import { type Kysely, sql } from 'kysely'
import { listHoursLeft } from '#features/billing/server/hours-left.queries.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { attachFiles, byParent, filesOfTicket } from '#features/files/server/attached-files.queries.ts'
import { TICKETS_PER_SENDER_AND_HOUR } from '#features/inbox/mailboxes.contract.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { notifyOfTicket } from '#features/tickets/server/notifications.queries.ts'
import { namesOf, personOf } from '#features/tickets/server/people.queries.ts'
import { addComment } from '#features/tickets/server/thread.queries.ts'
import { listPortalVisits } from '#features/tickets/server/visits.queries.ts'
import { doneStatuses, TICKET_NOT_FOUND } from '#features/tickets/tickets.contract.ts'
import type { CustomerActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import { hasPortalDocuments } from '#screens/customer/server/documents.queries.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { plural } from '#shared/plural.rules.ts'
import {
  COMMENTS_PER_PERSON_AND_HOUR,
  type NewPortalComment,
  type NewPortalTicket,
  type PortalComment,
  type PortalCompany,
  type PortalTicket,
  type PortalTicketPage,
} from '../portal.contract.ts'
import { hasPortalInvoiceBases } from './portal-invoice-bases.queries.ts'
import { answerByOf } from './portal-promise.queries.ts'

const isDone = sql<boolean>`status in (${sql.join(doneStatuses.map((status) => sql.lit(status)))})`

/**
 * Another ticket when it is merged, nobody when it is done, the customer while staff wait for it, else by the side that wrote last,
 * also in a ticket that was merged into it.
 */
const waitsFor = sql<PortalTicket['waitsFor']>`case
  when merged_into is not null then 'merged'
  when ${isDone} then 'nobody'
  when on_hold_since is not null then 'you'
  when unanswered_since is not null then 'us'
  when (select by_customer from ticket_comments
    where ticket_comments.org_id = tickets.org_id and ticket_id = tickets.id and not is_internal
    order by created_at desc, id desc limit 1) = false then 'answered'
  else 'us' end`

export const getPortalCompany = (db: Db, { orgId }: CustomerActor): Promise<PortalCompany> =>
  db
    .selectFrom('companyFacts')
    .select(['phone', 'emergencyPhone', ...hoursColumns])
    .where('orgId', '=', orgId)
    .executeTakeFirstOrThrow()

const ticketRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('tickets')
    .select(['id', 'ticketNumber', 'title', 'description', 'status', 'priority', 'createdAt', 'assignedTo'])
    .select('onHoldSince')
    .select(waitsFor.as('waitsFor'))

type Row = Awaited<ReturnType<ReturnType<typeof ticketRows>['executeTakeFirstOrThrow']>>

async function withNames(db: Db, rows: Row[]): Promise<PortalTicket[]> {
  const names = await namesOf(
    db,
    rows.map(({ assignedTo }) => assignedTo),
  )
  return rows.map(({ assignedTo, ...ticket }) => ({
    ...ticket,
    assignee: assignedTo && personOf(names, assignedTo).fullName,
  }))
}

/** A page of the customer's tickets that the login may see: those that are not done first, then newest first. Throws 422 for an invalid cursor. */
export async function listPortalTickets(db: Db, actor: CustomerActor, after: string | undefined) {
  const { customerId, seesCompany } = actor
  const position = positionOf(after, ['status', 'createdAt', 'id'])
  const isAfterDone = doneStatuses.some((status) => status === position?.status)
  const rows = await ticketRows(db)
    // The policies, of which one or the other must hold, are no condition of an index.
    .where('customerId', '=', customerId)
    .$if(position !== undefined, (query) =>
      query.where(
        sql<boolean>`(not ${isDone}, created_at, id)
          < (${!isAfterDone}, ${position?.createdAt}::timestamptz, ${position?.id}::uuid)`,
      ),
    )
    .orderBy(isDone)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  const { rows: pageRows, next } = page(rows, ({ status, createdAt, id }) => ({ status, createdAt, id }))
  return {
    rows: await withNames(db, pageRows),
    next,
    seesCompany,
    hasDocuments: await hasPortalDocuments(db, actor),
    hasInvoiceBases: await hasPortalInvoiceBases(db),
    hours: await listHoursLeft(db, customerId),
  }
}

/** One ticket with its own files and coming visits. Throws 404 for another customer's ticket. */
export async function getPortalTicket(db: Db, id: string): Promise<PortalTicketPage> {
  const row = await ticketRows(db)
    .select(['folded', 'mergedInto', 'firstAnsweredAt', 'promisedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  const [ticket] = row ? await withNames(db, [row]) : []
  if (!row || !ticket) throw notFound(TICKET_NOT_FOUND)
  const files = byParent(await filesOfTicket(db, id, 'customer').execute())
  const survivor = row.mergedInto && (await findSurvivor(db, row.mergedInto))
  return {
    ...ticket,
    folded: row.folded,
    answerBy: answerByOf(row, new Date()),
    files: files.get(id) ?? [],
    visits: await listPortalVisits(db, id),
    mergedInto: survivor || null,
  }
}

const findSurvivor = (db: Db, id: string) =>
  db.selectFrom('tickets').select(['id', 'ticketNumber']).where('id', '=', id).executeTakeFirst()

/** Throws 429 when a limit of 0022-tickets.sql is exceeded. */
const withinLimits = <T>(write: () => Promise<T>) =>
  onConstraint(
    {
      portal_tickets_at_most_max: (violation) => overLimit(violation, `${TICKETS_PER_SENDER_AND_HOUR} ärenden`),
      portal_comments_at_most_max: (violation) => overLimit(violation, `${COMMENTS_PER_PERSON_AND_HOUR} kommentarer`),
    },
    write,
  )

function overLimit({ detail }: { detail?: string }, what: string) {
  const retryAfterSeconds = Number(detail)
  const minutes = plural(Math.ceil(retryAfterSeconds / 60), 'minut', 'minuter')
  return new AppError(
    429,
    'too_many_writes',
    `Du har skickat ${what} på en timme. Ring oss om det är bråttom, eller vänta ${minutes} och skicka igen.`,
    { retryAfterSeconds },
  )
}

/** Opens a ticket as the actor and enqueues mail to staff. Throws 429 for too many in an hour. */
export async function createPortalTicket(
  db: Db,
  actor: CustomerActor,
  { fileIds, ...ticket }: NewPortalTicket,
): Promise<PortalTicketPage> {
  const { orgId, customerId, userId } = actor
  const id = uuidv7()
  await withinLimits(() =>
    db
      .insertInto('tickets')
      .values({ ...ticket, orgId, id, customerId, createdBy: userId, ticketNumber: sql`generate_ticket_number()` })
      .execute(),
  )
  await settleAnswers(db)
  await attachFiles(db, actor, fileIds, { customerId, ticketId: id })
  await notifyOfTicket(db, { orgId, ticketId: id })
  return getPortalTicket(db, id)
}

/**
 * Adds a comment and deletes the draft; triggers reopen a done ticket and lead to the survivor of a merged one. Throws 404 for
 * another customer's ticket, 429 for too many in an hour.
 */
export async function createPortalComment(
  db: Db,
  actor: CustomerActor,
  ticketId: string,
  { comment, fileIds }: NewPortalComment,
): Promise<PortalComment> {
  const newComment = { comment, fileIds, isInternal: false, resolves: false, holds: false }
  const { id, createdAt, files } = await withinLimits(() => addComment(db, actor, ticketId, newComment))
  const author = actor.fullName ?? actor.email
  const written = { author, fromNumber: null, isMine: true, byCustomer: true, comment, folded: null }
  return { kind: 'comment', id, createdAt, ...written, files }
}
