// What an invoice basis consists of now: to create it, and to check one that exists (docs/decisions/120).
import type { Db } from '#platform/database/database.ts'
import { monthOf } from '#shared/dates.rules.ts'
import type { Line } from '../invoice-lines.rules.ts'
import { type BilledRows, joinMonths, type PricedSet, priceLate, setsOf } from '../late-time.rules.ts'
import { withPrepaidHoursNames } from '../line-texts.rules.ts'
import { withRecurring } from '../pricing.rules.ts'
import { hasReversed } from '../reverse-charge.rules.ts'
import { listEarlierMonths, monthsToTake, pricedElsewhere, rowsElsewhere } from './earlier-months.queries.ts'
import { readAdded } from './free-lines.queries.ts'
import {
  getMonthToPrice,
  type LoadedMonth,
  lessPending,
  NOTHING_RECURRING,
  type OfCustomer,
  type ReadMonth,
  readMonth,
  withPrice,
} from './month.queries.ts'

type Choice = {
  /** Earlier months without a basis whose rows and charges are wanted. */
  chosen: readonly string[]
  /** Earlier months that the basis, or the one that it replaces, has rows of. */
  held: readonly string[]
  /** The basis itself, when it exists. */
  self: string | null
  /** The basis whose free lines and discount it has: itself, or the one that it follows. */
  addedTo: string | null
}

/** The rows of a month and of the earlier months that it takes rows of, with their price; other bases' rows are left out. */
export async function composeInvoiceBasis(
  db: Db,
  of: OfCustomer,
  month: string,
  { chosen, held, self, addedTo }: Choice,
) {
  const [earlier, billingFrom, added] = await Promise.all([
    listEarlierMonths(db, of, month, self),
    db.selectFrom('companyFacts').select('billingFrom').where('orgId', '=', of.orgId).executeTakeFirstOrThrow(),
    readAdded(db, addedTo),
  ])
  const taken = monthsToTake(earlier, { chosen, held })
  const pending = new Map<string, number>()
  const parts: Awaited<ReturnType<typeof priceRest>>[] = []
  for (const one of [...taken, month]) {
    const part = await priceRest(db, of, one, { self, pending, rank: rankOf(month) })
    for (const { prepaidHoursId, minutes } of part.priced.draws)
      pending.set(prepaidHoursId, (pending.get(prepaidHoursId) ?? 0) + minutes)
    parts.push(part)
  }
  // The month of the basis comes first.
  const inOrder = [...parts.slice(-1), ...parts.slice(0, -1)]
  const read = joinRead(inOrder.map((part) => part.read))
  const rows = joinMonths(
    inOrder.map((part) => ({ month: part.month === month ? undefined : part.month, priced: part.priced })),
  )
  const own = inOrder[0]?.toPrice
  const chosenNow = taken.filter((one) => chosen.includes(one))
  const priced = own ? withRecurring(rows, { ...own, added, takenMonths: chosenNow }) : rows
  const prepaidHours = inOrder.flatMap(({ toPrice }) => toPrice.prepaidHours)
  return {
    months: inOrder.map((part) => part.month),
    chosen: chosenNow,
    /** How rows of months with other billed ones are priced. */
    pricedRows: inOrder.flatMap((part) => (part.sets ? [{ month: part.month, sets: part.sets }] : [])),
    billingFrom: monthOf(billingFrom.billingFrom),
    added,
    read,
    priced,
    lines: withPrepaidHoursNames(priced.lines, { bought: read.bought, prepaidHours }),
    terms: termsOf(read, priced.lines, own),
  }
}
export type Composed = Awaited<ReturnType<typeof composeInvoiceBasis>>

type Beside = {
  self: string | null
  pending: ReadonlyMap<string, number>
  /** Of the basis: rows of one month are priced in the order of their bases' months, its own first. */
  rank: number
}

const rankOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/** The rows of a month that are on no other live basis, priced beside those that are billed. */
async function priceRest(db: Db, of: OfCustomer, month: string, { self, pending, rank }: Beside) {
  const [all, elsewhere, stored] = await Promise.all([
    readMonth(db, of, month, self),
    rowsElsewhere(db, of, month, self),
    pricedElsewhere(db, of, month),
  ])
  const rest = <Row extends { id: string }>(source: string, rows: Row[]) =>
    rows.filter(({ id }) => !elsewhere.has(`${source} ${id}`))
  const billed = <Row extends { id: string }>(source: string, rows: Row[]) =>
    rows.flatMap((row) => {
      const basis = elsewhere.get(`${source} ${row.id}`)
      return basis?.isBilled ? [{ ...row, basisId: basis.basisId, rank: rankOf(basis.month) }] : []
    })
  const read = {
    work: rest('time', all.work),
    expenses: rest('expense', all.expenses),
    bought: rest('pot', all.bought),
    recurring: all.recurring,
  }
  const loaded = lessPending(await getMonthToPrice(db, of, month, read), pending)
  const toPrice = { ...loaded, work: loaded.work.map((row) => ({ ...row, rank })) }
  const before = { work: billed('time', all.work), expenses: withPrice(billed('expense', all.expenses)) }
  const asPriced = asPricedBy(before, stored)
  const sets = asPriced.length > 0 ? setsOf(toStored(toPrice), toStored(before), asPriced) : null
  return { month, read, toPrice, priced: priceLate(toPrice, before, asPriced), sets }
}

type OfBasis = { basisId: string }
type OnBasis = {
  work: readonly (BilledRows['work'][number] & OfBasis)[]
  expenses: readonly (BilledRows['expenses'][number] & OfBasis)[]
}

/** How each basis priced its rows: as stored, or alone. */
function asPricedBy({ work, expenses }: OnBasis, stored: ReadonlyMap<string, PricedSet[]>): PricedSet[] {
  const ids = new Set([...[...work, ...expenses].map(({ basisId }) => basisId), ...stored.keys()])
  return [...ids].flatMap((id) => {
    const isOf = (row: OfBasis) => row.basisId === id
    return stored.get(id) ?? [{ ...toStored({ work: work.filter(isOf), expenses: expenses.filter(isOf) }), sign: 1 }]
  })
}

/** What decides the price of rows. */
const toStored = ({ work, expenses }: BilledRows): BilledRows => ({
  work: work.map(
    ({ id, workDate, timeFrom, fromIsFirst, isPlaced, minutes, kind, ticketId, isRut, unbilledReason, ...row }) => ({
      id,
      workDate,
      timeFrom,
      fromIsFirst,
      isPlaced,
      minutes,
      kind,
      ticketId,
      isRut,
      unbilledReason,
      recipientId: row.recipientId ?? null,
      orderNumber: row.orderNumber ?? null,
      rank: row.rank ?? 0,
    }),
  ),
  expenses: expenses.map(({ id, workDate, kind, article, hundredths, unit, priceOre, ...row }) => ({
    id,
    workDate,
    kind,
    article,
    hundredths,
    unit,
    priceOre,
    articleId: row.articleId ?? null,
    unbilledReason: row.unbilledReason ?? null,
    recipientId: row.recipientId ?? null,
    orderNumber: row.orderNumber ?? null,
  })),
})

const joinRead = (months: readonly ReadMonth[]): ReadMonth => ({
  work: months.flatMap(({ work }) => work),
  expenses: months.flatMap(({ expenses }) => expenses),
  bought: months.flatMap(({ bought }) => bought),
  recurring: months[0]?.recurring ?? NOTHING_RECURRING,
})

/**
 * The terms of the invoice: the customer's taxes, and whether an agreement on one of its dates needs approval; without rows the
 * month's first day decides.
 */
function termsOf({ work, expenses, bought }: ReadMonth, lines: readonly Line[], toPrice: LoadedMonth | undefined) {
  const dates = [...[...work, ...expenses].map(({ workDate }) => workDate), ...bought.map(({ boughtOn }) => boughtOn)]
  const approved = (dates.length > 0 ? dates : [`${toPrice?.month}-01`]).flatMap((date) => {
    const terms = toPrice?.agreementOn(date)?.terms
    return terms?.needsApproval ? [terms.silentApprovalDays] : []
  })
  return {
    isPrivate: toPrice?.isPrivate ?? false,
    isReverseCharge: toPrice !== undefined && hasReversed(toPrice, lines),
    needsApproval: approved.length > 0,
    silentApprovalDays: silentDaysOf(approved),
  }
}

/** The longest of several terms; one of them without any never approves by silence. */
const silentDaysOf = (days: readonly (number | null)[]): number | null =>
  days.reduce((longest, one) => (one === null || longest === null ? null : Math.max(longest, one)), days[0] ?? null)
