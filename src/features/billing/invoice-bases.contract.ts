// Invoice bases (fakturaunderlag): what is invoiced for a customer's month.
import { z } from 'zod'
import { Amount, Cursor, del, file, get, Id, IdParams, Month, nothing, pageOf, post } from '#shared/contract.ts'
import { MissingOfBuyer } from './buyer.contract.ts'
import { CountDifference } from './counted.contract.ts'
import { FreeLine, OwnDiscount } from './discount-fields.contract.ts'
import { EndedApproval, invoiceBasisContent, LineWithAccount } from './invoice-basis-content.contract.ts'
import {
  InvoiceBasisApproval,
  InvoiceBasisWithdrawal,
  KeptApproval,
  NewAnswer,
  NewInvoiceBasis,
  RowsQuery,
} from './invoice-basis-input.contract.ts'
import { InvoiceBasisRow } from './invoice-basis-row.contract.ts'
import { LedgerLack, WithoutAccount } from './ledger-fields.contract.ts'

/** Rows per page of the print view. */
export const INVOICE_BASIS_PRINT_PAGE_SIZE = 2000

/** What may be checked, renewed and billed; mark_invoice_bases in the database repeats them. */
export const unbilledStates = ['draft', 'sent', 'approved'] as const
/** A customer has one invoice basis in these states per month; invoice_bases_one_live in the database repeats them. */
export const liveStates = [...unbilledStates, 'billed'] as const
/** In order; the last two have ended: replaced by another invoice basis, or withdrawn after billing. */
export const invoiceBasisStates = [...liveStates, 'replaced', 'withdrawn'] as const
export const InvoiceBasisState = z.enum(invoiceBasisStates)
export type InvoiceBasisState = z.infer<typeof InvoiceBasisState>
export const isUnbilled = (state: InvoiceBasisState): boolean => unbilledStates.some((one) => one === state)

const Sums = z.object({
  rowCount: z.int(),
  minutes: z.int(),
  /** Without VAT. */
  netOre: Amount,
  vatOre: Amount,
  totalOre: Amount,
})

/** Whom an invoice basis goes to. */
export const Addressee = z.object({
  name: z.string().nullable(),
  email: z.string(),
  /** It gets the PDF and cannot read the portal. */
  isInvoiceAddress: z.boolean(),
})
export type Addressee = z.infer<typeof Addressee>

/** An invoice basis in a list. */
export const ListedInvoiceBasis = Sums.extend({
  id: Id,
  state: InvoiceBasisState,
  /** '2026-014' once it is billed. */
  number: z.string().nullable(),
  isOutdated: z.boolean(),
  /** Something may have changed; a check follows. */
  isUnchecked: z.boolean(),
  needsApproval: z.boolean(),
  unanswered: z.int(),
  sentAt: z.iso.datetime().nullable(),
})
export type ListedInvoiceBasis = z.infer<typeof ListedInvoiceBasis>

/**
 * An earlier month of a customer that is not billed, though it has rows or recurring charges; with its own basis it is not chosen for
 * another.
 */
const UnbilledMonth = z.object({ month: Month, rows: z.int(), charges: z.int(), hasBasis: z.boolean() })
export type UnbilledMonth = z.infer<typeof UnbilledMonth>

/** What is done with a month, in this order. */
export const monthSteps = ['make', 'mark', 'send', 'bill'] as const
export type MonthStep = (typeof monthSteps)[number]

/** Rows of an earlier month that a basis takes, and how many of them are time that is not reported. */
const LateMonth = z.object({ month: Month, rows: z.int(), unreported: z.int() })
export type LateMonth = z.infer<typeof LateMonth>

