// Prepaid hours. The database writes the drawdowns when an invoice basis is billed (draw_prepaid_hours).
import { sql } from 'kysely'
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { restoreFirst } from '#features/customers/server/restore-first.ts'
import { rowIsBilled } from '#features/time/server/time.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { type NewPrepaidHours, PREPAID_HOURS_IS_DRAWN, PREPAID_HOURS_NOT_FOUND } from '../prepaid-hours.contract.ts'
import { activePrepaidHours } from './active-prepaid-hours.queries.ts'
import { getUsedHours } from './used-hours.queries.ts'

/** Newest first. Throws 404 for an unknown customer. */
export async function listPrepaidHours(db: Db, actor: StaffActor, customerId: string) {
  await getCustomer(db, customerId)
  const { prepaidHours } = await getUsedHours(db, { orgId: organizationOf(actor), customerId })
  return prepaidHours.toReversed()
}

/** Throws 404 for an unknown customer and 422 for an archived one. */
export async function createPrepaidHours(db: Db, actor: StaffActor, customerId: string, prepaid: NewPrepaidHours) {
  const id = uuidv7()
  await lockActiveCustomer(db, customerId, restoreFirst)
  await db
    .insertInto('prepaidHours')
    .values({ ...prepaid, orgId: organizationOf(actor), id, customerId, createdBy: actor.userId })
    .execute()
  await audit(db, actor, { action: 'created', subject: 'pot', subjectId: id, detail: { customerId, ...prepaid } })
  return listPrepaidHours(db, actor, customerId)
}

/** Throws 404 for unknown hours, and 409 for hours that are drawn from or on a billed basis. */
export async function removePrepaidHours(db: Db, actor: StaffActor, id: string) {
  const prepaid = await activePrepaidHours(db).select('customerId').where('prepaidHours.id', '=', id).executeTakeFirst()
  if (!prepaid) throw notFound(PREPAID_HOURS_NOT_FOUND)
  const removed = await onConstraint(
    {
      prepaid_hours_undrawn: () => new AppError(409, 'drawn', PREPAID_HOURS_IS_DRAWN),
      prepaid_hours_billed: ({ detail }) => rowIsBilled(detail),
    },
    () =>
      db
        .updateTable('prepaidHours')
        .set({ removedAt: sql<string>`now()`, removedBy: actor.userId })
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirst(),
  )
  if (!removed) throw notFound(PREPAID_HOURS_NOT_FOUND)
  await audit(db, actor, { action: 'deleted', subject: 'pot', subjectId: id })
  return listPrepaidHours(db, actor, prepaid.customerId)
}
