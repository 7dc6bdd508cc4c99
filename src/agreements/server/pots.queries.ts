// Prepaid hours. What is drawn from them is written by the database when a basis is billed (draw_pots).
import { sql } from 'kysely'
import { getCustomer, lockActiveCustomer } from '#customers/server/customers.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { AppError, invalid, notFound } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import { organizationOf } from '#lib/server/organization.ts'
import { rowIsBilled } from '#time/server/time.queries.ts'
import { type NewPot, POT_IS_DRAWN, POT_NOT_FOUND } from '../pots.contract.ts'
import { activePots } from './active-pots.queries.ts'
import { getUsedHours } from './used-hours.queries.ts'

/** Newest first. Throws 404 for an unknown customer. */
export async function listPots(db: Db, customerId: string) {
  await getCustomer(db, customerId)
  const { pots } = await getUsedHours(db, customerId)
  return pots.toReversed()
}

/** Throws 404 for an unknown customer and 422 for an archived one. */
export async function createPot(db: Db, actor: StaffActor, customerId: string, pot: NewPot) {
  const id = uuidv7()
  await lockActiveCustomer(db, customerId, () => invalid('Kunden är arkiverad. Återställ kunden först.'))
  await db
    .insertInto('pots')
    .values({ ...pot, orgId: organizationOf(actor), id, customerId, createdBy: actor.userId })
    .execute()
  await audit(db, actor, { action: 'created', subject: 'pot', subjectId: id, detail: { customerId, ...pot } })
  return listPots(db, customerId)
}

/** Throws 404 for unknown hours, and 409 for those that are drawn from or on a billed basis. */
export async function removePot(db: Db, actor: StaffActor, id: string) {
  const pot = await activePots(db).select('customerId').where('pots.id', '=', id).executeTakeFirst()
  if (!pot) throw notFound(POT_NOT_FOUND)
  const removed = await onConstraint(
    {
      pots_undrawn: () => new AppError(409, 'drawn', POT_IS_DRAWN),
      pots_billed: ({ detail }) => rowIsBilled(detail),
    },
    () =>
      db
        .updateTable('pots')
        .set({ removedAt: sql<string>`now()`, removedBy: actor.userId })
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirst(),
  )
  if (!removed) throw notFound(POT_NOT_FOUND)
  await audit(db, actor, { action: 'deleted', subject: 'pot', subjectId: id })
  return listPots(db, pot.customerId)
}
