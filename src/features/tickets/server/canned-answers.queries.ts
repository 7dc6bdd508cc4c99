import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { inSwedishOrder } from '#platform/database/swedish-order.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import {
  CANNED_MAX,
  CANNED_NOT_FOUND,
  CannedAnswer,
  type ChangedCannedAnswer,
  type NewCannedAnswer,
} from '../canned-answers.contract.ts'

const columns = ['id', 'name', 'text', 'version'] as const

/** All of the actor's organization, by name. */
export const listCannedAnswers = (db: Db): Promise<CannedAnswer[]> =>
  db.selectFrom('cannedAnswers').select(columns).orderBy(inSwedishOrder).execute()

/** Throws 404 for one that the actor may not see. */
async function getCannedAnswer(db: Db, id: string): Promise<CannedAnswer> {
  const answer = await db.selectFrom('cannedAnswers').select(columns).where('id', '=', id).executeTakeFirst()
  if (!answer) throw notFound(CANNED_NOT_FOUND)
  return answer
}

const refusals = {
  canned_answers_name_is_unique: () => invalidField('name', 'Det finns redan ett färdigt svar med det namnet'),
  canned_answers_at_most_max: () =>
    invalidField('name', `Det får finnas högst ${CANNED_MAX} färdiga svar. Ta bort något som ingen använder.`),
}

/** Throws 422 for a name that is taken, for more than CANNED_MAX, and for staff without an organization. */
export async function createCannedAnswer(db: Db, actor: StaffActor, answer: NewCannedAnswer): Promise<CannedAnswer> {
  const row = { ...answer, orgId: organizationOf(actor), id: uuidv7() }
  return onConstraint(refusals, () =>
    db.insertInto('cannedAnswers').values(row).returning(columns).executeTakeFirstOrThrow(),
  )
}

/** Throws 404 for one that the actor may not see, 422 for the name of another, 409 with the current one for an outdated version. */
export async function changeCannedAnswer(
  db: Db,
  id: string,
  { version, ...answer }: ChangedCannedAnswer,
): Promise<CannedAnswer> {
  const changed = await onConstraint(refusals, () =>
    db
      .updateTable('cannedAnswers')
      .set({ ...answer, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(columns)
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(CannedAnswer, await getCannedAnswer(db, id))
  return changed
}

/** Throws 404 for one that the actor may not see. */
export async function removeCannedAnswer(db: Db, id: string) {
  const removed = await db.deleteFrom('cannedAnswers').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw notFound(CANNED_NOT_FOUND)
}
