import { z } from 'zod'
import { addMonths, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { readKronor } from '#shared/money.rules.ts'
import { RaiseInput } from '../price-raises.contract.ts'
import { raiseRoundings, raiseSubjects, termsParts } from '../price-raises.rules.ts'
import { readPercent } from './typed-numbers.ts'

/** How the raise is typed. */
const raiseUnits = ['percent', 'kronor'] as const

/** The form holds texts. */
export const RaiseForm = z
  .object({
    subject: z.enum(raiseSubjects),
    articleId: z.string(),
    customerId: z.string(),
    termsId: z.string(),
    termsPart: z.enum(termsParts),
    unit: z.enum(raiseUnits),
    basisPoints: z.string(),
    amountOre: z.string(),
    rounding: z.enum(raiseRoundings),
    from: z.string(),
  })
  .transform(
    ({ articleId, customerId, termsId, unit, basisPoints, amountOre, ...typed }): z.input<typeof RaiseInput> => ({
      ...typed,
      // What the chosen subject has no field for is not sent, although it may have been chosen before.
      articleId: (typed.subject !== 'terms' && articleId) || null,
      customerId: (typed.subject === 'charges' && customerId) || null,
      termsId: (typed.subject === 'terms' && termsId) || null,
      basisPoints: unit === 'percent' ? readPercent(basisPoints) : null,
      amountOre: unit === 'kronor' ? (readKronor(amountOre) ?? Number.NaN) : null,
    }),
  )
  .pipe(RaiseInput)
export type RaiseValues = z.input<typeof RaiseForm>

/** From the first day of next month. */
export const emptyRaise = (customerId: string): RaiseValues => ({
  subject: 'charges',
  articleId: '',
  customerId,
  termsId: '',
  termsPart: 'all',
  unit: 'percent',
  basisPoints: '',
  amountOre: '',
  rounding: 'krona',
  from: `${addMonths(monthOf(todayInStockholm()), 1)}-01`,
})
