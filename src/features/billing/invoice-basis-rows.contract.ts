// What is asked of and about the rows of an invoice basis.
import { z } from 'zod'
import { requiredText } from '#shared/contract.ts'

export const INVOICE_BASIS_QUESTION_MAX = 2000

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
