import { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { ChangedCharge, type Charge, NewCharge, NewPrice, NewQuantity } from '../charges.contract.ts'
import { chargePeriods, chargeTimings } from '../charges.rules.ts'
import { CountingForm, countingValuesOf } from './counting-form.ts'
import { readHundredths, readOptionalKronor } from './typed-numbers.ts'

/** The choice of a charge without an article. */
export const OWN_TEXT = 'own'

/** An empty text is none. */
const readMonths = (text: string) => (/^\d{0,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

const texts = {
  text: z.string(),
  unit: z.string(),
  bindingUntil: z.string(),
  noticeMonths: z.string(),
  orderNumber: z.string(),
  recipientId: z.string(),
  note: z.string(),
}

export const NewChargeForm = z
  .object({
    ...texts,
    articleId: z.string(),
    period: z.enum(chargePeriods),
    timing: z.enum(chargeTimings),
    startsOn: z.string(),
    endsOn: z.string(),
    isByDays: z.boolean(),
    hundredths: z.string(),
    priceOre: z.string(),
    counting: CountingForm,
  })
  .transform(
    ({ articleId, noticeMonths, hundredths, priceOre, ...typed }): z.input<typeof NewCharge> => ({
      ...typed,
      articleId: articleId === OWN_TEXT ? null : articleId,
      noticeMonths: readMonths(noticeMonths),
      hundredths: readHundredths(hundredths),
      priceOre: readOptionalKronor(priceOre),
    }),
  )
  .pipe(NewCharge)
export type NewChargeValues = z.input<typeof NewChargeForm>

export const emptyCharge = (articleId: string): NewChargeValues => ({
  articleId,
  text: '',
  unit: 'st',
  period: 'month',
  timing: 'advance',
  startsOn: todayInStockholm(),
  endsOn: '',
  bindingUntil: '',
  noticeMonths: '',
  isByDays: true,
  orderNumber: '',
  recipientId: '',
  note: '',
  hundredths: '1',
  priceOre: '',
  counting: countingValuesOf(null),
})

const Changed = ChangedCharge.omit({ version: true })
export const ChargeFactsForm = z
  .object(texts)
  .transform(
    ({ noticeMonths, ...typed }): z.input<typeof Changed> => ({ ...typed, noticeMonths: readMonths(noticeMonths) }),
  )
  .pipe(Changed)
export type ChargeFactsValues = z.input<typeof ChargeFactsForm>

export const factsOf = (charge: Charge): ChargeFactsValues => ({
  text: charge.text ?? '',
  unit: charge.unit ?? '',
  bindingUntil: charge.bindingUntil ?? '',
  noticeMonths: charge.noticeMonths === 0 ? '' : String(charge.noticeMonths),
  orderNumber: charge.orderNumber ?? '',
  recipientId: charge.recipientId ?? '',
  note: charge.note ?? '',
})

export const QuantityForm = z
  .object({ validFrom: z.string(), hundredths: z.string() })
  .transform(({ validFrom, hundredths }) => ({ validFrom, hundredths: readHundredths(hundredths) }))
  .pipe(NewQuantity)
export const PriceForm = z
  .object({ validFrom: z.string(), priceOre: z.string() })
  .transform(({ validFrom, priceOre }) => ({ validFrom, priceOre: readOptionalKronor(priceOre) }))
  .pipe(NewPrice)
