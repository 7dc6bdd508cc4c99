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
async function differenceNow(db: Db, orgId: string, basis: Marked & { id: string }) {
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
  return differenceOf(await storedBasis(db, orgId, basis), now)
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
