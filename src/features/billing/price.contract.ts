import { z } from 'zod'
import { ExpenseKind } from '#features/time/expenses.contract.ts'
import { TimeKind } from '#features/time/time.contract.ts'
import { Amount, get, Id, IdParams, Month } from '#shared/contract.ts'
import { lineKinds } from './invoice-lines.rules.ts'

export const PricedLine = z.object({
  kind: z.enum(lineKinds),
  /** The article of work, travel and material; for prepaid hours, which purchase it is; the text of a recurring line. */
  article: z.string().optional(),
  /** The charged days of a recurring line. */
  period: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
  /** In units / `per`: minutes for hours. */
  quantity: z.int(),
  per: z.int(),
  unit: z.string(),
  unitOre: Amount,
  netOre: Amount,
  vatPercent: z.int(),
  articleNumber: z.string().nullish(),
  /** Why the VAT is 0, as printed. */
  vatReason: z.string().nullish(),
  /** Has reverse charge. */
  isReversed: z.boolean(),
  isRut: z.boolean(),
  /** The invoice recipient that its charge or ticket names, when not the first. */
  recipient: z.string().nullish(),
  /** Of its charge or ticket. */
  orderNumber: z.string().nullish(),
})
export type PricedLine = z.infer<typeof PricedLine>

export const PricedEntry = z.object({
  id: Id,
  source: z.enum(['time', 'expense']),
  workDate: z.iso.date(),
  /** Null for time without clock times, and for travel and material. */
  timeFrom: z.string().nullable(),
  timeTo: z.string().nullable(),
  fromIsFirst: z.boolean(),
  toIsFirst: z.boolean(),
  kind: z.enum([...TimeKind.options, ...ExpenseKind.options]),
  technician: z.string(),
  ticketNumber: z.int().nullable(),
  description: z.string().nullable(),
  minutes: z.int(),
  /** Both are null for time on a date without terms. */
  chargedMinutes: z.int().nullable(),
  afterHoursMinutes: z.int().nullable(),
  /** Why it is shown at 0 kr; null for what is billed. */
  unbilledReason: z.string().nullable(),
  /** Positions of its lines, from 0. */
  lines: z.array(z.int()),
})
export type PricedEntry = z.infer<typeof PricedEntry>

/** The price of a customer's month with its current rows, not stored; `rows` has time first, then travel and material. */
export const MonthPrice = z.object({
  month: Month,
  isPrivate: z.boolean(),
  isReverseCharge: z.boolean(),
  lines: z.array(PricedLine),
  rows: z.array(PricedEntry),
  /** Without VAT. */
  netOre: Amount,
  vat: z.array(z.object({ percent: z.int(), netOre: Amount, vatOre: Amount })),
  totalOre: Amount,
  /** Rows on dates without terms. */
  unpriced: z.int(),
  /** Rows of travel and material that have no price yet. */
  unpricedExpenses: z.int(),
  /** The names of recurring charges whose article has no price on a day that decides. */
  unpricedCharges: z.array(z.string()),
})
export type MonthPrice = z.infer<typeof MonthPrice>

export const price = {
  ofMonth: get('/api/customers/:id/price', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'The price of a customer’s month with its current time, travel, material and recurring charges: lines, rows, sums and VAT; nothing is stored',
    params: IdParams,
    query: z.strictObject({ month: Month }),
    returns: MonthPrice,
  }),
}
