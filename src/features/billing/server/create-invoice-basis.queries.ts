import { sql } from 'kysely'
import { CUSTOMER_NOT_FOUND } from '#features/customers/customers.contract.ts'
import { customerById } from '#features/customers/server/customers.queries.ts'
import { expenseText } from '#features/time/expenses.rules.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { hoursOf } from '#shared/typed-hours.rules.ts'
import type { InvoiceBasisRows } from '../billing.tables.ts'
import { liveStates } from '../invoice-bases.contract.ts'
import type { NewInvoiceBasis } from '../invoice-basis-input.contract.ts'
import { INVOICE_BASIS_EXISTS, NOTHING_TO_BILL } from '../invoice-basis-refusals.rules.ts'
import type { PricedMonth } from '../pricing.rules.ts'
import { insertLines } from './basis-lines.queries.ts'
import { type Composed, composeInvoiceBasis } from './compose-invoice-basis.queries.ts'
import { recordCounts } from './counted.queries.ts'
import { monthsHeld } from './earlier-months.queries.ts'
import { copyFreeLines, discountColumns, lastWithdrawn, sumsWithAdded } from './free-lines.queries.ts'
import { type ReadMonth, withPrice } from './month.queries.ts'

/**
 * Takes a snapshot of a customer's month. Throws 404 for an unknown customer, 409 when `replaces` is not the month's live
 * basis, and 422 for a billed one, a month without rows and recurring charges, or one with a row that has no price.
 */
export async function createInvoiceBasis(db: Db, actor: StaffActor, basis: NewInvoiceBasis) {
  const { customerId, month, replaces } = basis
  const orgId = organizationOf(actor)
  // Waits for time that is being written, whose triggers lock the customer `for key share`, so that the snapshot contains it.
  const customer = await customerById(db, customerId).forUpdate().executeTakeFirst()
  if (!customer) throw notFound(CUSTOMER_NOT_FOUND)
  const takenMonths = await endLive(db, actor, basis)
  const addedTo = replaces ?? (await lastWithdrawn(db, customerId, month))
  const composed = await composeInvoiceBasis(db, { orgId, customerId }, month, {
    chosen: basis.earlier ?? takenMonths,
    held: replaces ? await monthsHeld(db, orgId, replaces) : [],
    self: null,
    addedTo,
  })
  const { read, priced } = composed
  refuseEarly(composed, basis)
  refuseUnpriced(read, priced)
  const id = uuidv7()
  await db
    .insertInto('invoiceBases')
    .values({
      orgId,
      id,
      customerId,
      customerName: customer.name,
      month: `${month}-01`,
      createdBy: actor.userId,
      takenMonths: composed.chosen.map((one) => `${one}-01`),
      discounted: JSON.stringify(priced.discounted),
      pricedRows: composed.pricedRows.length > 0 ? JSON.stringify(composed.pricedRows) : null,
      ...composed.terms,
      ...discountColumns(composed.added.discount),
      ...sumsOfMonth(read, priced),
    })
    .execute()
  await insertLines(db, orgId, id, composed.lines)
  await insertRows(db, orgId, id, rowsOfMonths(composed))
  await recordCounts(db, { orgId, basisId: id, customerId, month, today: todayInStockholm() })
  if (addedTo) await copyFreeLines(db, orgId, id, addedTo)
  if (replaces) {
    await copyQuestions(db, id, replaces)
    await db.deleteFrom('invoiceBases').where('id', '=', replaces).where('sentAt', 'is', null).execute()
  }
  await audit(db, actor, {
    action: 'created',
    subject: 'basis',
    subjectId: id,
    detail: { customerId, month, replaces, totalOre: priced.totalOre },
  })
  return id
}

