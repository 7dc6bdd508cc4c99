// Texts of raised prices, of the screen and of the mail.
import { workKindLabel } from '#features/time/work-kinds.rules.ts'
import type { ChargePeriod } from './charges.rules.ts'
import type { RaisedPart } from './price-raises.contract.ts'

const periodWords: Record<ChargePeriod, string> = { month: 'månad', quarter: 'kvartal', year: 'år' }

/** 'per st och månad', or 'per st' of an article. */
export const perUnitText = (unit: string, period: ChargePeriod | null): string =>
  period === null ? `per ${unit}` : `per ${unit} och ${periodWords[period]}`

type TermsPrice = Exclude<RaisedPart, 'unit'>

/** The prices of terms, and what each is of. */
export const termsPriceTexts: Record<TermsPrice, { label: string; per: string }> = {
  remoteOre: { label: workKindLabel('remote'), per: 'per timme' },
  onsiteOre: { label: workKindLabel('onsite'), per: 'per timme' },
  afterHoursOre: { label: 'Jour', per: 'per timme' },
  startFeeOre: { label: 'Startavgift', per: 'per gång' },
  monthlyFeeOre: { label: 'Månadsavgift', per: 'per månad' },
}
