// Acts on the invoice bases of many customers: what cannot be done for one stops none of the others.
import type { FastifyBaseLogger } from 'fastify'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { refusalOf } from '#platform/http/errors.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { invoiceBasisNumber } from '../invoice-bases.rules.ts'
import { INVOICE_BASIS_EXISTS, NOTHING_TO_BILL } from '../invoice-basis-refusals.rules.ts'
import type { Billed, Made, ManyOfMonth } from '../month.contract.ts'
import { billInvoiceBasis, removeDraft } from './change-invoice-basis.queries.ts'
import { checkInvoiceBasis } from './check-invoice-basis.queries.ts'
import { createInvoiceBasis, liveBasisOf } from './create-invoice-basis.queries.ts'

type Parts = { transaction: Transaction; actor: StaffActor; log: FastifyBaseLogger }

/**
 * Makes the basis of each customer without one, and anew that of an outdated draft, which is removed when nothing is left of it. A
 * customer that has a basis keeps it.
 */
export async function createForMany(parts: Parts, { month, customerIds }: ManyOfMonth): Promise<Made[]> {
  const made: Made[] = []
  for (const customerId of customerIds) {
    const of = { month, customerId }
    const outcome = await attempted(parts, (db) => createIfMissing(db, parts.actor, of))
    const isEmpty = outcome.reason === NOTHING_TO_BILL
    const isRemoved = isEmpty && (await attempted(parts, (db) => removeOutdated(db, parts.actor, of))).value === true
    // A colleague was first.
    const reason = isRemoved || outcome.reason === INVOICE_BASIS_EXISTS ? null : outcome.reason
    made.push({ customerId, isMade: outcome.value ?? false, isRemoved, reason })
  }
  return made
}

type OfMonth = { month: string; customerId: string }

async function removeOutdated(db: Db, actor: StaffActor, of: OfMonth): Promise<boolean> {
  const live = await checkedLive(db, actor, of)
  if (!live || !isOutdatedDraft(live)) return false
  await removeDraft(db, actor, live.id)
  return true
}

async function createIfMissing(db: Db, actor: StaffActor, of: OfMonth): Promise<boolean> {
  const live = await checkedLive(db, actor, of)
  if (live && !isOutdatedDraft(live)) return false
  await createInvoiceBasis(db, actor, { ...of, replaces: live?.id ?? null })
  return true
}

/** The live basis of the month, compared with its rows if these have changed. */
async function checkedLive(db: Db, actor: StaffActor, of: OfMonth) {
  const live = await liveBasisOf(db, of).executeTakeFirst()
  if (!live?.checkAt) return live
  await checkInvoiceBasis(db, organizationOf(actor), live.id)
  return liveBasisOf(db, of).executeTakeFirst()
}

const isOutdatedDraft = ({ state, outdatedAt }: { state: string; outdatedAt: string | null }) =>
  state === 'draft' && outdatedAt !== null

/** Bills each in the given order; one that was billed already says its number. */
export async function billMany(parts: Parts, ids: readonly string[]): Promise<Billed[]> {
  const billed: Billed[] = []
  for (const id of ids) {
    await parts.transaction((db) => checkInvoiceBasis(db, organizationOf(parts.actor), id))
    const { value, reason } = await attempted(parts, async (db) => (await billInvoiceBasis(db, parts.actor, id)).number)
    const number = value ?? (await parts.transaction((db) => findNumber(db, id)))
    billed.push({ id, number, reason: number === null ? reason : null })
  }
  return billed
}

async function findNumber(db: Db, id: string): Promise<string | null> {
  const basis = await db
    .selectFrom('invoiceBases')
    .select(['numberYear', 'number'])
    .where('id', '=', id)
    .where('state', '=', 'billed')
    .executeTakeFirst()
  return basis ? invoiceBasisNumber(basis.numberYear, basis.number) : null
}

/** Whoever is signed out or gets no database would be refused for each of the others too. */
const endsAll = new Set(['signed_out', 'forbidden', 'database_away'])

async function attempted<T>(
  { transaction, log }: Parts,
  work: (db: Db) => Promise<T>,
): Promise<{ value?: T; reason: string | null }> {
  try {
    return { value: await transaction(work), reason: null }
  } catch (error) {
    const { code, message, status } = refusalOf(error)
    if (status === 401 || endsAll.has(code)) throw error
    if (status === 500) log.error({ err: error }, 'one of many failed')
    return { reason: message }
  }
}
