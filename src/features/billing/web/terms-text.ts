import { typedTarget } from '#features/company/target-fields.contract.ts'
import { type TargetField, targetFieldNames, targetLabels } from '#features/company/target-fields.rules.ts'
import { workKindLabel } from '#features/time/work-kinds.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { plural, yesOrNo } from '#shared/plural.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import type { Terms, TermsField, TermsName } from '../agreements.contract.ts'
import type { RoundedBy, Rounding } from '../terms.rules.ts'

export const termsLabels: Record<TermsField, string> = {
  name: 'Namn',
  remoteOre: `${workKindLabel('remote')}, kr/tim`,
  onsiteOre: `${workKindLabel('onsite')}, kr/tim`,
  afterHoursOre: 'Jour, kr/tim',
  roundTo: 'Avrunda uppåt till',
  roundBy: 'Avrundas',
  smallestMinutes: 'Minsta debitering, min',
  startFeeOre: 'Startavgift, kr',
  includedMinutes: 'Ingår per månad, tim',
  monthlyFeeOre: 'Månadsavgift, kr',
  afterHoursDrawdowns: 'Jour räknas av från timmar som ingår och timbank',
  needsApproval: 'Kunden godkänner underlaget innan det faktureras',
  silentApprovalDays: 'Godkänns utan svar efter, arbetsdagar',
  ...targetLabels,
  includesOnCall: 'Jour ingår: akuta ärenden larmar den som har jour',
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

/** 'Serviceavtal', with a version number from the second version. */
export const termsName = ({ name, number }: TermsName): string => (number > 1 ? `${name} (version ${number})` : name)

/** 'Varje tidrad för sig, uppåt till 30 minuter', on the page of a customer. */
function roundingText({ roundTo, roundBy }: Pick<Terms, 'roundTo' | 'roundBy'>): string {
  if (roundTo === 0) return roundingLabels[0]
  return `${roundedByLabels[roundBy]}, uppåt till ${roundTo === 60 ? 'hel timme' : roundingLabels[roundTo]}`
}

type Statement = { label: string; value: (terms: Terms) => string }

/** In the order in which people ask; the name is the heading, and rounding is one row. */
const statements: Record<Exclude<TermsField, 'name' | 'roundBy' | TargetField>, Statement> = {
  remoteOre: { label: `${workKindLabel('remote')}, per timme`, value: ({ remoteOre }) => formatKronor(remoteOre) },
  onsiteOre: { label: `${workKindLabel('onsite')}, per timme`, value: ({ onsiteOre }) => formatKronor(onsiteOre) },
  afterHoursOre: { label: 'Jour, per timme', value: ({ afterHoursOre }) => formatKronor(afterHoursOre) },
  roundTo: { label: 'Avrundning', value: roundingText },
  smallestMinutes: {
    label: 'Minsta debitering',
    value: ({ smallestMinutes }) => (smallestMinutes === 0 ? 'Ingen' : plural(smallestMinutes, 'minut', 'minuter')),
  },
  startFeeOre: {
    label: 'Startavgift',
    value: ({ startFeeOre }) => (startFeeOre === 0 ? 'Ingen' : formatKronor(startFeeOre)),
  },
  includedMinutes: {
    label: 'Ingår varje månad',
    value: ({ includedMinutes }) => (includedMinutes === 0 ? 'Inga timmar' : `${formatHours(includedMinutes)} tim`),
  },
  monthlyFeeOre: {
    label: 'Månadsavgift',
    value: ({ monthlyFeeOre }) => (monthlyFeeOre === 0 ? 'Ingen' : formatKronor(monthlyFeeOre)),
  },
  afterHoursDrawdowns: { label: 'Jour räknas av', value: ({ afterHoursDrawdowns }) => yesOrNo(afterHoursDrawdowns) },
  needsApproval: { label: 'Kunden godkänner', value: ({ needsApproval }) => yesOrNo(needsApproval) },
  silentApprovalDays: {
    label: 'Godkänns utan svar',
    value: ({ silentApprovalDays: days }) =>
      days === null ? 'Nej' : `Efter ${plural(days, 'arbetsdag', 'arbetsdagar')}`,
  },
  includesOnCall: { label: 'Jour ingår', value: ({ includesOnCall }) => yesOrNo(includesOnCall) },
}

/** The targets that differ from the company's. */
const ownTargets = (terms: Terms) => targetFieldNames.filter((field) => terms[field] !== null)

/** The label and value of each of the terms. */
export const termsText = (terms: Terms): [label: string, value: string][] => [
  ...Object.values(statements).map(({ label, value }): [string, string] => [label, value(terms)]),
  ...ownTargets(terms).map((field): [string, string] => [targetLabels[field], typedTarget(field, terms[field])]),
]
