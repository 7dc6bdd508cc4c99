// The lines of an invoice basis, and what it says of them, its approval and its questions.
import { z } from 'zod'
import { Amount, Month } from '#shared/contract.ts'
import { Buyer } from './buyer.contract.ts'
import { Difference } from './difference.contract.ts'
import { BasisRecipient, lineRecipient } from './invoice-basis-recipient.contract.ts'
import { PricedLine } from './price.contract.ts'

const VatSum = z.object({ percent: z.int(), netOre: Amount, vatOre: Amount })
export type VatSum = z.infer<typeof VatSum>

export const InvoiceBasisLine = PricedLine.extend({
  position: z.int(),
  article: z.string().nullable(),
  articleNumber: z.string().nullable(),
  vatReason: z.string().nullable(),
  ...lineRecipient,
  /** Of late rows; null for the basis's own month. */
  month: Month.nullable(),
})
export type InvoiceBasisLine = z.infer<typeof InvoiceBasisLine>

export const InvoiceBasisQuestion = z.object({
  position: z.int(),
  question: z.string(),
  askedName: z.string(),
  askedAt: z.iso.datetime(),
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
})
export type InvoiceBasisQuestion = z.infer<typeof InvoiceBasisQuestion>

/** An approval that somebody withdrew, or that a change ended; then `endedName` is null. */
export const EndedApproval = z.object({
  approvedAt: z.iso.datetime(),
  approvedName: z.string(),
  endedAt: z.iso.datetime(),
  endedName: z.string().nullable(),
})

/** What the customer reads of a basis, besides its head. */
export const invoiceBasisContent = {
  month: Month,
  isPrivate: z.boolean(),
  isReverseCharge: z.boolean(),
  buyer: Buyer,
  recurringOre: Amount,
  labourOre: Amount,
  travelOre: Amount,
  materialOre: Amount,
  prepaidHoursOre: Amount,
  /** Free lines and discounts. */
  otherOre: Amount,
  rutOre: Amount,
  /** Of the hours in `minutes`, after rounding. */
  chargedMinutes: z.int(),
  vat: z.array(VatSum),
  lines: z.array(InvoiceBasisLine),
  /** Those that lines name, by name. */
  recipients: z.array(BasisRecipient),
  questions: z.array(InvoiceBasisQuestion),
  approvedAt: z.iso.datetime().nullable(),
  approvedName: z.string().nullable(),
  /** From this day it counts as approved by the terms, unless somebody answers. */
  silentApprovalOn: z.iso.date().nullable(),
  /** What a check found; null when it found nothing. */
  difference: Difference.nullable(),
  endedApprovals: z.array(EndedApproval),
}

/** For staff: the account is that of the company's own ledger. */
export const LineWithAccount = InvoiceBasisLine.extend({ account: z.string().nullable(), isElectronics: z.boolean() })
export type LineWithAccount = z.infer<typeof LineWithAccount>
