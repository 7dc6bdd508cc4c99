// Checks an invoice basis that something may have changed: composes it again and compares (docs/decisions/120).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { type ComparedBasis, differenceOf, hasChangedRows } from '../difference.rules.ts'
import { unbilledStates } from '../invoice-bases.contract.ts'
import { composeInvoiceBasis } from './compose-invoice-basis.queries.ts'
import { rowsOfMonths } from './create-invoice-basis.queries.ts'
import { monthsHeld } from './taken-months.queries.ts'

/** After so many changes while it was pricing, the next job or act checks. */
const ATTEMPTS = 3

/** Clears the mark of a basis, or says what differs. Nothing when it is not marked, or ended. As staff or the jobs. */
export async function checkInvoiceBasis(db: Db, orgId: string, id: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const basis = await findMarked(db, orgId, id)
    if (!basis?.mark) return
    const of = { orgId, customerId: basis.customerId }
    const composed = await composeInvoiceBasis(db, of, monthOf(basis.month), {
      chosen: basis.takenMonths.map(monthOf),
      held: await monthsHeld(db, orgId, id),
      self: id,
      addedTo: id,
    })
    const now: ComparedBasis = {
      rows: rowsOfMonths(composed),
      lines: composed.lines.map(({ article = null, articleNumber = null, month = null, ...line }) => ({
        ...line,
        article,
        articleNumber,
        month,
      })),
      netOre: composed.priced.netOre,
      totalOre: composed.priced.totalOre,
      needsApproval: composed.terms.needsApproval,
    }
    const difference = differenceOf(await storedBasis(db, orgId, { ...basis, id }), now)
    const { rows } = await sql<{
      isSettled: boolean
    }>`select settle_invoice_basis(${orgId}::uuid, ${id}::uuid, ${basis.mark},
      ${difference !== undefined && hasChangedRows(difference)}, ${difference ? JSON.stringify(difference) : null}::jsonb)
      as is_settled`.execute(db)
    if (rows[0]?.isSettled) return
  }
}

const findMarked = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('invoiceBases')
    .select(['customerId', 'month', 'takenMonths', 'netOre', 'totalOre', 'needsApproval'])
    .select(sql<string | null>`check_at::text`.as('mark'))
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('state', 'in', unbilledStates)
    .executeTakeFirst()

type Stored = Pick<ComparedBasis, 'netOre' | 'totalOre' | 'needsApproval'> & { id: string }

async function storedBasis(
  db: Db,
  orgId: string,
  { id, netOre, totalOre, needsApproval }: Stored,
): Promise<ComparedBasis> {
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
      .select('articleNumber')
      .where('orgId', '=', orgId)
      .where('basisId', '=', id)
      .orderBy('position')
      .execute(),
  ])
  return {
    rows,
    lines: lines.map((line) => ({ ...line, month: line.month && monthOf(line.month) })),
    netOre,
    totalOre,
    needsApproval,
  }
}
