import type { z } from 'zod'
import type { RaiseInput } from '../price-raises.contract.ts'

type Raise = z.input<typeof RaiseInput>

/** A raise as a request sends it: all charges by 5 % from 2026-11-01, to whole kronor. */
export const aRaise = (given: Partial<Raise> = {}): Raise => ({
  subject: 'charges',
  articleId: null,
  customerId: null,
  termsId: null,
  termsPart: 'all',
  basisPoints: 500,
  amountOre: null,
  rounding: 'krona',
  from: '2026-11-01',
  ...given,
})
