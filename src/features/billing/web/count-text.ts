import { todayInStockholm } from '#shared/dates.rules.ts'
import { hundredthsText } from '../charge-texts.rules.ts'
import type { ChargeCount, Counting } from '../counted.contract.ts'

/** 'Räknas mot utrustning av typen Server' */
export const countingText = (counting: Counting): string =>
  counting.by === 'equipment' ? `Räknas mot utrustning av typen ${counting.type}` : 'Räknas mot importerad lista'

/** 'Fakturerar 12, räknar 13 (+1)', or that no list says. */
export function differenceText({ chargedHundredths, countedHundredths }: ChargeCount): string {
  const charged = `Fakturerar ${hundredthsText(chargedHundredths)}`
  if (countedHundredths === null) return `${charged}, ingen lista att räkna efter`
  const difference = countedHundredths - chargedHundredths
  const signed = `${difference < 0 ? '−' : '+'}${hundredthsText(Math.abs(difference))}`
  return `${charged}, räknar ${hundredthsText(countedHundredths)} (${signed})`
}

/** Which day was counted: 'Räknat 2026-11-01', 'Räknat i dag. Räknedagen är 2026-11-30.', or 'Enligt listan 2026-10-28'. */
export function countedOnText({ by, day, countedOn }: ChargeCount): string {
  if (countedOn === null) return `Importera en lista till ${day}`
  if (by === 'list') return `Enligt listan ${countedOn}`
  return countedOn === todayInStockholm() && day > countedOn
    ? `Räknat i dag. Räknedagen är ${day}.`
    : `Räknat ${countedOn}`
}
