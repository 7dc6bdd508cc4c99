// Tables of agreements and invoice bases (platform/database/schema.ts).
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { TargetField } from '#features/company/target-fields.rules.ts'
import type { ReverseReason } from '#features/customers/customers.contract.ts'
import type { Ore } from '#shared/money.rules.ts'
import type { DiscountedMonth } from './added-lines.rules.ts'
import type { Difference } from './difference.contract.ts'
import type { InvoiceBasisState } from './invoice-bases.contract.ts'
import type { VatSum } from './invoice-basis-content.contract.ts'
import type { InvoiceBasisLines } from './invoice-basis-lines.tables.ts'
import type { InvoiceBasisSource } from './invoice-basis-row.contract.ts'
import type { PricedSet } from './late-time.rules.ts'
import type { Terms as TermsOfWork } from './terms.rules.ts'

type InvoiceBases = {
  orgId: string
  id: string
  customerId: string
  customerName: string
  /** The first day of the month. */
  month: string
  state: Generated<InvoiceBasisState>
  needsApproval: boolean
  isPrivate: boolean
  isReverseCharge: boolean
  rowCount: number
  minutes: number
  recurringOre: Generated<Ore>
  labourOre: Ore
  travelOre: Ore
  materialOre: Ore
  prepaidHoursOre: Ore
  otherOre: Generated<Ore>
  /** What the discount of the customer gave of each month; null for what was made before customers had discounts. */
  discounted: ColumnType<DiscountedMonth[] | null, string, string>
  rutOre: Ore
  netOre: Ore
  vat: ColumnType<VatSum[], string, string>
  vatOre: Ore
  totalOre: Ore
  /** Of the basis itself. */
  discountPoints: Generated<number | null>
  discountOre: Generated<Ore | null>
  discountText: Generated<string | null>
  discountVersion: Generated<number>
  outdatedAt: GeneratedAlways<string | null>
  mayHaveLateRows: GeneratedAlways<boolean>
  /** Months without a billed basis whose rows were chosen for this one; first days. */
  takenMonths: Generated<string[]>
  /** How its rows of months with other billed rows are priced, to be compared with later. */
  pricedRows: ColumnType<{ month: string; sets: PricedSet[] }[] | null, string | null, never>
  checkAt: GeneratedAlways<string | null>
  difference: GeneratedAlways<Difference | null>
  keptDifference: GeneratedAlways<Difference | null>
  keptReason: GeneratedAlways<string | null>
  keptBy: GeneratedAlways<string | null>
  keptAt: GeneratedAlways<string | null>
  sentAt: Generated<string | null>
  sentBy: Generated<string | null>
  remindedAt: Generated<string | null>
  approvedAt: Generated<string | null>
  approvedBy: Generated<string | null>
  approvedName: Generated<string | null>
  approvalNote: Generated<string | null>
  billedAt: Generated<string | null>
  billedBy: Generated<string | null>
  /** Set by the database. */
  numberYear: GeneratedAlways<number | null>
  number: GeneratedAlways<number | null>
  endedAt: Generated<string | null>
  endedBy: Generated<string | null>
  reason: Generated<string | null>
  createdBy: string | null
  createdAt: GeneratedAlways<string>
  /** A draft that waits to be sent with others, until when and by whom. */
  sendingId: Generated<string | null>
  sendingAt: Generated<string | null>
  sendingBy: Generated<string | null>
  undelivered: Generated<string[]>
  toldTo: Generated<string[]>
  /** Of the terms when it was made, and the day from which it counts as approved; null for never, and while something stops it. */
  silentApprovalDays: Generated<number | null>
  silentApprovalOn: Generated<string | null>
  /** Sent once more after it had not reached these addresses. */
  resentAt: GeneratedAlways<string | null>
  resentBy: GeneratedAlways<string | null>
  resentAfter: GeneratedAlways<string[] | null>
} & WrittenBuyer

