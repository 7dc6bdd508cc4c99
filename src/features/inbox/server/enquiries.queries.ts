import { type Kysely, sql } from 'kysely'
import { filesOfEnquiry } from '#features/files/server/attached-files.queries.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { ASSIGNEE_INACTIVE, ASSIGNEE_NOT_FOUND } from '#features/tickets/tickets.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { asciiSearch } from '#shared/email.rules.ts'
import {
  type ChangedEnquiry,
  ENQUIRY_NOT_FOUND,
  Enquiry,
  type EnquiryCounts,
  type EnquiryFilter,
  type EnquiryRow,
} from '../enquiries.contract.ts'
import { type EnquirySort, sortOf } from '../enquiry-order.rules.ts'
import { type EnquiryPosition, enquiryOrders } from './enquiry-orders.ts'
import { notifyOfGivenEnquiry } from './given-mail.ts'
import { listForwards, listReplies, listUndelivered } from './replies.queries.ts'

const EXCERPT_LENGTH = 200

const enquiryRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('enquiries')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'enquiries.orgId').onRef('profiles.id', '=', 'enquiries.assignedTo'),
    )
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'enquiries.orgId').onRef('tickets.enquiryId', '=', 'enquiries.id'),
    )
    .leftJoin('tickets as named', (join) =>
      join.onRef('named.orgId', '=', 'enquiries.orgId').onRef('named.id', '=', 'enquiries.ticketHint'),
    )
    .select([
      'enquiries.id',
      'enquiries.number',
      'enquiries.kind',
      'name',
      'email',
      'replyTo',
      'phone',
      'isUrgent',
      'isSuspect',
      'enquiries.createdAt',
      'enquiries.dueAt',
    ])
    .select(['readAt', 'doneAt', 'enquiries.version', 'enquiries.assignedTo', 'profiles.fullName as assigneeName'])
    .select(['tickets.id as ticketId', 'tickets.ticketNumber', 'authentication'])
    .select(['named.id as namedId', 'named.ticketNumber as namedNumber', 'enquiries.commentId'])
    .select((eb) =>
      eb
        .or([
          sql<boolean>`enquiries.authentication is not distinct from 'none'`,
          eb.exists(
            eb
              .selectFrom('mailMessages as mail')
              .whereRef('mail.orgId', '=', 'enquiries.orgId')
              .whereRef('mail.enquiryId', '=', 'enquiries.id')
              .where('mail.outcome', '=', 'enquiry_reply')
              .where('mail.authentication', '=', 'none'),
          ),
        ])
        .$castTo<boolean>()
        .as('hasUnauthenticatedMail'),
    )

type JoinedRow = Awaited<ReturnType<ReturnType<typeof enquiryRows>['executeTakeFirstOrThrow']>>

export function toEnquiry<Row extends JoinedRow>({ assignedTo, assigneeName, ticketId, ticketNumber, ...rest }: Row) {
  const { namedId, namedNumber, commentId, ...enquiry } = rest
  const namedTicket = namedId && namedNumber ? { id: namedId, ticketNumber: namedNumber } : null
  return {
    ...enquiry,
    namedTicket,
    assignee: assignedTo && assigneeName ? { id: assignedTo, fullName: assigneeName } : null,
    // An accepted mail became a comment on the ticket that it named.
    ticket: ticketId && ticketNumber ? { id: ticketId, ticketNumber } : commentId && namedTicket,
  }
}

// The same predicates as in the partial indexes, so that the planner uses these.
export const inTab = {
  open: sql<boolean>`enquiries.done_at is null and not enquiries.is_suspect and enquiries.kind <> 'automatic'`,
  automatic: sql<boolean>`enquiries.kind = 'automatic' and enquiries.done_at is null and not enquiries.is_suspect`,
  done: sql<boolean>`enquiries.done_at is not null and not enquiries.is_suspect`,
  suspect: sql<boolean>`enquiries.is_suspect`,
} as const satisfies Record<EnquiryFilter['tab'], unknown>

