// The lines of a month's invoice bases for an accounting program (docs/decisions/127); docs/operations.md describes them.
import { z } from 'zod'
import { Amount, Id, Month } from '#shared/contract.ts'
import { InvoiceBasisState } from './invoice-bases.contract.ts'
import { lineKinds } from './invoice-lines.rules.ts'

const text = z.string().nullable()

export const MonthLine = z.object({
  customerNumber: text,
  customer: z.string(),
  /** Null for a sole trader, whose number is personal. */
  orgNumber: text,
  vatNumber: text,
  country: text,
  isPrivate: z.boolean(),
  /** Who gets the invoice: a recipient of the customer, else the customer itself. */
  recipient: z.string(),
  /** As one line. */
  recipientAddress: text,
  invoiceEmail: text,
  reference: text,
  orderNumber: text,
  costCentre: text,
  /** Null: the company's payment terms. */
  paymentDays: z.int().nullable(),
  basisId: Id,
  state: InvoiceBasisState.extract(['approved', 'billed']),
  /** Null until it is billed. */
  number: text,
  /** Of late rows their own. */
  month: Month,
  position: z.int(),
  kind: z.enum(lineKinds),
  articleNumber: text,
  text: z.string(),
  /** In hundredths of the unit; times `unitOre` it is exactly `netOre`. */
  hundredths: z.int(),
  unit: z.string(),
  unitOre: Amount,
  netOre: Amount,
  vatPercent: z.int(),
  isReversed: z.boolean(),
  vatReason: text,
  account: text,
  isRut: z.boolean(),
})
export type MonthLine = z.infer<typeof MonthLine>
