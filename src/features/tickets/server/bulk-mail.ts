// The mail of a bulk change. It has one job, which takes the change away from 'Ångra' and enqueues the mail in one transaction.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { Id } from '#shared/contract.ts'
import { mailEvents, notify } from './notifications.queries.ts'

export const BULK_MAIL = 'ticket-bulk-mail'

const BulkMail = z.object({
  orgId: Id,
  /** Of the bulk change. */
  id: Id,
  mails: z.array(z.object({ ticketId: Id, about: z.enum(mailEvents), id: Id })),
})
export type BulkMail = z.infer<typeof BulkMail>

/** The task that enqueues the mail about the tickets whose change has not been undone. */
export const bulkMail =
  ({ database }: { database: Database }) =>
  (payload: unknown) =>
    database.as('jobs', async (db) => {
      const { orgId, id, mails } = BulkMail.parse(payload)
      const changed = await endBulkChange(db, orgId, id)
      const left = mails.filter(({ ticketId }) => changed.includes(ticketId))
      const outdated = await listOutdated(db, orgId, left)
      const due = left.filter((mail) => !outdated.includes(mail.id))
      await Promise.all(due.map(({ about, id: changeId }) => notify(db, orgId, { about, id: changeId })))
    })

/** The tickets that were not undone. When this commits, nothing can be undone any more. */
async function endBulkChange(db: Db, orgId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select end_bulk_change(${orgId}, ${id}) as id`.execute(db)
  return rows.map((row) => row.id)
}

/** The changes of status that another one followed, about which there is mail already: this would arrive after it. */
async function listOutdated(db: Db, orgId: string, mails: BulkMail['mails']): Promise<string[]> {
  if (mails.length === 0) return []
  const rows = await db
    .selectFrom('ticketChanges as change')
    .select('change.id')
    .where('change.orgId', '=', orgId)
    .where(
      'change.id',
      'in',
      mails.map(({ id }) => id),
    )
    .where('change.field', '=', 'status')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ticketChanges as later')
          .whereRef('later.orgId', '=', 'change.orgId')
          .whereRef('later.ticketId', '=', 'change.ticketId')
          .where('later.field', '=', 'status')
          .whereRef('later.createdAt', '>', 'change.createdAt'),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
