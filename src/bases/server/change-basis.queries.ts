import { sql } from 'kysely'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { AppError, invalid, notFound } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import { enqueue } from '#lib/server/jobs.ts'
import {
  BASIS_MOVED_ON,
  BASIS_NOT_FOUND,
  BASIS_OUTDATED,
  type BasisState,
  NEEDS_APPROVAL,
  type NewAnswer,
  NOT_ALL_REPORTED,
} from '../bases.contract.ts'
import { basisNumber } from '../bases.rules.ts'
import { getBasis } from './bases.queries.ts'

/** The task that mails those whom a change of a basis concerns (basis-mail.ts). */
export const BASIS_TELL = 'basis-tell'
export type BasisNews = 'sent' | 'reminder' | 'outdated' | 'approved' | 'asked' | 'answered' | 'withdrawn'

export const tellAbout = (db: Db, orgId: string | null, basisId: string, what: BasisNews) =>
  enqueue(db, BASIS_TELL, { orgId, basisId, what })

const movedOn = () => new AppError(409, 'conflict', BASIS_MOVED_ON)

/** What the database refuses (guard_basis), in words. */
const withStateErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      bases_state_order: movedOn,
      bases_current: () => new AppError(409, 'outdated', BASIS_OUTDATED),
      bases_approved: () => invalid(NEEDS_APPROVAL),
      bases_rows_reported: () => invalid(NOT_ALL_REPORTED),
      pot_draws_within_pot: () => new AppError(409, 'outdated', BASIS_OUTDATED),
    },
    statement,
  )

async function stateOf(db: Db, id: string): Promise<BasisState> {
  const basis = await db.selectFrom('bases').select('state').where('id', '=', id).executeTakeFirst()
  if (!basis) throw notFound(BASIS_NOT_FOUND)
  return basis.state
}

/** Throws 404 for an unknown basis and 409 for one that is no draft or outdated. */
export async function sendBasis(db: Db, actor: StaffActor, id: string) {
  if ((await stateOf(db, id)) !== 'draft') throw movedOn()
  await withStateErrors(() =>
    db
      .updateTable('bases')
      .set({ state: 'sent', sentAt: sql<string>`now()`, sentBy: actor.userId })
      .where('id', '=', id)
      .execute(),
  )
  await tellAbout(db, actor.orgId, id, 'sent')
  await audit(db, actor, { action: 'sent', subject: 'basis', subjectId: id })
  return getBasis(db, id)
}

/** The customer's approval, noted by staff. Throws 404 for an unknown basis and 409 for one that is not sent or outdated. */
export async function approveForCustomer(db: Db, actor: StaffActor, id: string, note: string) {
  if ((await stateOf(db, id)) !== 'sent') throw movedOn()
  await withStateErrors(() =>
    db
      .updateTable('bases')
      .set({
        ...{ state: 'approved', approvedAt: sql<string>`now()`, approvedBy: actor.userId },
        ...{ approvedName: actor.fullName ?? actor.email, approvalNote: note },
      })
      .where('id', '=', id)
      .execute(),
  )
  await audit(db, actor, { action: 'approved', subject: 'basis', subjectId: id })
  return getBasis(db, id)
}

/**
 * Gives the basis its number. Its rows, customer and pots are locked before the basis, as changing them does. Throws 404 for an
 * unknown basis, 409 for an outdated one, and 422 when a row is not reported or the customer has not approved.
 */
export async function billBasis(db: Db, actor: StaffActor, id: string) {
  await stateOf(db, id)
  await sql`select from time_entries e join basis_rows r on r.org_id = e.org_id and r.source_id = e.id
    where r.basis_id = ${id}::uuid and r.source = 'time' order by e.id for no key update of e`.execute(db)
  await sql`select lock_pots_of_basis(actor.org_id(), ${id}::uuid)`.execute(db)
  const { numberYear, number } = await withStateErrors(() =>
    db
      .updateTable('bases')
      .set({ state: 'billed', billedAt: sql<string>`now()`, billedBy: actor.userId })
      .where('id', '=', id)
      .where('state', '!=', 'billed')
      .returning(['numberYear', 'number'])
      .executeTakeFirst(),
  ).then((billed) => {
    if (!billed) throw movedOn()
    return billed
  })
  await audit(db, actor, {
    action: 'billed',
    subject: 'basis',
    subjectId: id,
    detail: { number: basisNumber(numberYear, number) },
  })
  return getBasis(db, id)
}

/** Throws 404 for an unknown basis and 409 for one that is not billed. */
export async function withdrawBasis(db: Db, actor: StaffActor, id: string, reason: string) {
  if ((await stateOf(db, id)) !== 'billed') throw movedOn()
  await withStateErrors(() =>
    db
      .updateTable('bases')
      .set({ state: 'withdrawn', endedAt: sql<string>`now()`, endedBy: actor.userId, reason })
      .where('id', '=', id)
      .execute(),
  )
  await tellAbout(db, actor.orgId, id, 'withdrawn')
  await audit(db, actor, { action: 'withdrawn', subject: 'basis', subjectId: id })
  return getBasis(db, id)
}

/** Throws 404 for an unknown question. */
export async function answerQuestion(db: Db, actor: StaffActor, id: string, { position, answer }: NewAnswer) {
  const answered = await db
    .updateTable('basisQuestions')
    .set({ answer, answeredBy: actor.userId, answeredAt: sql<string>`now()` })
    .where('basisId', '=', id)
    .where('position', '=', position)
    .returning('position')
    .executeTakeFirst()
  if (!answered) throw notFound('Frågan finns inte')
  await tellAbout(db, actor.orgId, id, 'answered')
  await audit(db, actor, { action: 'answered', subject: 'basis', subjectId: id, detail: { position } })
  return getBasis(db, id)
}

/** Removes a draft. Throws 404 for an unknown basis and 409 for one that has been sent. */
export async function removeDraft(db: Db, actor: StaffActor, id: string) {
  if ((await stateOf(db, id)) !== 'draft') throw movedOn()
  await db.deleteFrom('bases').where('id', '=', id).execute()
  await audit(db, actor, { action: 'deleted', subject: 'basis', subjectId: id })
}
