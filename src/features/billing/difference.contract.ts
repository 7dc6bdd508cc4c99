// What a check found different from an invoice basis (docs/decisions/120); stored with it.
import { z } from 'zod'
import { Amount, Id, Month } from '#shared/contract.ts'
import { lineKinds } from './invoice-lines.rules.ts'

const Side = z
  .object({
    quantity: z.int(),
    unitOre: Amount,
    netOre: Amount,
    recipientId: Id.nullish(),
    orderNumber: z.string().nullish(),
  })
  .nullable()

const LineDifference = z.object({
  kind: z.enum(lineKinds),
  article: z.string().nullable(),
  isRut: z.boolean(),
  /** Of late rows. */
  month: Month.nullable(),
  unit: z.string(),
  per: z.int(),
  /** Null for a new line, and for one that is gone. */
  before: Side,
  after: Side,
})
export type LineDifference = z.infer<typeof LineDifference>

export const Difference = z.object({
  rows: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  lines: z.array(LineDifference),
  netOre: z.object({ before: Amount, after: Amount }),
  totalOre: z.object({ before: Amount, after: Amount }),
  /** Whether approval is needed now, where that has changed. */
  needsApproval: z.boolean().nullable(),
  /** Whether the customer is private now, where that has changed. */
  isPrivate: z.boolean().nullable(),
})
export type Difference = z.infer<typeof Difference>
