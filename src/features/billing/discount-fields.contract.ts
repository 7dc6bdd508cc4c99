// Discounts and free lines as they are read, and the fields by which any discount is entered.
import { z } from 'zod'
import { Amount, Id, requiredDay } from '#shared/contract.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { vatClasses } from './articles.rules.ts'
import { WHOLE_POINTS } from './charges.rules.ts'

const points = 'Ange en rabatt i procent, som 10'
const kronor = 'Ange en rabatt i kronor, som 100'
/** One of the two, or neither; `oneDiscount` refuses both. */
export const discountFields = {
  basisPoints: z.int(points).min(1, points).max(WHOLE_POINTS, 'Får vara högst 100 procent').nullable(),
  amountOre: z
    .int(kronor)
    .min(1, kronor)
    .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
    .transform(ore)
    .nullable(),
}

type Entered = { basisPoints: number | null; amountOre: number | null }
export const oneDiscount: [isOne: (discount: Entered) => boolean, error: { message: string; path: string[] }] = [
  ({ basisPoints, amountOre }) => basisPoints === null || amountOre === null,
  { message: 'Ange rabatten i procent eller i kronor, inte båda', path: ['amountOre'] },
]

/** Of a customer or a charge; neither of the two is none from the date on. */
export const NewDiscount = z
  .strictObject({ validFrom: requiredDay('Ange från vilket datum'), ...discountFields })
  .refine(...oneDiscount)
export type NewDiscount = z.output<typeof NewDiscount>

const discount = { basisPoints: z.int().nullable(), amountOre: Amount.nullable() }
/** From the date on, until the next row's. */
export const DatedDiscount = z.object({ validFrom: z.iso.date(), ...discount })
export type DatedDiscount = z.infer<typeof DatedDiscount>
/** Of an invoice basis itself; both null without one. */
export const OwnDiscount = z.object({ ...discount, text: z.string().nullable(), version: z.int() })
export type OwnDiscount = z.infer<typeof OwnDiscount>

/** A free line as staff change it. */
export const FreeLine = z.object({
  id: Id,
  text: z.string(),
  hundredths: z.int(),
  unit: z.string(),
  priceOre: Amount,
  vatClass: z.enum(vatClasses),
  vatReason: z.string().nullable(),
  article: z.object({ id: Id, number: z.string(), name: z.string() }).nullable(),
  version: z.int(),
})
export type FreeLine = z.infer<typeof FreeLine>
