// Queries of ticket mail. They require the jobs' role, which may read only public comments and changes of status and assignee.
import { type AliasedExpression, sql } from 'kysely'
import { listMailedFiles, type MailedFile } from '#features/files/server/mailed-files.queries.ts'
import type { Db } from '#platform/database/database.ts'
import type { ReplyAddress } from '#platform/mail/mail.ts'
import type { TicketPriority } from '../tickets.contract.ts'
import { replyAddressOf, replyMailbox } from './mail-addresses.queries.ts'
import type { MailEvent } from './notifications.queries.ts'

type EventKey = MailEvent & { orgId: string }

export type TicketEvent = EventKey & {
  ticketId: string
  ticketNumber: number
  title: string
  priority: TicketPriority
  assignedTo: string | null
  customerId: string
  reportedBy: string | null
  customerName: string
  company: string
  authorId: string | null
  authorName: string
  byCustomer: boolean
  /** With which the author of staff ends answers; null for the company's name. */
  signature: string | null
  /** The address for replies that reach the ticket; null without a mailbox. */
  replyAddress: ReplyAddress | null
  /** The description, the comment, the new status, the new assignee, who is mentioned or reminded, or when an answer is due. */
  text: string
  /** The signature and quotation of a mail, shown collapsed beside the text. */
  folded: string | null
  /** The files of the comment, or of the ticket itself when it was opened. */
  files: MailedFile[]
  /** When the comment was written or the ticket opened. */
  at: string
}

/**
 * Undefined when no mail is due: the row is internal or deleted, a reopening caused by the customer's own comment, or the ticket
 * has been reassigned, or the reminder or the visit changed since.
 */
export async function findEvent(db: Db, key: EventKey): Promise<TicketEvent | undefined> {
  const row = await eventRow(db, key).executeTakeFirst()
  if (!row) return undefined
  const { mailbox, takesTags, ...event } = row
  if (key.about === 'given' && event.text !== event.assignedTo) return undefined
  const files = await filesOf(db, key, event.ticketId)
  return { ...key, ...event, replyAddress: replyAddressOf(mailbox, takesTags), files }
}

