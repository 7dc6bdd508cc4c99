import { type InferResult, type Kysely, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/http/app-error.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { monthOf } from '#shared/dates.rules.ts'
import type { Ore } from '#shared/money.rules.ts'
import type { Buyer } from '../buyer.contract.ts'
import { INVOICE_BASIS_PRINT_PAGE_SIZE, unbilledStates } from '../invoice-bases.contract.ts'
import { invoiceBasisNumber } from '../invoice-bases.rules.ts'
import type { BasisRecipient } from '../invoice-basis-recipient.contract.ts'
import { INVOICE_BASIS_NOT_FOUND } from '../invoice-basis-refusals.rules.ts'
import { addresseesOf, isSendingMailNow } from './addressees.queries.ts'
import { isReversedIn } from './basis-lines.queries.ts'
import { findBuyer, missingNow } from './buyer.queries.ts'
import { listEarlierMonths, toUnbilled, unbilledMonths } from './earlier-months.queries.ts'
import { listFreeLines } from './free-lines.queries.ts'

const unanswered = sql<number>`(select count(*) from invoice_basis_questions q
  where q.org_id = invoice_bases.org_id and q.basis_id = invoice_bases.id and q.answer is null)`

/** Invoice bases with the columns of a list; row-level security decides which are visible. */
export const listedInvoiceBases = (db: Kysely<Schema>) =>
  db
    .selectFrom('invoiceBases')
    .select([
      'invoiceBases.id',
      'state',
      'numberYear',
      'number',
      'needsApproval',
      'sentAt',
      'rowCount',
      'invoiceBases.minutes',
    ])
    .select(['netOre', 'vatOre', 'totalOre', 'month'])
    .select((eb) => [eb('outdatedAt', 'is not', null).as('isOutdated'), unanswered.as('unanswered')])
    .select(sql<boolean>`check_at is not null and state = any(${unbilledStates}::text[])`.as('isUnchecked'))

type Numbered = { numberYear: number | null; number: number | null; isOutdated: unknown; month: string }

export const toListed = <Row extends Numbered>({ numberYear, number, isOutdated, month, ...row }: Row) => ({
  ...row,
  month: monthOf(month),
  isOutdated: isOutdated === true,
  number: invoiceBasisNumber(numberYear, number),
})

export const chargedNow = sql<number>`(select coalesce(sum(r.charged_minutes), 0)::int from invoice_basis_rows r
  where r.org_id = invoice_bases.org_id and r.basis_id = invoice_bases.id)`

/** The head, lines, questions and ended approvals, alike for staff and customer. */
export async function contentOf(db: Db, id: string) {
  const [basis, buyer, stored, questions, endedApprovals] = await Promise.all([
    listedInvoiceBases(db)
      .select([
        'isPrivate',
        'isReverseCharge',
        'recurringOre',
        'labourOre',
        'travelOre',
        'materialOre',
        'prepaidHoursOre',
        'otherOre',
        'rutOre',
        'vat',
      ])
      .select(['approvedAt', 'approvedName', 'silentApprovalOn', 'difference', chargedNow.as('chargedMinutes')])
      .where('invoiceBases.id', '=', id)
      .executeTakeFirst(),
    findBuyer(db, id),
    linesOfBasis(db, id),
    db
      .selectFrom('invoiceBasisQuestions')
      .select(['position', 'question', 'askedName', 'askedAt', 'answer', 'answeredAt'])
      .where('basisId', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('endedApprovals')
      .select(['approvedAt', 'approvedName', 'approvalNote', 'endedAt', 'endedName'])
      .where('basisId', '=', id)
      .orderBy('endedAt')
      .execute(),
  ])
  if (!basis || !buyer) throw notFound(INVOICE_BASIS_NOT_FOUND)
  return { ...toListed(basis), buyer, ...toLines(stored, buyer), questions, endedApprovals }
}

type StoredLine = Awaited<ReturnType<typeof linesOfBasis>>[number]

/** The lines with who gets each, and the recipients that they name beside that of the basis. */
export function toLines(stored: readonly StoredLine[], buyer: Buyer) {
  const named = new Map<string, BasisRecipient>()
  const lines = stored.map(({ recipientAddress: address, recipientEmail: email, costCentre, ...line }) => {
    const { recipientId, recipient, reference } = line
    const orderNumber = line.orderNumber ?? buyer.orderNumber
    if (recipientId === null || recipient === null)
      return { ...line, orderNumber, recipientId: null, recipient: buyer.recipient, reference: buyer.yourReference }
    named.set(recipientId, { id: recipientId, name: recipient, address, email, reference, costCentre })
    return { ...line, orderNumber }
  })
  const recipients = [...named.values()].sort((one, other) => one.name.localeCompare(other.name, 'sv'))
  return { lines, recipients }
}

type Dates = { periodFrom: string | null; periodTo: string | null; month: string | null }

const toLine = <Line extends Dates>({ periodFrom, periodTo, month, ...line }: Line) => ({
  ...line,
  month: month && monthOf(month),
  ...(periodFrom !== null && periodTo !== null && { period: { from: periodFrom, to: periodTo } }),
})

/** Of the basis of a line. */
const isReverseCharge = sql<boolean>`(select b.is_reverse_charge
  from invoice_bases b where b.org_id = invoice_basis_lines.org_id and b.id = invoice_basis_lines.basis_id)`

/** isReversedLine() of a line of a basis with reverse charge, or isReversedGoods(). */
const isReversedNow = sql<boolean>`(is_reversed_goods(vat_percent, vat_reason) or ${isReversedIn(isReverseCharge)})`

export const linesOfBasis = (db: Db, id: string) => linesOfBases(db, [id])

/** The lines of each basis in their order. */
export async function linesOfBases(db: Db, ids: readonly string[]) {
  const lines = await db
    .selectFrom('invoiceBasisLines')
    .select(['position', 'kind', 'article', 'quantity', 'per', 'unit', 'unitOre', 'netOre', 'vatPercent', 'isRut'])
    .select(['articleNumber', 'account', 'vatReason'])
    .select(['periodFrom', 'periodTo', 'month', 'isElectronics', 'orderNumber'])
    .select(['recipientId', 'recipient', 'recipientAddress', 'recipientEmail', 'reference', 'costCentre'])
    .select(['basisId', isReversedNow.as('isReversed')])
    .where(sql<boolean>`basis_id = any(${ids}::uuid[])`)
    .orderBy('position')
    .execute()
  return lines.map(toLine)
}

/** Throws 404 for an unknown basis. */
export async function getInvoiceBasis(db: Db, id: string) {
  const [content, head, freeLines] = await Promise.all([contentOf(db, id), headOf(db, id), listFreeLines(db, id)])
  if (!head) throw notFound(INVOICE_BASIS_NOT_FOUND)
  const {
    orgId,
    customerId,
    customerName,
    takenMonths,
    discountPoints,
    discountOre,
    discountText,
    discountVersion,
    ...rest
  } = head
  const taken = takenMonths.map(monthOf)
  const [addressees, isSendingMail, earlier] = await Promise.all([
    addresseesOf(db, [customerId]),
    isSendingMailNow(db),
    unbilledStates.some((state) => state === content.state)
      ? listEarlierMonths(db, { orgId, customerId }, content.month, id)
      : [],
  ])
  return {
    ...content,
    ...rest,
    addressees: addressees.get(customerId) ?? [],
    isSendingMail,
    takenMonths: taken,
    unbilled: unbilledMonths(earlier)
      .filter(({ month }) => !taken.includes(month))
      .map(toUnbilled),
    discount: { basisPoints: discountPoints, amountOre: discountOre, text: discountText, version: discountVersion },
    freeLines,
    customer: { id: customerId, name: customerName },
  }
}

const headOf = (db: Db, id: string) =>
  db
    .selectFrom('invoiceBases')
    .leftJoin('profiles as creator', 'creator.id', 'invoiceBases.createdBy')
    .leftJoin('profiles as sender', 'sender.id', 'invoiceBases.sentBy')
    .leftJoin('profiles as biller', 'biller.id', 'invoiceBases.billedBy')
    .leftJoin('profiles as ender', 'ender.id', 'invoiceBases.endedBy')
    .leftJoin('profiles as keeper', 'keeper.id', 'invoiceBases.keptBy')
    .leftJoin('profiles as resender', 'resender.id', 'invoiceBases.resentBy')
    .select([
      'invoiceBases.orgId',
      'customerId',
      'customerName',
      'invoiceBases.createdAt',
      'remindedAt',
      'approvalNote',
      'billedAt',
      'endedAt',
      'reason',
      'takenMonths',
      'keptReason',
      'keptAt',
      'undelivered',
      'toldTo',
      'resentAt',
      'resentAfter',
      'discountPoints',
      'discountOre',
      'discountText',
      'discountVersion',
    ])
    .select(['creator.fullName as createdBy', 'sender.fullName as sentBy', 'biller.fullName as billedBy'])
    .select(['ender.fullName as endedBy', 'keeper.fullName as keptBy', 'resender.fullName as resentBy'])
    .select([
      sql<number>`(select count(*) from invoice_basis_rows r join time_entries e on e.org_id = r.org_id and e.id = r.source_id
        where r.org_id = invoice_bases.org_id and r.basis_id = invoice_bases.id and r.source = 'time' and not e.reported)`.as(
        'unreported',
      ),
      sql<number>`(select count(*) from logins_of(invoice_bases.customer_id) l join customer_users u on u.user_id = l.id
        where u.approves_time and not l.is_revoked)`.as('approvers'),
      missingNow.as('missing'),
      sql<boolean>`state = 'approved' and outdated_at is not null
        and is_billed_elsewhere(invoice_bases.org_id, invoice_bases.id)`.as('isBilledElsewhere'),
    ])
    .where('invoiceBases.id', '=', id)
    .executeTakeFirst()

/** Up to `limit` rows after a position, of one line or of all. */
export const rowsAfter = (db: Db, basisId: string, position: number, limit: number, line?: number) =>
  db
    .selectFrom('invoiceBasisRows')
    .select(['position', 'source', 'workDate', 'timeFrom', 'timeTo', 'kind', 'technician', 'description'])
    .select(['fromIsFirst', 'toIsFirst', 'ticketNumber', 'minutes', 'chargedMinutes', 'afterHoursMinutes', 'lines'])
    .select('unbilledReason')
    .where('basisId', '=', basisId)
    .where('position', '>', position)
    .$if(line !== undefined, (query) => query.where(sql<boolean>`${line}::int = any(lines)`))
    .orderBy('position')
    .limit(sql.lit(limit))
    .execute()

type RowsQuery = { after?: string | undefined; isPrint?: boolean | undefined; line?: number | undefined }

/** A page of rows, a longer one for the print view. Throws 404 for an unknown basis. */
export async function listInvoiceBasisRows(db: Db, id: string, { after = '0', isPrint = false, line }: RowsQuery) {
  const basis = await db.selectFrom('invoiceBases').select('id').where('id', '=', id).executeTakeFirst()
  if (!basis) throw notFound(INVOICE_BASIS_NOT_FOUND)
  const limit = isPrint ? INVOICE_BASIS_PRINT_PAGE_SIZE : PAGE_SIZE
  const rows = await rowsAfter(db, id, Number(after), limit + 1, line)
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? String(shown.at(-1)?.position) : null }
}

const isReady = sql<boolean>`state = 'approved' or not needs_approval`

/**
 * Counts and sums of what awaits the customer's approval and of what can be billed, without outdated ones; `toBasesLeft`
 * converts the rows.
 */
export const invoiceBasesLeft = (db: Kysely<Schema>) =>
  db
    .selectFrom('invoiceBases')
    .select([isReady.as('isReady'), sql<number>`count(*)`.as('count'), sql<Ore>`sum(net_ore)::bigint`.as('netOre')])
    .select(sql<string[]>`array_agg(distinct to_char(month, 'YYYY-MM'))`.as('months'))
    .where('outdatedAt', 'is', null)
    .where(sql<boolean>`(state in ('sent', 'approved') or state = 'draft' and not needs_approval)`)
    .groupBy(isReady)

export function toBasesLeft(rows: InferResult<ReturnType<typeof invoiceBasesLeft>>) {
  const sumOf = (wanted: boolean) => {
    const row = rows.find((one) => one.isReady === wanted)
    return row ? { count: row.count, netOre: row.netOre, months: row.months } : null
  }
  return { waiting: sumOf(false), ready: sumOf(true) }
}
