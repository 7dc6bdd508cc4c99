// Drafts that are sent together, which can be undone until a job sends them (docs/decisions/121).
import { sql } from 'kysely'
import { z } from 'zod'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { enqueueLater, type Tasks } from '#platform/jobs/job-catalogue.ts'
import { Id } from '#shared/contract.ts'
import {
  INVOICE_BASIS_MOVED_ON,
  INVOICE_BASIS_NOT_FOUND,
  INVOICE_BASIS_OUTDATED,
  INVOICE_BASIS_UNCHECKED,
  nobodyGetsIt,
} from '../invoice-basis-refusals.rules.ts'
import {
  ALREADY_SENDING,
  SENDING_AFTER_SECONDS,
  SENDING_WAITS_SECONDS,
  type Sending,
  TOO_LATE_TO_UNDO,
} from '../month.contract.ts'
import { addresseesOf, isSendingMailNow } from './addressees.queries.ts'
import { notifyAbout } from './change-invoice-basis.queries.ts'
import { checkInvoiceBasis } from './check-invoice-basis.queries.ts'
import { startSilentApproval } from './silent-approval.queries.ts'

const SEND_TOGETHER = 'basis-send-together'
const Payload = z.object({ orgId: Id, id: Id })

/** Lets the drafts wait for the job that sends them. Those that cannot be sent are named with the reason. */
export async function sendTogether(db: Db, actor: StaffActor, ids: readonly string[]): Promise<Sending> {
  const orgId = organizationOf(actor)
  const locked = await lockInvoiceBases(db, ids)
  const customerIds = locked.map(({ customerId }) => customerId)
  const [addressees, isSendingMail] = await Promise.all([addresseesOf(db, customerIds), isSendingMailNow(db)])
  const found = new Map(locked.map((basis) => [basis.id, basis]))
  const judged = ids.map((id) => ({ id, reason: reasonOf(found.get(id), { addressees, isSendingMail }) }))
  const waiting = judged.flatMap(({ id, reason }) => (reason === null ? [id] : []))
  const refused = judged.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]))
  if (waiting.length === 0) return { id: null, waiting, refused }
  const id = uuidv7()
  await db
    .updateTable('invoiceBases')
    .set({
      sendingId: id,
      sendingAt: sql<string>`now() + ${SENDING_WAITS_SECONDS} * interval '1 second'`,
      sendingBy: actor.userId,
    })
    .where(sql<boolean>`id = any(${waiting}::uuid[])`)
    .execute()
  await enqueueLater(db, SEND_TOGETHER, { orgId, id } satisfies z.infer<typeof Payload>, SENDING_AFTER_SECONDS)
  return { id, waiting, refused }
}

/** In the order of their ids, so that two of these do not wait for each other in a circle. */
const lockInvoiceBases = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('invoiceBases')
    .select(['id', 'customerId', 'state', 'outdatedAt', 'checkAt', 'sendingId'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type Locked = Awaited<ReturnType<typeof lockInvoiceBases>>[number]

type Addressed = { addressees: ReadonlyMap<string, unknown>; isSendingMail: boolean }

function reasonOf(basis: Locked | undefined, { addressees, isSendingMail }: Addressed): string | null {
  if (!basis) return INVOICE_BASIS_NOT_FOUND
  if (basis.state !== 'draft') return INVOICE_BASIS_MOVED_ON
  // The job checks one that is only marked; one that was outdated may no longer be.
  if (basis.outdatedAt !== null) return basis.checkAt === null ? INVOICE_BASIS_OUTDATED : INVOICE_BASIS_UNCHECKED
  if (basis.sendingId !== null) return ALREADY_SENDING
  return addressees.has(basis.customerId) ? null : nobodyGetsIt(isSendingMail)
}

/** By any member of staff. Throws 404 when nothing waits any more. */
export async function undoSending(db: Db, id: string) {
  // Locked in the order of sendTogether and send_waiting_invoice_bases().
  const { rows } = await sql`
    update invoice_bases b set sending_id = null, sending_at = null, sending_by = null
    from (select org_id, id from invoice_bases where sending_id = ${id}::uuid order by id for no key update) waiting
    where b.org_id = waiting.org_id and b.id = waiting.id and b.sending_id = ${id}::uuid returning b.id`.execute(db)
  if (rows.length === 0) throw notFound(TOO_LATE_TO_UNDO)
  return { undone: rows.length }
}

/** The drafts that something may have changed since their last check. */
async function uncheckedOf(db: Db, orgId: string, sendingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invoiceBases')
    .select('id')
    .where((eb) => eb.and({ orgId, sendingId }))
    .where('checkAt', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const sendingTasks = ({ database }: { database: Database }): Tasks => ({
  [SEND_TOGETHER]: (payload) =>
    database.as('jobs', async (db) => {
      const { orgId, id } = Payload.parse(payload)
      for (const basisId of await uncheckedOf(db, orgId, id)) await checkInvoiceBasis(db, orgId, basisId)
      const { rows } = await sql<{ id: string }>`select send_waiting_invoice_bases(${orgId}, ${id}) as id`.execute(db)
      for (const basis of rows) {
        await startSilentApproval(db, orgId, basis.id)
        await notifyAbout(db, orgId, basis.id, 'sent')
      }
    }),
})