/** Throws 422 for a month before the company bills, and for a chosen month that has a basis of its own or nothing left. */
function refuseEarly({ billingFrom, chosen }: Composed, { month, earlier = [] }: NewInvoiceBasis) {
  if (month < billingFrom) throw invalid(`Faktureringen börjar i ${formatMonth(billingFrom)}.`)
  const refused = earlier.find((one) => !chosen.includes(one))
  if (refused) throw invalid(`Raderna i ${formatMonth(refused)} kan inte tas med. Läs in månaden igen.`)
}

/** Throws 422 when there are neither rows nor recurring lines, or one of them has no price. */
function refuseUnpriced({ work, expenses, bought }: ReadMonth, { lines, unpriced, unpricedCharges }: PricedMonth) {
  if (unpricedCharges.length > 0)
    throw invalid(`Artikeln för ${unpricedCharges.join(', ')} har inget pris då. Ange priset först.`)
  if (work.length + expenses.length + bought.length + lines.length === 0) throw invalid(NOTHING_TO_BILL)
  if (unpriced.length > 0)
    throw invalid(
      `${plural(unpriced.length, 'tidrad', 'tidrader')} har inget pris. Ge kunden ett avtal eller välj standardvillkor.`,
    )
  const withoutPrice = expenses.length - withPrice(expenses).length
  if (withoutPrice > 0)
    throw invalid(`${plural(withoutPrice, 'rad', 'rader')} med resa eller material saknar pris. Ange priset först.`)
}

const sumsOfMonth = ({ work, expenses, bought }: ReadMonth, priced: PricedMonth) => ({
  rowCount: work.length + expenses.length + bought.length,
  minutes: work.reduce((sum, { minutes }) => sum + minutes, 0),
  labourOre: priced.sums.labour,
  travelOre: priced.sums.travel,
  materialOre: priced.sums.material,
  prepaidHoursOre: priced.sums.prepaidHours,
  ...sumsWithAdded(priced),
})

/** The live invoice basis of a customer's month. */
export const liveBasisOf = (db: Db, { customerId, month }: Pick<NewInvoiceBasis, 'customerId' | 'month'>) =>
  db
    .selectFrom('invoiceBases')
    .select(['id', 'state', 'outdatedAt', 'checkAt', 'takenMonths'])
    .where('customerId', '=', customerId)
    .where('month', '=', `${month}-01`)
    .where('state', 'in', liveStates)

/** Ends the month's live basis, which must be the expected one. Returns the months that were chosen for it. */
async function endLive(db: Db, actor: StaffActor, { replaces, ...basis }: NewInvoiceBasis) {
  const live = await liveBasisOf(db, basis).forUpdate().executeTakeFirst()
  if ((live?.id ?? null) !== replaces) throw new AppError(409, 'conflict', INVOICE_BASIS_EXISTS)
  if (!live) return []
  if (live.state === 'billed') throw invalid('Underlaget är fakturerat. Ta tillbaka det först.')
  await db
    .updateTable('invoiceBases')
    .set({ state: 'replaced', endedAt: sql<string>`now()`, endedBy: actor.userId })
    .where('id', '=', live.id)
    .execute()
  return live.takenMonths.map(monthOf)
}

/** A row of an invoice basis without its position. */
export type NewRow = Omit<InvoiceBasisRows, 'orgId' | 'basisId' | 'position' | 'isBilled'>

/** The rows of a basis: of its own month, then of earlier ones, each with time, travel and material, purchases. */
export const rowsOfMonths = ({ read, priced, months }: Composed): NewRow[] =>
  months.flatMap((month) => {
    const isOf = ({ workDate }: { workDate: string }) => monthOf(workDate) === month
    return [
      ...timeRows(read.work.filter(isOf), priced),
      ...expenseRows(read.expenses.filter(isOf), priced),
      ...prepaidHoursRows(
        read.bought.filter(({ boughtOn }) => monthOf(boughtOn) === month),
        priced,
      ),
    ]
  })

