// The lines of a month's billed invoice bases, also those that are approved, as JSON by pages and as a file (docs/decisions/127).
import { sql } from 'kysely'
import { customersAfter } from '#features/customers/server/customers.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { invalid } from '#platform/http/app-error.ts'
import type { Download } from '#platform/http/download.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { csvHead, csvRow } from '#shared/csv.rules.ts'
import type { Buyer } from '../buyer.contract.ts'
import { invoiceBasisNumber } from '../invoice-bases.rules.ts'
import type { MonthLinesFilter } from '../month.contract.ts'
import { monthFileColumns, monthFileName, multipliedLine, NOTHING_IN_MONTH_FILE } from '../month-file.rules.ts'
import type { MonthLine } from '../month-lines.contract.ts'
import { buyerColumns, toBuyer } from './buyer.queries.ts'
import { linesOfBases, toLines } from './invoice-bases.queries.ts'

type State = MonthLine['state']
type Choice = { month: string; states: readonly State[] }
type Position = { name: string; id: string } | undefined

const choiceOf = ({ month, approved }: Omit<MonthLinesFilter, 'after'>): Choice => ({
  month,
  states: approved ? ['billed', 'approved'] : ['billed'],
})

/** A page of the lines, those of a customer together, in Swedish order. */
export async function listMonthLines(db: Db, { after, ...filter }: MonthLinesFilter) {
  const choice = choiceOf(filter)
  const found = await customersWith(db, choice, positionOf(after, ['name', 'id']), PAGE_SIZE + 1)
  const { rows: customers, next } = page(found, ({ name, id }) => ({ name, id }))
  return { rows: await linesOf(db, choice, customers), next }
}

/** Customers in one statement. */
const BATCH = 500

/** The lines as CSV, read in one transaction. Throws 422 when there are none. */
export async function monthFile(transaction: Transaction, filter: Omit<MonthLinesFilter, 'after'>): Promise<Download> {
  const choice = choiceOf(filter)
  const content = await transaction(async (db) => {
    const parts: string[] = []
    for (let position: Position, isMore = true; isMore; ) {
      const customers = await customersWith(db, choice, position, BATCH)
      const lines = await linesOf(db, choice, customers)
      parts.push(lines.map((line) => csvRow(monthFileColumns, line)).join(''))
      position = customers.at(-1)
      isMore = customers.length === BATCH
    }
    return parts
  })
  if (content.every((part) => part === '')) throw invalid(NOTHING_IN_MONTH_FILE)
  return { filename: monthFileName(filter.month), content: [csvHead(monthFileColumns), ...content] }
}

const statesIn = ({ states }: Choice) => sql<boolean>`state = any(${states}::text[])`

function customersWith(db: Db, choice: Choice, position: Position, count: number) {
  const withBases = db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invoiceBases')
          .select('invoiceBases.id')
          .whereRef('invoiceBases.orgId', '=', 'customers.orgId')
          .whereRef('invoiceBases.customerId', '=', 'customers.id')
          .where('month', '=', `${choice.month}-01`)
          .where(statesIn(choice)),
      ),
    )
  return customersAfter(withBases, position, count).execute()
}

/** A customer has one live basis a month. */
async function linesOf(db: Db, choice: Choice, customers: readonly { id: string }[]): Promise<MonthLine[]> {
  const ids = customers.map(({ id }) => id)
  const bases = await db
    .selectFrom('invoiceBases')
    .select(['id', 'customerId', 'customerName', 'state', 'numberYear', 'number', 'isPrivate'])
    .select(buyerColumns)
    .where('month', '=', `${choice.month}-01`)
    .where(statesIn(choice))
    .where(sql<boolean>`customer_id = any(${ids}::uuid[])`)
    .$narrowType<{ state: State }>()
    .execute()
  const lines = Map.groupBy(
    await linesOfBases(
      db,
      bases.map(({ id }) => id),
    ),
    ({ basisId }) => basisId,
  )
  return bases
    .sort((one, other) => ids.indexOf(one.customerId) - ids.indexOf(other.customerId))
    .flatMap((basis) => toMonthLines(basis, lines.get(basis.id) ?? [], choice.month))
}

type Basis = Parameters<typeof toBuyer>[0] & {
  id: string
  customerName: string
  state: State
  numberYear: number | null
  number: number | null
  isPrivate: boolean
}

function toMonthLines(basis: Basis, stored: Awaited<ReturnType<typeof linesOfBases>>, month: string): MonthLine[] {
  const buyer = toBuyer(basis)
  const { lines, recipients } = toLines(stored, buyer)
  const named = new Map(recipients.map((recipient) => [recipient.id, recipient]))
  const shared = {
    customerNumber: buyer.customerNumber,
    customer: basis.customerName,
    orgNumber: basis.isSoleTrader ? null : buyer.orgNumber,
    vatNumber: buyer.vatNumber,
    country: buyer.country,
    isPrivate: basis.isPrivate,
    paymentDays: buyer.paymentDays,
    basisId: basis.id,
    state: basis.state,
    number: invoiceBasisNumber(basis.numberYear, basis.number),
  }
  const own = ownRecipient(buyer)
  return lines.map((line) => {
    const other = line.recipientId === null ? undefined : named.get(line.recipientId)
    const { address, email, costCentre } = other ?? own
    const { reference, orderNumber, position, kind, articleNumber, netOre, vatPercent } = line
    return {
      ...shared,
      recipient: line.recipient ?? basis.customerName,
      recipientAddress: address?.replace(/\s*\n\s*/g, ', ') ?? null,
      invoiceEmail: email,
      reference,
      orderNumber,
      costCentre,
      month: line.month ?? month,
      position,
      kind,
      articleNumber,
      ...multipliedLine(line),
      netOre,
      vatPercent,
      isReversed: line.isReversed,
      vatReason: line.vatReason,
      account: line.account,
      isRut: line.isRut,
    }
  })
}

/** The basis's own: the customer itself where it has no recipient. */
const ownRecipient = (buyer: Buyer) => ({
  address: buyer.recipient === null ? buyer.address : buyer.recipientAddress,
  email: buyer.invoiceEmail,
  costCentre: buyer.costCentre,
})
