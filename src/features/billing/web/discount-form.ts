import { z } from 'zod'
import { plainKronor } from '#shared/money.rules.ts'
import { hundredthsText } from '../charge-texts.rules.ts'
import { NewDiscount, type OwnDiscount } from '../discount-fields.contract.ts'
import { BasisDiscount } from '../discounts.contract.ts'
import { readOptionalKronor, readPercent } from './typed-numbers.ts'

const texts = { basisPoints: z.string(), amountOre: z.string() }
export type DiscountTexts = { basisPoints: string; amountOre: string }
const discountOf = ({ basisPoints, amountOre }: DiscountTexts) => ({
  basisPoints: basisPoints.trim() === '' ? null : readPercent(basisPoints),
  amountOre: readOptionalKronor(amountOre),
})

/** Of a customer or a charge. */
export const DatedDiscountForm = z
  .object({ ...texts, validFrom: z.string() })
  .transform(({ validFrom, ...discount }) => ({ validFrom, ...discountOf(discount) }))
  .pipe(NewDiscount)
export type DatedDiscountValues = z.input<typeof DatedDiscountForm>

export const BasisDiscountForm = z
  .object({ ...texts, text: z.string() })
  .transform(({ text, ...discount }): z.input<typeof BasisDiscount> => ({ text, ...discountOf(discount) }))
  .pipe(BasisDiscount)
export type BasisDiscountValues = z.input<typeof BasisDiscountForm>

type Shown = Omit<OwnDiscount, 'version'>

export const basisDiscountValues = ({ basisPoints, amountOre, text }: Shown): BasisDiscountValues => ({
  basisPoints: basisPoints === null ? '' : hundredthsText(basisPoints),
  amountOre: amountOre === null ? '' : plainKronor(amountOre),
  text: text ?? '',
})

export const basisDiscountLabels = { basisPoints: 'Procent', amountOre: 'Kronor', text: 'Text' }
