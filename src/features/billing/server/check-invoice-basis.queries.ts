// Checks an invoice basis that something may have changed: composes it again and compares (docs/decisions/120).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { type ComparedBasis, differenceOf, hasChangedRows } from '../difference.rules.ts'
import { unbilledStates } from '../invoice-bases.contract.ts'
import { composeInvoiceBasis } from './compose-invoice-basis.queries.ts'
import { rowsOfMonths } from './create-invoice-basis.queries.ts'
import { monthsHeld } from './earlier-months.queries.ts'

/** A check that changes overtake this many times leaves the mark to the next job or act. */
const ATTEMPTS = 3

/** Clears the mark of a basis, or says what differs. Nothing when it is not marked, or ended. As staff or the jobs. */
export async function checkInvoiceBasis(db: Db, orgId: string, id: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const basis = await findMarked(db, orgId, id)
    if (!basis?.mark) return
    const difference = await differenceNow(db, orgId, { ...basis, id })
    const { rows } = await sql<{
      isSettled: boolean
    }>`select settle_invoice_basis(${orgId}::uuid, ${id}::uuid, ${basis.mark},
      ${difference !== undefined && hasChangedRows(difference)}, ${difference ? JSON.stringify(difference) : null}::jsonb)
      as is_settled`.execute(db)
    if (rows[0]?.isSettled) return
  }
}

/** What differs between a basis and what it would be now. */
const differenceNow = async (db: Db, orgId: string, basis: Marked & { id: string }) =>
  (await comparedNow(db, orgId, basis)).difference

async function comparedNow(db: Db, orgId: string, basis: Marked & { id: string }) {
  const { id, customerId } = basis
  const composed = await composeInvoiceBasis(db, { orgId, customerId }, monthOf(basis.month), {
    chosen: basis.takenMonths.map(monthOf),
    held: await monthsHeld(db, orgId, id),
    self: id,
    addedTo: id,
  })
  const now: ComparedBasis = {
    rows: rowsOfMonths(composed),
    lines: composed.lines.map(
      ({ article = null, articleNumber = null, month = null, recipientId = null, orderNumber = null, ...line }) => ({
        ...line,
        article,
        articleNumber,
        month,
        recipientId,
        orderNumber,
      }),
    ),
    netOre: composed.priced.netOre,
    totalOre: composed.priced.totalOre,
    needsApproval: composed.terms.needsApproval,
    isPrivate: composed.terms.isPrivate,
  }
  return { difference: differenceOf(await storedBasis(db, orgId, basis), now), lines: composed.lines }
}

/**
 * What keeping an approved basis forgoes: for each of its lines of a period how much more or less that costs now, and how it is
 * priced, with what differs. Undefined for a basis that cannot be kept.
 */
export async function forgoneNow(db: Db, orgId: string, id: string) {
  const basis = await findMarked(db, orgId, id)
  if (!basis || basis.mark !== null) return undefined
  const { difference, lines } = await comparedNow(db, orgId, { ...basis, id })
  const stored = await db
    .selectFrom('invoiceBasisLines')
    .select(['position', 'chargeId', 'periodFrom', 'netOre'])
    .where('orgId', '=', orgId)
    .where('basisId', '=', id)
    .where('periodFrom', 'is not', null)
    .execute()
  const forgone = stored.map(({ position, chargeId, periodFrom, netOre }) => {
    const line = lines.find(({ period, charge }) => period?.from === periodFrom && (charge?.id ?? null) === chargeId)
    return { position, ore: (line?.netOre ?? 0) - netOre, charged: line?.charge?.charged ?? null }
  })
  return { difference, forgone }
}

/** Whether a check would find a marked basis outdated; the mark stays, and nobody is told. */
export async function wouldBeOutdated(db: Db, orgId: string, id: string): Promise<boolean> {
  const basis = await findMarked(db, orgId, id)
  const difference = basis?.mark && (await differenceNow(db, orgId, { ...basis, id }))
  if (!difference) return false
  const { rows } = await sql<{ isNew: boolean }>`
    select ${JSON.stringify(difference)}::jsonb is distinct from kept_difference as is_new
    from invoice_bases where org_id = ${orgId}::uuid and id = ${id}::uuid`.execute(db)
  return rows[0]?.isNew === true
}

type Marked = NonNullable<Awaited<ReturnType<typeof findMarked>>>

const findMarked = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('invoiceBases')
    .select(['customerId', 'month', 'takenMonths', 'netOre', 'totalOre', 'needsApproval', 'isPrivate'])
    .select(sql<string | null>`check_at::text`.as('mark'))
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('state', 'in', unbilledStates)
    .executeTakeFirst()

type Stored = Pick<ComparedBasis, 'netOre' | 'totalOre' | 'needsApproval' | 'isPrivate'> & { id: string }

async function storedBasis(db: Db, orgId: string, { id, ...basis }: Stored): Promise<ComparedBasis> {
  const [rows, lines] = await Promise.all([
    db
      .selectFrom('invoiceBasisRows')
      .select(['source', 'sourceId', 'version', 'workDate', 'timeFrom', 'timeTo', 'fromIsFirst', 'toIsFirst', 'kind'])
      .select(['technician', 'description', 'ticketNumber', 'minutes', 'unbilledReason', 'lines'])
      .where('orgId', '=', orgId)
      .where('basisId', '=', id)
      .execute(),
    db
      .selectFrom('invoiceBasisLines')
      .select(['kind', 'article', 'isRut', 'month', 'unit', 'per', 'quantity', 'unitOre', 'netOre', 'vatPercent'])
      .select(['articleNumber', 'recipientId', 'orderNumber'])
      .where('orgId', '=', orgId)
      .where('basisId', '=', id)
      .orderBy('position')
      .execute(),
  ])
  return {
    rows,
    lines: lines.map((line) => ({ ...line, month: line.month && monthOf(line.month) })),
    netOre: basis.netOre,
    totalOre: basis.totalOre,
    needsApproval: basis.needsApproval,
    isPrivate: basis.isPrivate,
  }
}