/** Columns that the database writes from the customer; null on bases of before. */
type WrittenBuyer = Record<
  | 'customerNumber'
  | 'orgNumber'
  | 'vatNumber'
  | 'invoiceEmail'
  | 'address'
  | 'street'
  | 'postcode'
  | 'town'
  | 'country'
  | 'yourReference'
  | 'orderNumber'
  | 'recipientId'
  | 'recipient'
  | 'recipientAddress'
  | 'costCentre',
  GeneratedAlways<string | null>
> & {
  isSoleTrader: GeneratedAlways<boolean | null>
  paymentDays: GeneratedAlways<number | null>
  reverseReason: GeneratedAlways<ReverseReason | null>
}

/** Written by the database. */
type EndedApprovals = {
  orgId: GeneratedAlways<string>
  basisId: GeneratedAlways<string>
  approvedAt: GeneratedAlways<string>
  approvedName: GeneratedAlways<string>
  approvalNote: GeneratedAlways<string | null>
  endedAt: GeneratedAlways<string>
  endedBy: GeneratedAlways<string | null>
  endedName: GeneratedAlways<string | null>
}

export type InvoiceBasisRows = {
  orgId: string
  basisId: string
  position: number
  source: InvoiceBasisSource
  /** The time entry, the expense or the prepaid hours. */
  sourceId: string
  version: number
  workDate: string
  timeFrom: string | null
  timeTo: string | null
  fromIsFirst: boolean
  toIsFirst: boolean
  kind: string
  /** The name at that time; the user stands in the source alone. */
  technician: string | null
  description: string | null
  ticketNumber: number | null
  minutes: number
  chargedMinutes: number
  afterHoursMinutes: number
  /** Why the row is shown but not billed. */
  unbilledReason: string | null
  /** Positions of its lines. */
  lines: number[]
  isBilled: GeneratedAlways<boolean>
}

type InvoiceBasisQuestions = {
  orgId: string
  basisId: string
  position: number
  question: string
  askedBy: string
  askedName: string
  askedAt: Generated<string>
  answer: string | null
  answeredBy: string | null
  answeredAt: string | null
}

/** The PDF as it was when the basis was billed. */
type InvoiceBasisPdfs = {
  orgId: string
  basisId: string
  content: Buffer
  createdAt: GeneratedAlways<string>
}

/** A target is null where the company's applies. */
type Terms = TermsOfWork &
  Record<TargetField, number | null> & {
    orgId: string
    id: string
    /** Versions of the same terms; the first has its own id here. */
    seriesId: string
    number: number
    name: string
    /** Of customers with an agreement on the terms. */
    monthlyFeeOre: Generated<Ore>
    needsApproval: boolean
    /** Working days without an answer after which a basis counts as approved; null for never. */
    silentApprovalDays: Generated<number | null>
    /** Urgent tickets of the customer wake whoever has jour. */
    includesOnCall: Generated<boolean>
    createdBy: string | null
    createdAt: GeneratedAlways<string>
  }

/** An agreement ends by a row whose `termsId` is null; from then on the default terms apply. */
type Agreements = {
  orgId: string
  customerId: string
  validFrom: string
  termsId: string | null
  /** Null: that of the terms. */
  monthlyFeeOre: Generated<Ore | null>
}

type DefaultTerms = { orgId: string; validFrom: string; termsId: string }

type VatRates = { orgId: string; validFrom: string; percent: number }

declare module '#platform/database/schema.ts' {
  interface Schema {
    invoiceBases: InvoiceBases
    endedApprovals: EndedApprovals
    invoiceBasisLines: InvoiceBasisLines
    invoiceBasisRows: InvoiceBasisRows
    invoiceBasisQuestions: InvoiceBasisQuestions
    invoiceBasisPdfs: InvoiceBasisPdfs
    terms: Terms
    agreements: Agreements
    defaultTerms: DefaultTerms
    vatRates: VatRates
  }
}
