import { sql } from 'kysely'
import { hoursOf } from '#agreements/hours.rules.ts'
import { withPotNames } from '#agreements/line-words.rules.ts'
import { type PricedMonth, priceMonth } from '#agreements/pricing.rules.ts'
import { getMonthToPrice, type ReadMonth, readMonth } from '#agreements/server/month.queries.ts'
import { CUSTOMER_NOT_FOUND } from '#customers/customers.contract.ts'
import { customerById } from '#customers/server/customers.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { plural } from '#lib/plural.rules.ts'
import { AppError, invalid, notFound } from '#lib/server/app-error.ts'
import { organizationOf } from '#lib/server/organization.ts'
import { expenseText } from '#time/expenses.rules.ts'
import { BASIS_EXISTS, type NewBasis, NOTHING_TO_BILL } from '../bases.contract.ts'

/**
 * Takes a snapshot of a customer's month. Throws 404 for an unknown customer, 409 when `replaces` is not the month's live
 * basis, and 422 for a billed one, a month without rows, or one with a row that has no price.
 */
export async function createBasis(db: Db, actor: StaffActor, { customerId, month, replaces }: NewBasis) {
  const orgId = organizationOf(actor)
  // Waits for time that is being written, whose triggers lock the customer `for key share`: this snapshot contains it.
  const customer = await customerById(db, customerId).forUpdate().executeTakeFirst()
  if (!customer) throw notFound(CUSTOMER_NOT_FOUND)
  await endLive(db, actor, { customerId, month, replaces })
  const read = await readMonth(db, customerId, month)
  const { work, expenses, bought } = read
  const toPrice = await getMonthToPrice(db, customerId, month, read)
  const priced = priceMonth(toPrice)
  const rowCount = work.length + expenses.length + bought.length
  if (rowCount === 0) throw invalid(NOTHING_TO_BILL)
  if (priced.unpriced.length > 0)
    throw invalid(
      `${plural(priced.unpriced.length, 'tidrad', 'tidrader')} har inget pris. Ge kunden ett avtal eller välj standardvillkor.`,
    )
  const withoutPrice = expenses.filter(({ priceOre }) => priceOre === null).length
  if (withoutPrice > 0)
    throw invalid(`${plural(withoutPrice, 'rad', 'rader')} med resa eller material saknar pris. Ange priset först.`)
  const id = uuidv7()
  const { netOre, vat, vatOre, totalOre, rutOre, sums } = priced
  await db
    .insertInto('bases')
    .values({
      orgId,
      id,
      customerId,
      customerName: customer.name,
      month: `${month}-01`,
      createdBy: actor.userId,
      isPrivate: toPrice.isPrivate,
      isReverseCharge: toPrice.isReverseCharge,
      needsApproval: [
        ...[...work, ...expenses].map(({ workDate }) => workDate),
        ...bought.map(({ boughtOn }) => boughtOn),
      ].some((date) => toPrice.agreementOn(date)?.terms.needsApproval),
      rowCount,
      minutes: work.reduce((sum, { minutes }) => sum + minutes, 0),
      labourOre: sums.labour,
      travelOre: sums.travel,
      materialOre: sums.material,
      potsOre: sums.pots,
      rutOre,
      netOre,
      vat: JSON.stringify(vat),
      vatOre,
      totalOre,
    })
    .execute()
  await insertLines(db, orgId, id, withPotNames(priced.lines, toPrice))
  await insertRows(db, orgId, id, [
    ...timeRows(work, priced),
    ...expenseRows(expenses, priced),
    ...potRows(bought, priced),
  ])
  if (replaces) {
    await keepQuestions(db, id, replaces)
    await db.deleteFrom('bases').where('id', '=', replaces).where('sentAt', 'is', null).execute()
  }
  await audit(db, actor, {
    action: 'created',
    subject: 'basis',
    subjectId: id,
    detail: { customerId, month, replaces, totalOre },
  })
  return id
}

/** Ends the month's live basis, which must be the expected one. */
async function endLive(db: Db, actor: StaffActor, { customerId, month, replaces }: NewBasis) {
  const live = await db
    .selectFrom('bases')
    .select(['id', 'state'])
    .where('customerId', '=', customerId)
    .where('month', '=', `${month}-01`)
    .where('state', 'in', ['draft', 'sent', 'approved', 'billed'])
    .forUpdate()
    .executeTakeFirst()
  if ((live?.id ?? null) !== replaces) throw new AppError(409, 'conflict', BASIS_EXISTS)
  if (!live) return
  if (live.state === 'billed') throw invalid('Underlaget är fakturerat. Ta tillbaka det först.')
  await db
    .updateTable('bases')
    .set({ state: 'replaced', endedAt: sql<string>`now()`, endedBy: actor.userId })
    .where('id', '=', live.id)
    .execute()
}

