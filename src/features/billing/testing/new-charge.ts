import type { z } from 'zod'
import type { NewCharge } from '../charges.contract.ts'

type ChargeInput = z.input<typeof NewCharge>

/** A charge as a request sends it: 12 licences of 129 kr a month, in advance, by days. */
export const aCharge = (given: Partial<ChargeInput> = {}): ChargeInput => ({
  articleId: null,
  text: 'Microsoft 365',
  unit: 'st',
  period: 'month',
  timing: 'advance',
  startsOn: '2026-09-01',
  endsOn: null,
  bindingUntil: null,
  noticeMonths: 0,
  isByDays: true,
  orderNumber: null,
  note: null,
  hundredths: 1200,
  priceOre: 12_900,
  ...given,
})
