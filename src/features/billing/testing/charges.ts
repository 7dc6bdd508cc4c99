// Recurring charges, as a request sends them and as they are priced: defaults for what a test does not mention.
import type { z } from 'zod'
import { ore } from '#shared/money.rules.ts'
import type { NewCharge } from '../charges.contract.ts'
import type { ChargeToPrice } from '../charges.rules.ts'

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

/** 12 licences of 129 kr a month, in advance, by days, from 2026-01-01. */
export const charge = (given: Partial<ChargeToPrice> = {}): ChargeToPrice => ({
  id: 'charge',
  name: 'Microsoft 365',
  unit: 'st',
  vatClass: 'standard',
  vatReason: null,
  articleNumber: null,
  account: null,
  isConstruction: false,
  isElectronics: false,
  period: 'month',
  timing: 'advance',
  startsOn: '2026-01-01',
  endsOn: null,
  isByDays: true,
  quantities: [{ validFrom: '2026-01-01', hundredths: 1200 }],
  prices: [{ validFrom: '2026-01-01', priceOre: ore(12_900) }],
  discounts: [],
  articlePrices: [],
  ...given,
})