/** A customer with time, late rows, something else to bill or an invoice basis in the month. */
export const MonthCustomer = z.object({
  customer: z.object({ id: Id, name: z.string() }),
  minutes: z.int(),
  /** Active rows that are not reported yet. */
  unreported: z.int(),
  unbilled: z.array(UnbilledMonth),
  /** Rows of earlier months that its unbilled basis has, or would get if it were made now. */
  late: z.array(LateMonth),
  /** Time on dates without terms. */
  unpriced: z.int(),
  /** Travel and material without a price. */
  unpricedExpenses: z.int(),
  /** Recurring charges that differ from what counts them; none once the month is billed. */
  differences: z.array(CountDifference),
  /** Whom a basis would be sent to. */
  addressees: z.array(Addressee),
  /** What a ledger program needs to know and lacks; nothing for a billed month. */
  lacks: z.array(LedgerLack),
  basis: ListedInvoiceBasis.extend({
    /** Waits to be sent with others, which can be undone until then. */
    sending: z.object({ id: Id, at: z.iso.datetime() }).nullable(),
    undelivered: z.array(z.string()),
    toldTo: z.array(z.string()),
    /** What the basis and the customer lack for billing. */
    missing: MissingOfBuyer.nullable(),
  }).nullable(),
})
export type MonthCustomer = z.infer<typeof MonthCustomer>

/** The invoice bases of a month in one state; the sum is without VAT. */
const StateSum = z.object({ state: z.enum(liveStates), count: z.int(), netOre: Amount })
export type StateSum = z.infer<typeof StateSum>

const MonthFilter = z.strictObject({ month: Month, after: Cursor.optional() })
export type MonthFilter = z.output<typeof MonthFilter>

export const InvoiceBasis = ListedInvoiceBasis.extend({
  ...invoiceBasisContent,
  lines: z.array(LineWithAccount),
  endedApprovals: z.array(EndedApproval.extend({ approvalNote: z.string().nullable() })),
  customer: z.object({ id: Id, name: z.string() }),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  sentBy: z.string().nullable(),
  remindedAt: z.iso.datetime().nullable(),
  approvalNote: z.string().nullable(),
  billedAt: z.iso.datetime().nullable(),
  billedBy: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** Earlier months without a basis whose rows and charges were chosen. */
  takenMonths: z.array(Month),
  /** Earlier months that are not billed and not chosen; none once it is billed. */
  unbilled: z.array(UnbilledMonth),
  /** Those of the basis itself; lines and sums have them, and the customer's discount, already. */
  discount: OwnDiscount,
  freeLines: z.array(FreeLine),
  /** Why what is approved is kept although prices have changed since. */
  keptReason: z.string().nullable(),
  keptAt: z.iso.datetime().nullable(),
  keptBy: z.string().nullable(),
  /** What is approved and outdated cannot be kept: another basis has billed one of its periods since. */
  isBilledElsewhere: z.boolean(),
  /** How many of its time rows are not marked as reported now. */
  unreported: z.int(),
  /** How many logins of the customer can approve. */
  approvers: z.int(),
  /** What the basis and the customer lack for billing. */
  missing: MissingOfBuyer.nullable(),
  /** Whom it would be sent to now. */
  addressees: z.array(Addressee),
  /** Without it addressees get no mail, and an invoice address is none. */
  isSendingMail: z.boolean(),
  /** The addresses from which the mail about it was returned. */
  undelivered: z.array(z.string()),
  /** Where the mail about it has left for. */
  toldTo: z.array(z.string()),
  /** Sent once more, after it had not reached these addresses. */
  resentAt: z.iso.datetime().nullable(),
  resentBy: z.string().nullable(),
  resentAfter: z.array(z.string()).nullable(),
})
export type InvoiceBasis = z.infer<typeof InvoiceBasis>

/** An invoice basis as the customer sees it. */
export const PortalInvoiceBasis = ListedInvoiceBasis.extend({ month: Month })
export type PortalInvoiceBasis = z.infer<typeof PortalInvoiceBasis>
export const PortalInvoiceBasisPage = ListedInvoiceBasis.extend(invoiceBasisContent)
export type PortalInvoiceBasisPage = z.infer<typeof PortalInvoiceBasisPage>

const one = { allow: 'staff', params: IdParams, returns: InvoiceBasis } as const