async function insertLines(db: Db, orgId: string, basisId: string, lines: PricedMonth['lines']) {
  await db
    .insertInto('basisLines')
    .values(
      lines.map(({ article = null, potId = null, ...line }, index) => ({
        orgId,
        basisId,
        position: index + 1,
        article,
        potId,
        ...line,
      })),
    )
    .execute()
}

/** A row of a basis without its position. */
const timeRows = (work: ReadMonth['work'], { rows }: PricedMonth) => {
  const priced = new Map(rows.map((row) => [row.id, row]))
  return work.map((entry) => {
    const row = priced.get(entry.id)
    return {
      source: 'time',
      source_id: entry.id,
      version: entry.version,
      work_date: entry.workDate,
      time_from: entry.isPlaced ? entry.timeFrom : null,
      time_to: entry.isPlaced ? entry.timeTo : null,
      from_is_first: entry.fromIsFirst,
      to_is_first: entry.toIsFirst,
      kind: entry.kind,
      technician: entry.technician,
      description: entry.description,
      ticket_number: entry.ticketNumber,
      minutes: entry.minutes,
      charged_minutes: row?.chargedMinutes ?? 0,
      duty_minutes: row?.dutyMinutes ?? 0,
      lines: row?.shares.map(({ line }) => line + 1) ?? [],
    }
  })
}

const expenseRows = (expenses: ReadMonth['expenses'], { lineOfExpense }: PricedMonth) =>
  expenses.map((expense) => ({
    source: 'expense',
    source_id: expense.id,
    version: expense.version,
    work_date: expense.workDate,
    time_from: null,
    time_to: null,
    from_is_first: false,
    to_is_first: false,
    kind: expense.kind,
    technician: expense.fullName,
    description: expenseText(expense),
    ticket_number: expense.ticketNumber,
    minutes: 0,
    charged_minutes: 0,
    duty_minutes: 0,
    lines: [(lineOfExpense.get(expense.id) ?? 0) + 1],
  }))

const potRows = (bought: ReadMonth['bought'], { lines }: PricedMonth) =>
  bought.map(({ id, boughtOn, validUntil, minutes }) => ({
    source: 'pot',
    source_id: id,
    version: 1,
    work_date: boughtOn,
    kind: 'bought',
    time_from: null,
    time_to: null,
    from_is_first: false,
    to_is_first: false,
    technician: null,
    description: `Timbank, ${hoursOf(minutes)} tim${validUntil ? `, gäller till ${validUntil}` : ''}`,
    ticket_number: null,
    minutes: 0,
    charged_minutes: 0,
    duty_minutes: 0,
    lines: [lines.findIndex((line) => line.kind === 'bought' && line.potId === id) + 1],
  }))

type Row = ReturnType<typeof timeRows | typeof expenseRows | typeof potRows>[number]

/** In one statement with one parameter, however many rows a month has. */
async function insertRows(db: Db, orgId: string, basisId: string, rows: readonly Row[]) {
  const values = rows.map((row, index) => ({ position: index + 1, ...row }))
  await sql`
    insert into basis_rows (org_id, basis_id, position, source, source_id, version, work_date, time_from, time_to,
      from_is_first, to_is_first, kind, technician, description, ticket_number, minutes, charged_minutes, duty_minutes, lines)
    select ${orgId}::uuid, ${basisId}::uuid, position, source, source_id, version, work_date, time_from, time_to,
      from_is_first, to_is_first, kind, technician, description, ticket_number, minutes, charged_minutes, duty_minutes,
      array(select jsonb_array_elements_text(lines)::int)
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as rows (position int, source text, source_id uuid, version int,
      work_date date, time_from time, time_to time, from_is_first boolean, to_is_first boolean, kind text, technician text, description text, ticket_number int,
      minutes int, charged_minutes int, duty_minutes int, lines jsonb)`.execute(db)
}

/** What the customer asked about rows that are here again. */
async function keepQuestions(db: Db, basisId: string, replaced: string) {
  await sql`
    insert into basis_questions (org_id, basis_id, position, question, asked_by, asked_name, asked_at, answer, answered_by,
      answered_at)
    select now.org_id, now.basis_id, now.position, q.question, q.asked_by, q.asked_name, q.asked_at, q.answer, q.answered_by,
      q.answered_at
    from basis_questions q
    join basis_rows before on before.org_id = q.org_id and before.basis_id = q.basis_id and before.position = q.position
    join basis_rows now on now.org_id = q.org_id and now.basis_id = ${basisId}::uuid and now.source = before.source
      and now.source_id = before.source_id
    where q.basis_id = ${replaced}::uuid`.execute(db)
}
