// Changes of a draft by hand: its free lines and its discount (docs/decisions/125). Only the lines after those of rows and charges
// are made again, so that the rest stays as a check may compare it.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, conflict, invalid, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { withAdded } from '../added-lines.rules.ts'
import { ARTICLE_NOT_TO_CHOOSE } from '../charges.contract.ts'
import { FreeLine, OwnDiscount } from '../discount-fields.contract.ts'
import {
  type ChangedBasisDiscount,
  type ChangedFreeLine,
  DRAFT_ALONE,
  DRAFT_IS_LEAVING,
  FREE_LINE_NOT_FOUND,
  FREE_LINES_MAX,
  type NewFreeLine,
  TOO_MANY_FREE_LINES,
} from '../discounts.contract.ts'
import { INVOICE_BASIS_GONE } from '../invoice-basis-refusals.rules.ts'
import type { Line, LineKind } from '../invoice-lines.rules.ts'
import { totalsOf } from '../pricing.rules.ts'
import { hasReversed, type ReverseCharge } from '../reverse-charge.rules.ts'
import { insertLines } from './basis-lines.queries.ts'
import { discountColumns, listFreeLines, readAdded, sumsWithAdded } from './free-lines.queries.ts'
import { getInvoiceBasis } from './invoice-bases.queries.ts'
import { vatPercentsOf } from './month.queries.ts'
import { readRecurring } from './recurring-lines.queries.ts'

/** The lines that a change of a draft makes again. */
const REMADE: readonly LineKind[] = ['free', 'discount', 'carried']

type Draft = { id: string; customerId: string; month: string }