export const invoiceBases = {
  list: get('/api/invoice-bases', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'Customers with time, travel, material, recurring charges or late rows to bill in a month by name, with their invoice bases; `sums` and `nextStep` are those of all, null on later pages',
    query: MonthFilter,
    returns: pageOf(MonthCustomer).extend({
      month: Month,
      sums: z.array(StateSum).nullable(),
      /** What to do next with all of them; null also when that is nothing. */
      nextStep: z.enum(monthSteps).nullable(),
      /** What waits to be sent together; empty on later pages. */
      sendings: z.array(z.object({ id: Id, at: z.iso.datetime(), count: z.int() })),
      /** Lines of the month without an account; empty on later pages. */
      withoutAccount: z.array(WithoutAccount),
      /** Whether mail is sent: without it addressees read their bases in the portal alone. */
      isSendingMail: z.boolean(),
      /** Earlier months are not billed. */
      billingFrom: Month,
      /** That the next billed basis gets, unless somebody else bills first. */
      nextNumber: z.object({ year: z.int(), number: z.int() }),
    }),
  }),
  create: post('/api/invoice-bases', {
    allow: 'staff',
    summary:
      'Takes a snapshot of a customer’s month with its price; replaces the one named by `replaces`, 409 when that is not the current one',
    body: NewInvoiceBasis,
    returns: InvoiceBasis,
    creates: true,
  }),
  get: get('/api/invoice-bases/:id', {
    ...one,
    keyScope: 'read',
    summary: 'One invoice basis with its lines, sums, VAT and questions; amounts in hundredths of a krona',
  }),
  rows: get('/api/invoice-bases/:id/rows', {
    allow: 'staff',
    keyScope: 'read',
    summary: `The rows of an invoice basis in the order of the work; \`line\` gives those of one line, \`isPrint\` ${INVOICE_BASIS_PRINT_PAGE_SIZE} a page`,
    params: IdParams,
    query: RowsQuery,
    returns: pageOf(InvoiceBasisRow),
  }),
  csv: get('/api/invoice-bases/:id/csv', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The lines as CSV for an accounting program: UTF-8 with a byte-order mark, semicolons, decimal comma',
    params: IdParams,
    returns: file('text/csv; charset=utf-8'),
  }),
  pdf: get('/api/invoice-bases/:id/pdf', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The invoice basis as PDF; once it is billed, as it was then',
    params: IdParams,
    returns: file('application/pdf'),
  }),
  check: post('/api/invoice-bases/:id/check', {
    ...one,
    summary: 'Checks now whether rows or prices have changed; a job does so soon after each change',
  }),
  keep: post('/api/invoice-bases/:id/keep', {
    ...one,
    summary: 'Keeps what is approved although prices have changed since, for a reason',
    body: KeptApproval,
  }),
  send: post('/api/invoice-bases/:id/send', {
    ...one,
    ownTransactions: true,
    summary: 'Sends a draft to the customer for approval; 422 when nobody would get it',
  }),
  sendAgain: post('/api/invoice-bases/:id/send-again', {
    ...one,
    ownTransactions: true,
    summary: 'Sends a basis again that had not reached somebody; 409 when it has, and 422 when nobody would get it',
  }),
  approve: post('/api/invoice-bases/:id/approve', {
    ...one,
    allow: 'admin',
    ownTransactions: true,
    summary: 'Records that the customer approved outside the portal',
    body: InvoiceBasisApproval,
  }),
  withdrawApproval: post('/api/invoice-bases/:id/withdraw-approval', {
    ...one,
    allow: 'admin',
    summary: 'Withdraws an approval that staff recorded, until the invoice basis is billed',
  }),
  bill: post('/api/invoice-bases/:id/bill', {
    ...one,
    ownTransactions: true,
    summary:
      'Bills the invoice basis and assigns its number; all its rows must be reported, and it must be approved where the terms require it',
  }),
  withdraw: post('/api/invoice-bases/:id/withdraw', {
    ...one,
    allow: 'admin',
    summary: 'Withdraws a billed invoice basis; its number is not used again',
    body: InvoiceBasisWithdrawal,
  }),
  answer: post('/api/invoice-bases/:id/answers', {
    ...one,
    summary: 'Answers the customer’s question about a row',
    body: NewAnswer,
  }),
  remove: del('/api/invoice-bases/:id', {
    allow: 'staff',
    summary: 'Removes a draft',
    params: IdParams,
    returns: nothing,
  }),
}
