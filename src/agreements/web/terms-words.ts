import { formatKronor } from '#lib/money.rules.ts'
import { formatHours, plural } from '#lib/ui/format.ts'
import type { Terms, TermsField, TermsName } from '../agreements.contract.ts'
import type { RoundedBy, Rounding } from '../terms.rules.ts'

export const termsLabels: Record<TermsField, string> = {
  name: 'Namn',
  remoteOre: 'Fjärr, kr/tim',
  onsiteOre: 'På plats, kr/tim',
  dutyOre: 'Jour, kr/tim',
  roundTo: 'Avrunda uppåt till',
  roundBy: 'Avrundas',
  smallestMinutes: 'Minsta debitering, min',
  startFeeOre: 'Startavgift, kr',
  includedMinutes: 'Ingår per månad, tim',
  dutyDraws: 'Jour räknas av från timmar som ingår och timbank',
  needsApproval: 'Kunden godkänner underlaget innan det faktureras',
}

export const roundingLabels: Record<Rounding, string> = {
  0: 'Ingen avrundning',
  15: '15 minuter',
  30: '30 minuter',
  60: 'Hel timme',
}
export const roundedByLabels: Record<RoundedBy, string> = {
  row: 'Varje tidrad för sig',
  ticket: 'Ärendets tid per dag',
}

/** 'Serviceavtal', from the second version on with its number. */
export const termsName = ({ name, number }: TermsName): string => (number > 1 ? `${name} (version ${number})` : name)

/** 'Varje tidrad, upp till 30 minuter', for the page of a customer. */
function roundingInWords({ roundTo, roundBy }: Pick<Terms, 'roundTo' | 'roundBy'>): string {
  if (roundTo === 0) return roundingLabels[0]
  return `${roundedByLabels[roundBy]}, uppåt till ${roundTo === 60 ? 'hel timme' : roundingLabels[roundTo]}`
}

const yesOrNo = (is: boolean) => (is ? 'Ja' : 'Nej')

/** What the terms say, in the order in which people ask. */
export const termsInWords = (terms: Terms): [label: string, value: string][] => [
  ['Fjärr, per timme', formatKronor(terms.remoteOre)],
  ['På plats, per timme', formatKronor(terms.onsiteOre)],
  ['Jour, per timme', formatKronor(terms.dutyOre)],
  ['Avrundning', roundingInWords(terms)],
  ['Minsta debitering', terms.smallestMinutes === 0 ? 'Ingen' : plural(terms.smallestMinutes, 'minut', 'minuter')],
  ['Startavgift', terms.startFeeOre === 0 ? 'Ingen' : formatKronor(terms.startFeeOre)],
  ['Ingår varje månad', terms.includedMinutes === 0 ? 'Inga timmar' : `${formatHours(terms.includedMinutes)} timmar`],
  ['Jour räknas av', yesOrNo(terms.dutyDraws)],
  ['Kunden godkänner', yesOrNo(terms.needsApproval)],
]
