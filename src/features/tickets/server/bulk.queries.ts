import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { enqueueLater } from '#platform/jobs/job-catalogue.ts'
import {
  BULK_MAIL_AFTER_SECONDS,
  type BulkChange,
  type BulkResult,
  TOO_LATE,
  type UndoneBulk,
  unchangedReasons,
  unrestoredReasons,
} from '../bulk.contract.ts'
import { ASSIGNEE_NOT_FOUND } from '../tickets.contract.ts'
import { settleAnswers } from './answer-clock.queries.ts'
import { BULK_MAIL, type BulkMail } from './bulk-mail.ts'
import { changeUnsettled } from './tickets.queries.ts'

type Asked = BulkChange['tickets'][number]
type LockedTicket = Awaited<ReturnType<typeof lockTickets>>[number]
type Change = Pick<BulkChange, 'status' | 'assignedTo'>

/**
 * Changes each ticket as `changeTicket` does, in one transaction, and skips those that are gone, merged, changed since or so already.
 * The mail is sent later, unless the change is undone. Throws 404 for an assignee whom the actor may not see, 422 for a
 * deactivated one and for staff without an organization; then nothing is changed.
 */
export async function changeTickets(
  db: Db,
  actor: StaffActor,
  { tickets, ...change }: BulkChange,
): Promise<BulkResult> {
  const orgId = organizationOf(actor)
  if (change.assignedTo) await requireStaff(db, change.assignedTo)
  const locked = new Map((await lockTickets(db, tickets)).map((ticket) => [ticket.id, ticket]))
  const judged = tickets.map((asked) => ({ asked, ticket: locked.get(asked.id), change })).map(judge)
  const changed = judged.flatMap(({ reason, ticket }) => (ticket && !reason ? [ticket] : []))
  const unchanged = judged.flatMap(({ asked: { id }, ticket, reason }) =>
    reason ? [{ id, ticketNumber: ticket?.ticketNumber ?? null, reason: unchangedReasons[reason] }] : [],
  )
  const id = changed.length > 0 ? await changeAll(db, actor, { orgId, tickets: changed, change }) : null
  return { id, changed: changed.map(numbered), unchanged }
}

const numbered = ({ id, ticketNumber }: LockedTicket) => ({ id, ticketNumber })

/**
 * In the order of their ids, and before the first one is changed: concurrent bulk changes then do not wait for each other in a
 * circle, and none of these tickets changes meanwhile.
 */
const lockTickets = (db: Db, tickets: Asked[]) =>
  db
    .selectFrom('tickets')
    .select(['id', 'ticketNumber', 'status', 'assignedTo', 'mergedInto', 'version'])
    .where(
      'id',
      'in',
      tickets.map(({ id }) => id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type Judged = { asked: Asked; ticket: LockedTicket | undefined; change: Change }

/** Adds why the ticket is not changed, if so. */
const judge = (judged: Judged) => ({ ...judged, reason: reasonOf(judged) })

function reasonOf({
  asked,
  ticket,
  change: { status, assignedTo },
}: Judged): keyof typeof unchangedReasons | undefined {
  if (!ticket) return 'gone'
  if (ticket.mergedInto !== null) return 'merged'
  if (status === ticket.status || assignedTo === ticket.assignedTo) return 'same'
  if (ticket.version === asked.version) return undefined
  return ticket.status === 'closed' ? 'archived' : 'changed'
}

async function requireStaff(db: Db, id: string) {
  const person = await db.selectFrom('profiles').select('id').where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound(ASSIGNEE_NOT_FOUND)
}

/** Changes tickets that are locked, after storing what they are, and enqueues the mail. Returns the id of the bulk change. */
async function changeAll(
  db: Db,
  actor: StaffActor,
  { orgId, tickets, change }: { orgId: string; tickets: LockedTicket[]; change: Change },
): Promise<string> {
  const id = uuidv7()
  const field = change.status ? 'status' : 'assignee'
  const after = change.status ?? change.assignedTo ?? null
  await db.insertInto('bulkChanges').values({ orgId, id, userId: actor.userId, field, after }).execute()
  const ids = tickets.map((ticket) => ticket.id)
  await sql`select note_bulk_tickets(${id}, ${ids}::uuid[])`.execute(db)
  const mails: BulkMail['mails'] = []
  for (const { id: ticketId, version } of tickets)
    await changeUnsettled(
      db,
      actor,
      ticketId,
      { ...change, reportedBy: undefined, invoiceRecipientId: undefined, orderNumber: undefined, version },
      async (_db, _orgId, event) => {
        mails.push({ ticketId, ...event })
      },
    )
  await settleAnswers(db)
  await enqueueLater(db, BULK_MAIL, { orgId, id, mails } satisfies BulkMail, BULK_MAIL_AFTER_SECONDS)
  return id
}

/** Undoes a bulk change of the actor. Throws 404 when its mail has been sent, when it is undone, and for another person's. */
export async function undoBulkChange(db: Db, id: string): Promise<UndoneBulk> {
  const { rows } = await sql<{
    ticketId: string
    ticketNumber: number
    problem: keyof typeof unrestoredReasons | null
  }>`select ticket_id, ticket_number, problem from undo_bulk_change(${id})`.execute(db)
  if (rows.length === 0) throw notFound(TOO_LATE)
  await settleAnswers(db)
  const tickets = rows.map(({ ticketId, ...row }) => ({ id: ticketId, ...row }))
  return {
    restored: tickets.filter(({ problem }) => problem === null),
    unrestored: tickets.flatMap(({ problem, ...ticket }) =>
      problem ? [{ ...ticket, reason: unrestoredReasons[problem] }] : [],
    ),
  }
}