const eventRow = (db: Db, key: EventKey) =>
  db
    .selectFrom(sourceOf(db, key))
    .innerJoin('tickets', (join) =>
      join.on('tickets.orgId', '=', key.orgId).onRef('tickets.id', '=', 'source.ticketId'),
    )
    .leftJoin('tickets as survivor', (join) =>
      join.onRef('survivor.orgId', '=', 'tickets.orgId').onRef('survivor.id', '=', 'tickets.mergedInto'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .innerJoin('organizations', 'organizations.id', 'tickets.orgId')
    .leftJoinLateral(replyMailbox(db, key.orgId).as('reply'), (join) => join.onTrue())
    .selectAll('source')
    .select(['tickets.ticketNumber', 'tickets.title', 'tickets.priority', 'tickets.customerId', 'tickets.reportedBy'])
    // Of a merged ticket, whoever works on the survivor.
    .select(
      sql<string | null>`case when survivor.id is null then tickets.assigned_to else survivor.assigned_to end`.as(
        'assignedTo',
      ),
    )
    .select(['customers.name as customerName', 'organizations.name as company', 'reply.mailbox', 'reply.takesTags'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('contacts')
            .select('contacts.name')
            .where('contacts.orgId', '=', key.orgId)
            .whereRef('contacts.id', '=', 'source.authorId'),
          personName(db, key.orgId).whereRef('user.id', '=', eb.ref('source.authorId')),
          'customers.name',
        )
        .as('authorName'),
    )
    .select((eb) => signatureOf(db, key).whereRef('userId', '=', eb.ref('source.authorId')).as('signature'))

/** The signature of whoever answered; a query without a row for other events. */
const signatureOf = (db: Db, { orgId, about }: EventKey) =>
  db
    .selectFrom('staffSettings')
    .select('signature')
    .where('orgId', '=', orgId)
    .where((eb) => eb.lit(about === 'comment' || about === 'solution'))

/** Whether it was created from an incoming mail. */
export async function cameByMail(db: Db, { orgId, about, id }: EventKey): Promise<boolean> {
  const row =
    about === 'ticket'
      ? ({ ticketId: id, outcome: 'ticket' } as const)
      : ({ commentId: id, outcome: 'comment' } as const)
  const mail = await db
    .selectFrom('mailMessages')
    .select('id')
    .where((eb) => eb.and({ orgId, ...row }))
    .executeTakeFirst()
  return mail !== undefined
}

async function filesOf(db: Db, { orgId, about, id }: EventKey, ticketId: string): Promise<MailedFile[]> {
  if (about === 'ticket') return listMailedFiles(db, { orgId, ticketId })
  const isComment = about === 'comment' || about === 'solution'
  return isComment ? listMailedFiles(db, { orgId, commentId: id }) : []
}

type Source = Pick<TicketEvent, 'ticketId' | 'text' | 'folded' | 'authorId' | 'byCustomer' | 'at'>

const sourceOf = (db: Db, key: EventKey): AliasedExpression<Source, 'source'> => rowOf(db, key).as('source')

const changes = (db: Db) =>
  db
    .selectFrom('ticketChanges')
    .select(['ticketId', 'userId as authorId', 'createdAt as at'])
    .select((eb) => [
      eb.fn.coalesce('after', eb.val('')).as('text'),
      sql<string | null>`null`.as('folded'),
      eb.lit(false).as('byCustomer'),
    ])

/** A comment that was written at a merged ticket is mailed as one of that ticket, to those who see it. */
function rowOf(db: Db, { orgId, about, id }: EventKey) {
  switch (about) {
    case 'ticket':
      return db
        .selectFrom('tickets')
        .select(['id as ticketId', 'description as text', 'folded', 'createdAt as at'])
        .select((eb) => [eb.fn.coalesce('createdBy', 'reportedBy').as('authorId'), eb.lit(true).as('byCustomer')])
        .where((eb) => eb.and({ orgId, id }))
        .where((eb) => {
          const isStaff = eb.exists(eb.selectFrom('profiles').whereRef('profiles.id', '=', 'tickets.createdBy'))
          return eb.and([eb.not(isStaff), eb.or([eb('createdBy', 'is not', null), eb('reportedBy', 'is not', null)])])
        })
    case 'comment':
    case 'solution':
      return db
        .selectFrom('ticketComments')
        .select(['comment as text', 'folded', 'byCustomer', 'createdAt as at'])
        .select((eb) => [
          eb.fn.coalesce('fromTicketId', 'ticketId').as('ticketId'),
          eb.fn.coalesce('userId', 'contactId').as('authorId'),
        ])
        .where((eb) => eb.and({ orgId, id, isInternal: false }))
    case 'status':
      return changes(db).where((eb) => eb.and({ orgId, id, field: 'status', byComment: false }))
    case 'given':
      return changes(db).where((eb) => eb.and({ orgId, id, field: 'assignee' }))
    case 'reminder':
      return reminderOf(db, { orgId, id })
    case 'mentioned':
      return mentionOf(db, { orgId, id })
    case 'due':
      return dueReminderOf(db, { orgId, id })
    case 'soon':
    case 'late':
      return dueAnswerOf(db, { orgId, about, id })
    case 'visit':
      return changes(db)
        .where((eb) => eb.and({ orgId, id, field: 'visit' }))
        .where((eb) => eb.exists(eb.selectFrom('visits').where(eb.and({ orgId, changeId: id }))))
    case 'made_for':
      return madeTicketOf(db, { orgId, id })
  }
}

/** A ticket that staff or a job opened, and that nobody else has been given since. */
const madeTicketOf = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  db
    .selectFrom('tickets')
    .select(['id as ticketId', 'createdBy as authorId', 'description as text', 'folded', 'createdAt as at'])
    .select((eb) => eb.lit(false).as('byCustomer'))
    .where((eb) => eb.and({ orgId, id }))
    .where((eb) => {
      const given = eb.selectFrom('ticketChanges').where(eb.and({ orgId, ticketId: id, field: 'assignee' }))
      return eb.not(eb.exists(given))
    })

/** A mention, without the comment's text: what is internal does not leave by mail. */
const mentionOf = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  db
    .selectFrom('commentMentions')
    .select(['ticketId', 'mentionedBy as authorId', 'userId as text', 'createdAt as at'])
    .select((eb) => [sql<string | null>`null`.as('folded'), eb.lit(false).as('byCustomer')])
    .where((eb) => eb.and({ orgId, id }))

/** The reminder of a person whose day is here. */
const dueReminderOf = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  db
    .selectFrom('ticketReminders')
    .select(['ticketId', 'userId as text', sql<string>`reached_at`.as('at')])
    .select((eb) => [
      sql<string | null>`null::uuid`.as('authorId'),
      sql<string | null>`null`.as('folded'),
      eb.lit(false).as('byCustomer'),
    ])
    .where((eb) => eb.and({ orgId, id }))
    .where('reachedAt', 'is not', null)

/** The wait for an answer of which staff were reminded, unless it has ended; its text is when the answer is due. */
const dueAnswerOf = (db: Db, { orgId, about, id }: { orgId: string; about: 'soon' | 'late'; id: string }) => {
  const remindedAt = about === 'soon' ? ('soonRemindedAt' as const) : ('lateRemindedAt' as const)
  return db
    .selectFrom('answerReminders')
    .select([sql<string>`ticket_id`.as('ticketId'), sql<string>`${sql.ref(remindedAt)}`.as('at')])
    .select([sql<string>`to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as('text')])
    .select((eb) => [
      sql<string | null>`null::uuid`.as('authorId'),
      sql<string | null>`null`.as('folded'),
      eb.lit(false).as('byCustomer'),
    ])
    .where((eb) => eb.and({ orgId, id }))
    .where('ticketId', 'is not', null)
    .where('dueAt', 'is not', null)
    .where(remindedAt, 'is not', null)
}

/** The reminder of the current hold: the last public answer of staff, or the description of a ticket without any. */
const reminderOf = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  db
    .selectFrom('ticketChanges as reminder')
    .innerJoin('tickets as held', (join) =>
      join
        .onRef('held.orgId', '=', 'reminder.orgId')
        .onRef('held.id', '=', 'reminder.ticketId')
        .onRef('held.holdRemindedAt', '=', 'reminder.createdAt'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('ticketComments as comment')
          .select(['comment.comment', 'comment.userId'])
          .whereRef('comment.orgId', '=', 'held.orgId')
          .whereRef('comment.ticketId', '=', 'held.id')
          .where('comment.byCustomer', '=', false)
          .where('comment.isInternal', '=', false)
          .orderBy('comment.createdAt', 'desc')
          .orderBy('comment.id', 'desc')
          .limit(1)
          .as('asked'),
      (join) => join.onTrue(),
    )
    .select(['reminder.ticketId', 'reminder.createdAt as at'])
    .select((eb) => [
      eb.fn.coalesce('asked.comment', 'held.description').as('text'),
      sql<string | null>`null`.as('folded'),
      eb.fn.coalesce('asked.userId', 'held.createdBy').as('authorId'),
      eb.lit(false).as('byCustomer'),
    ])
    .where('reminder.orgId', '=', orgId)
    .where('reminder.id', '=', id)
    .where('reminder.field', '=', 'reminder')

/** The name of a portal user or of staff, or the e-mail address without one. */
const personName = (db: Db, orgId: string) =>
  db
    .selectFrom('auth.users as user')
    .leftJoin('profiles', (join) => join.onRef('profiles.id', '=', 'user.id').on('profiles.orgId', '=', orgId))
    .leftJoin('customerUsers', (join) =>
      join.onRef('customerUsers.userId', '=', 'user.id').on('customerUsers.orgId', '=', orgId),
    )
    .select((eb) => eb.fn.coalesce('profiles.fullName', 'customerUsers.fullName', 'user.email').as('name'))
