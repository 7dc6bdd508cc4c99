// Sent and approved invoice bases that a change would make outdated, which a person sees before it is saved (docs/decisions/128).
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { type Confirmation, NEEDS_CONFIRMATION, ToConfirm } from '#shared/confirmation.contract.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { invoiceBasisPath, invoiceBasisStateLabels } from '../invoice-bases.rules.ts'
import { wouldBeOutdated } from './check-invoice-basis.queries.ts'

/** At most this many are compared; further ones are listed without, so that a change takes no longer than a request may. */
const COMPARED_MAX = 200

/**
 * Makes a change of prices or hours and refuses it, with 409 and the list, when bases that customers have would be outdated by it
 * and the confirmation is not of this list. The triggers mark what may differ; comparing tells what does.
 */
export async function confirmTouched<T>(
  db: Db,
  actor: StaffActor,
  { confirmed }: Confirmation,
  change: () => Promise<T>,
): Promise<T> {
  const result = await change()
  const touched = await listTouched(db, organizationOf(actor))
  if (touched.length === 0) return result
  const seen = createHash('sha256')
    .update(touched.map(({ id, state }) => `${id} ${state}`).join('\n'))
    .digest('hex')
  if (seen === confirmed) return result
  const rows = touched.map(({ id, state, customerName, month }) => ({
    text: `${customerName}, ${formatMonth(monthOf(month))}: ${invoiceBasisStateLabels[state]}`,
    path: invoiceBasisPath(id),
  }))
  const message = `Ändringen gäller ${plural(rows.length, 'underlag', 'underlag')} som kunder redan har, och som behöver göras om eller behållas.`
  throw new AppError(409, NEEDS_CONFIRMATION, message, { current: ToConfirm.parse({ seen, rows }) })
}

async function listTouched(db: Db, orgId: string) {
  const marked = await listMarkedHere(db)
  const touched: typeof marked = []
  for (const [index, basis] of marked.entries())
    if (index >= COMPARED_MAX || (await wouldBeOutdated(db, orgId, basis.id))) touched.push(basis)
  return touched
}

/** Marks of this transaction: `now()` is when it began. */
const listMarkedHere = (db: Db) =>
  db
    .selectFrom('invoiceBases')
    .select(['id', 'state', 'customerName', 'month'])
    .where('state', 'in', ['sent', 'approved'])
    .where('outdatedAt', 'is', null)
    .where('checkAt', '>=', sql<string>`now()`)
    .orderBy(sql`customer_name collate "sv-SE-x-icu"`)
    .orderBy('month')
    .orderBy('id')
    .execute()