const timeRows = (work: ReadMonth['work'], { rows }: PricedMonth): NewRow[] => {
  const priced = new Map(rows.map((row) => [row.id, row]))
  return work.map((entry) => {
    const row = priced.get(entry.id)
    return {
      source: 'time',
      sourceId: entry.id,
      version: entry.version,
      workDate: entry.workDate,
      timeFrom: entry.isPlaced ? entry.timeFrom : null,
      timeTo: entry.isPlaced ? entry.timeTo : null,
      fromIsFirst: entry.fromIsFirst,
      toIsFirst: entry.toIsFirst,
      kind: entry.kind,
      technician: entry.technician,
      description: entry.description,
      ticketNumber: entry.ticketNumber,
      minutes: entry.minutes,
      chargedMinutes: row?.chargedMinutes ?? 0,
      afterHoursMinutes: row?.afterHoursMinutes ?? 0,
      unbilledReason: entry.unbilledReason,
      lines: row?.shares.map(({ line }) => line + 1) ?? [],
    }
  })
}

const expenseRows = (expenses: ReadMonth['expenses'], { lineOfExpense }: PricedMonth): NewRow[] =>
  expenses.map((expense) => ({
    source: 'expense',
    sourceId: expense.id,
    version: expense.version,
    workDate: expense.workDate,
    timeFrom: null,
    timeTo: null,
    fromIsFirst: false,
    toIsFirst: false,
    kind: expense.kind,
    technician: expense.fullName,
    description: expenseText(expense),
    ticketNumber: expense.ticketNumber,
    minutes: 0,
    chargedMinutes: 0,
    afterHoursMinutes: 0,
    unbilledReason: expense.unbilledReason,
    lines: [(lineOfExpense.get(expense.id) ?? -1) + 1].filter((line) => line > 0),
  }))

const prepaidHoursRows = (bought: ReadMonth['bought'], { lines }: PricedMonth): NewRow[] =>
  bought.map(({ id, boughtOn, validUntil, minutes }) => ({
    source: 'pot',
    sourceId: id,
    version: 1,
    workDate: boughtOn,
    kind: 'bought',
    timeFrom: null,
    timeTo: null,
    fromIsFirst: false,
    toIsFirst: false,
    technician: null,
    description: `Timbank, ${hoursOf(minutes)} tim${validUntil ? `, gäller till ${validUntil}` : ''}`,
    ticketNumber: null,
    minutes: 0,
    chargedMinutes: 0,
    afterHoursMinutes: 0,
    unbilledReason: null,
    lines: [lines.findIndex((line) => line.kind === 'bought' && line.prepaidHoursId === id) + 1],
  }))

/** A statement has at most 65 535 parameters, and a row has 20. */
const ROWS_PER_INSERT = 1000

async function insertRows(db: Db, orgId: string, basisId: string, rows: readonly NewRow[]) {
  const values = rows.map((row, index) => ({ orgId, basisId, position: index + 1, ...row }))
  for (let start = 0; start < values.length; start += ROWS_PER_INSERT)
    await db
      .insertInto('invoiceBasisRows')
      .values(values.slice(start, start + ROWS_PER_INSERT))
      .execute()
}

/** Copies the questions about rows that are on the new basis as well. */
async function copyQuestions(db: Db, basisId: string, replaced: string) {
  await sql`
    insert into invoice_basis_questions (org_id, basis_id, position, question, asked_by, asked_name, asked_at, answer, answered_by,
      answered_at)
    select now.org_id, now.basis_id, now.position, q.question, q.asked_by, q.asked_name, q.asked_at, q.answer, q.answered_by,
      q.answered_at
    from invoice_basis_questions q
    join invoice_basis_rows before on before.org_id = q.org_id and before.basis_id = q.basis_id and before.position = q.position
    join invoice_basis_rows now on now.org_id = q.org_id and now.basis_id = ${basisId}::uuid and now.source = before.source
      and now.source_id = before.source_id
    where q.basis_id = ${replaced}::uuid`.execute(db)
}