/** A page of enquiries, newest first or by when their answers are due; the first page has the counts of the tabs. */
export async function listEnquiries(db: Db, { tab, search, sort, after }: EnquiryFilter) {
  const order = sortOf({ tab, search, sort })
  const position = positionOf(after, enquiryOrders[order].keys)
  const [rows, counts] = await Promise.all([
    search ? searchEnquiries(db, { tab, search, position }) : listTab(db, { tab, order, position }),
    position ? null : countEnquiries(db),
  ])
  return { ...page(rows, enquiryOrders[order].positionOf), counts }
}

type Position = EnquiryPosition | undefined

/** The rows of lists. */
export const enquiryExcerpts = (db: Db) =>
  enquiryRows(db).select(
    sql<string>`left(regexp_replace(left(message, ${sql.lit(2 * EXCERPT_LENGTH)}), '\\s+', ' ', 'g'), ${sql.lit(EXCERPT_LENGTH)})`.as(
      'excerpt',
    ),
  )

type TabPage = { tab: EnquiryFilter['tab']; order: EnquirySort; position: Position }

async function listTab(db: Db, { tab, order, position }: TabPage) {
  const { sorted, isAfter } = enquiryOrders[order]
  let query = enquiryExcerpts(db).where(inTab[tab])
  if (position) query = query.where(isAfter(position))
  const rows = await query
    .orderBy(sorted)
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  return rows.map((row): EnquiryRow => toEnquiry(row))
}

type Search = { tab: EnquiryFilter['tab']; search: string; position: Position }

/** Finds ids by the search index first (docs/decisions/066), then reads the rows under the policies. */
export async function searchEnquiries(db: Db, { tab, search, position }: Search, limit = PAGE_SIZE + 1) {
  const { rows: found } = await sql<{ id: string }>`
    select id from search_enquiries(${search}, ${asciiSearch(search)}, ${tab}, ${position?.createdAt ?? null}, ${position?.id ?? null},
      ${limit})`.execute(db)
  if (found.length === 0) return []
  const rows = await enquiryExcerpts(db)
    .orderBy(enquiryOrders.created.sorted)
    .where('enquiries.id', '=', sql<string>`any(${found.map(({ id }) => id)}::uuid[])`)
    .execute()
  return rows.map((row): EnquiryRow => toEnquiry(row))
}

/** Counts of all enquiries, independent of the search. */
async function countEnquiries(db: Db): Promise<EnquiryCounts> {
  const { rows } = await sql<EnquiryCounts>`select open, automatic, done, suspect from count_enquiries()`.execute(db)
  return rows[0] ?? { open: 0, automatic: 0, done: 0, suspect: 0 }
}

/** How many enquiries of each tab a search finds, at most SEARCH_COUNT_MAX each. */
export async function countSearchedEnquiries(db: Db, search: string): Promise<EnquiryCounts> {
  const { rows } = await sql<EnquiryCounts>`
    select open, automatic, done, suspect from count_searched_enquiries(${search}, ${asciiSearch(search)})`.execute(db)
  return rows[0] ?? { open: 0, automatic: 0, done: 0, suspect: 0 }
}