/** Locks the customer before the basis, as who makes one does. Throws 404 for an unknown basis and 409 for one that is no draft. */
async function lockDraft(db: Db, id: string): Promise<Draft> {
  await sql`select from customers c join invoice_bases b on b.org_id = c.org_id and b.customer_id = c.id
    where b.id = ${id}::uuid for no key update of c`.execute(db)
  const basis = await db
    .selectFrom('invoiceBases')
    .select(['id', 'customerId', 'month', 'state', 'sendingId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!basis) throw notFound(INVOICE_BASIS_GONE)
  if (basis.state !== 'draft') throw new AppError(409, 'conflict', DRAFT_ALONE)
  if (basis.sendingId !== null) throw new AppError(409, 'conflict', DRAFT_IS_LEAVING)
  return { id: basis.id, customerId: basis.customerId, month: monthOf(basis.month) }
}

/**
 * Throws 404 for an unknown basis and 409 for one that is no draft, as do the functions below; also 409, with the current discount,
 * when it was changed since.
 */
export async function setBasisDiscount(db: Db, actor: StaffActor, id: string, changed: ChangedBasisDiscount) {
  const { text, version, ...discount } = changed
  const draft = await lockDraft(db, id)
  const { discount: before } = await getInvoiceBasis(db, id)
  if (before.version !== version) throw conflict(OwnDiscount, before)
  const isNone = discount.basisPoints === null && discount.amountOre === null
  await db
    .updateTable('invoiceBases')
    .set({ ...discountColumns({ ...discount, text: isNone ? null : text }), discountVersion: version + 1 })
    .where('id', '=', id)
    .execute()
  return remake(db, actor, draft, { discount })
}

/** Also throws 422 for an article that is unknown or archived, and for one line too many. */
export async function addFreeLine(db: Db, actor: StaffActor, basisId: string, line: NewFreeLine) {
  const draft = await lockDraft(db, basisId)
  await requireChoosable(db, line.articleId)
  if ((await listFreeLines(db, basisId)).length >= FREE_LINES_MAX) throw invalid(TOO_MANY_FREE_LINES)
  const id = uuidv7()
  await db
    .insertInto('freeLines')
    .values({ ...taxed(line), orgId: organizationOf(actor), id, basisId, createdBy: actor.userId })
    .execute()
  return remake(db, actor, draft, { freeLine: id, added: auditDetail(line) })
}

/** Also throws 404 for an unknown line and 409, with the current line, when it was changed since. */
export async function changeFreeLine(db: Db, actor: StaffActor, id: string, { version, ...line }: ChangedFreeLine) {
  const draft = await lockDraft(db, await basisOfLine(db, id))
  const before = await getFreeLine(db, draft, id)
  if (line.articleId !== before.article?.id) await requireChoosable(db, line.articleId)
  if (before.version !== version) throw conflict(FreeLine, before)
  await db
    .updateTable('freeLines')
    .set({ ...taxed(line), version: version + 1 })
    .where('id', '=', id)
    .execute()
  return remake(db, actor, draft, { freeLine: id, changed: auditDetail(line) })
}

/** Also throws 404 for an unknown line. */
export async function removeFreeLine(db: Db, actor: StaffActor, id: string) {
  const draft = await lockDraft(db, await basisOfLine(db, id))
  const before = await getFreeLine(db, draft, id)
  await db.deleteFrom('freeLines').where('id', '=', id).execute()
  return remake(db, actor, draft, { freeLine: id, removed: auditDetail(before) })
}

/** Throws 422 for an article that is unknown or archived. */
async function requireChoosable(db: Db, id: string | null) {
  if (id === null) return
  const article = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!article) throw invalidField('articleId', ARTICLE_NOT_TO_CHOOSE)
}

async function basisOfLine(db: Db, id: string): Promise<string> {
  const line = await db.selectFrom('freeLines').select('basisId').where('id', '=', id).executeTakeFirst()
  if (!line) throw notFound(FREE_LINE_NOT_FOUND)
  return line.basisId
}

async function getFreeLine(db: Db, { id: basisId }: Draft, id: string): Promise<FreeLine> {
  const line = (await listFreeLines(db, basisId)).find((one) => one.id === id)
  if (!line) throw notFound(FREE_LINE_NOT_FOUND)
  return line
}

/** A reason is kept only where no VAT is charged. */
const taxed = (line: NewFreeLine) => ({ ...line, vatReason: line.vatClass === 'none' ? line.vatReason : null })

const auditDetail = ({ hundredths, priceOre, vatClass }: Pick<FreeLine, 'hundredths' | 'priceOre' | 'vatClass'>) => ({
  hundredths,
  priceOre,
  vatClass,
})

/** Makes the lines after those of rows and charges, and the sums, and writes the audit entry. */
async function remake(db: Db, actor: StaffActor, { id, customerId, month }: Draft, detail: Record<string, unknown>) {
  const orgId = organizationOf(actor)
  const [stored, reverse, vatPercentOn, recurring, added] = await Promise.all([
    linesToKeep(db, id),
    reverseChargeOf(db, customerId),
    vatPercentsOf(db, orgId),
    readRecurring(db, customerId, month),
    readAdded(db, id),
  ])
  const { lines, discounted } = withAdded(stored, { ...reverse, ...recurring, month, vatPercentOn, added })
  await db.deleteFrom('invoiceBasisLines').where('basisId', '=', id).where('kind', 'in', REMADE).execute()
  await insertLines(db, orgId, id, lines.slice(stored.length), stored.length)
  await db
    .updateTable('invoiceBases')
    .set({
      ...sumsWithAdded(totalsOf(lines)),
      discounted: JSON.stringify(discounted),
      isReverseCharge: hasReversed(reverse, lines),
    })
    .where('id', '=', id)
    .execute()
  await audit(db, actor, { action: 'changed', subject: 'basis', subjectId: id, detail })
  return getInvoiceBasis(db, id)
}

async function reverseChargeOf(db: Db, customerId: string): Promise<ReverseCharge> {
  const { vat, reverseReason } = await db
    .selectFrom('customers')
    .select(['vat', 'reverseReason'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return { isReverseCharge: vat === 'reverse', reverseReason }
}

/** What sums, discounts and what is carried depend on. */
async function linesToKeep(db: Db, id: string): Promise<Line[]> {
  const lines = await db
    .selectFrom('invoiceBasisLines')
    .select(['kind', 'quantity', 'per', 'unit', 'unitOre', 'netOre', 'vatPercent', 'vatReason', 'isRut', 'recipientId'])
    .select((eb) => eb.fn.coalesce('discountMonth', 'month').as('discountMonth'))
    .where('basisId', '=', id)
    .where('kind', 'not in', REMADE)
    .orderBy('position')
    .execute()
  return lines.map(({ discountMonth, ...line }) =>
    discountMonth === null ? line : { ...line, discountMonth: monthOf(discountMonth) },
  )
}
