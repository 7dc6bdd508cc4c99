// What requests about an invoice basis contain.
import { z } from 'zod'
import { Id, Month, requiredId, requiredText } from '#shared/contract.ts'

export const INVOICE_BASIS_REASON_MAX = 500
export const INVOICE_BASIS_QUESTION_MAX = 2000

export const NewInvoiceBasis = z.strictObject({
  customerId: requiredId('Välj en kund'),
  month: Month,
  /** The invoice basis that the new one replaces; null when the month has none. */
  replaces: Id.nullable(),
  /** Earlier months without an invoice basis whose rows go along; without it those of the one that is replaced. */
  earlier: z.array(Month).max(120).optional(),
})
export type NewInvoiceBasis = z.output<typeof NewInvoiceBasis>

const reasonOf = (missing: string) =>
  requiredText(missing).max(INVOICE_BASIS_REASON_MAX, `Får max vara ${INVOICE_BASIS_REASON_MAX} tecken`)
export const InvoiceBasisApproval = z.strictObject({ note: reasonOf('Ange hur kunden har godkänt') })
export const KeptApproval = z.strictObject({ reason: reasonOf('Ange varför det godkända gäller') })
export const InvoiceBasisWithdrawal = z.strictObject({ reason: reasonOf('Ange en orsak') })

const text = (missing: string) =>
  requiredText(missing).max(INVOICE_BASIS_QUESTION_MAX, `Får max vara ${INVOICE_BASIS_QUESTION_MAX} tecken`)
/** The position of a row, from 1; within PostgreSQL's integer. */
const Position = z.int32().min(1)
export const NewQuestion = z.strictObject({ position: Position, question: text('Skriv en fråga') })
export type NewQuestion = z.output<typeof NewQuestion>
export const NewAnswer = z.strictObject({ position: Position, answer: text('Skriv ett svar') })
export type NewAnswer = z.output<typeof NewAnswer>

export const RowsQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'Ogiltig sidmarkör')
    .optional(),
  isPrint: z.stringbool().optional(),
  /** Only the rows of this line. */
  line: z.coerce.number().int().min(1).max(1_000_000).optional(),
})