const countOpen = (db: Db) =>
  db
    .selectFrom('enquiries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(inTab.open)

/** Counts of open enquiries, as subqueries: unread ones, urgent ones, and both together. */
export const inboxCounts = (db: Db) => {
  const unread = countOpen(db).where('readAt', 'is', null)
  const urgent = countOpen(db).where('isUrgent', '=', true)
  return {
    unread: sql<number>`(${unread})`,
    urgent: sql<number>`(${urgent})`,
    attention: sql<number>`(${unread}) + (${urgent.where('readAt', 'is not', null)})`,
  }
}

/** Throws 404 for an unknown enquiry. */
export async function getEnquiry(db: Db, id: string): Promise<Enquiry> {
  const [row, mails, files, replies, forwards, undelivered] = await Promise.all([
    enquiryRows(db).select(['message', 'enquiries.folded']).where('enquiries.id', '=', id).executeTakeFirst(),
    listMails(db, id),
    filesOfEnquiry(db, id),
    listReplies(db, id),
    listForwards(db, id),
    listUndelivered(db, id),
  ])
  if (!row) throw notFound(ENQUIRY_NOT_FOUND)
  const mail = mails.find(({ outcome }) => outcome !== 'enquiry_reply')
  return {
    ...toEnquiry(row),
    mailId: mail?.id ?? null,
    isReplyToUnsigned: mail?.remarks.includes('unsigned_reply_to') ?? false,
    files,
    replies,
    forwards,
    alsoGot: mails.at(-1)?.recipients ?? [],
    undelivered,
  }
}

/** The sender's mails, oldest first. */
const listMails = (db: Db, id: string) =>
  db
    .selectFrom('mailMessages')
    .select(['id', 'remarks', 'outcome', 'recipients'])
    .where('enquiryId', '=', id)
    .where('outcome', 'in', ['enquiry', 'automatic', 'enquiry_reply'])
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()

/** Marks the enquiry as read; later calls change nothing. Throws 404 for an unknown enquiry. */
export async function readEnquiry(db: Db, id: string) {
  const first = await db
    .updateTable('enquiries')
    .set({ readAt: sql`now()` })
    .where('id', '=', id)
    .where('readAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!first) await enquiryScope(db, id)
}

/**
 * A partial update; done implies read. Throws 404 for an unknown enquiry or assignee, 422 for a deactivated assignee, 409
 * with the current enquiry for an outdated version.
 */
export async function changeEnquiry(db: Db, actor: StaffActor, id: string, { version, ...requested }: ChangedEnquiry) {
  const before = await getEnquiry(db, id)
  if (before.version !== version) throw conflict(Enquiry, before)
  const was = { assignedTo: before.assignee?.id ?? null, isDone: before.doneAt !== null, isSuspect: before.isSuspect }
  const { assignedTo = was.assignedTo, isDone = was.isDone, isSuspect = was.isSuspect } = requested
  const changes = Object.entries({ assignedTo, isDone, isSuspect }).filter(
    ([field, value]) => was[field as keyof typeof was] !== value,
  )
  if (changes.length === 0) return before
  const refusals = {
    enquiries_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
    assignee_is_active: () => invalidField('assignedTo', ASSIGNEE_INACTIVE),
  }
  const changed = await onConstraint(refusals, () =>
    db
      .updateTable('enquiries')
      .set({ assignedTo, isSuspect, version: version + 1 })
      .$if(isDone && !was.isDone, (query) => query.set({ doneAt: sql`now()`, readAt: sql`coalesce(read_at, now())` }))
      .$if(!isDone, (query) => query.set({ doneAt: null }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('orgId')
      .executeTakeFirst(),
  )
  if (changed) {
    await settleAnswers(db)
    if (assignedTo !== was.assignedTo)
      await notifyOfGivenEnquiry(db, { orgId: changed.orgId, enquiryId: id, to: assignedTo, by: actor.userId })
    await audit(db, actor, {
      action: 'changed',
      subject: 'enquiry',
      subjectId: id,
      detail: { before: was, after: Object.fromEntries(changes) },
    })
  }
  const after = await getEnquiry(db, id)
  if (!changed) throw conflict(Enquiry, after)
  return after
}

/** Deletes the enquiry and its replies; a ticket created from it remains. Throws 404 for an unknown enquiry. */
export async function removeEnquiry(db: Db, actor: StaffActor, id: string) {
  const removed = await db.deleteFrom('enquiries').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw notFound(ENQUIRY_NOT_FOUND)
  await audit(db, actor, { action: 'deleted', subject: 'enquiry', subjectId: id })
}

/** The organization of an enquiry that the actor may see. Throws 404 for another. */
export async function enquiryScope(db: Db, id: string): Promise<{ orgId: string }> {
  const found = await db.selectFrom('enquiries').select('orgId').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound(ENQUIRY_NOT_FOUND)
  return found
}

/** Locks the enquiry until the transaction ends. Throws 404 for an unknown enquiry. */
export async function lockEnquiry(db: Db, enquiryId: string) {
  const locked = await db
    .selectFrom('enquiries')
    .select('id')
    .where('id', '=', enquiryId)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound(ENQUIRY_NOT_FOUND)
}
