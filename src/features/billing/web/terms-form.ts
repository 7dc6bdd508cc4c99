import { z } from 'zod'
import { typedTargetsOf, typedTermsTargets } from '#features/company/target-fields.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { plainKronor, readKronor } from '#shared/money.rules.ts'
import { hoursOf, minutesOfHours } from '#shared/typed-hours.rules.ts'
import { type ListedTerms, NewTerms, NewVersion, type TermsField } from '../agreements.contract.ts'
import { DEFAULT_ROUNDING } from '../terms.rules.ts'

/** Unreadable texts become NaN, which the contract refuses with the field's message. */
const kronor = z.string().transform((text) => readKronor(text) ?? Number.NaN)
const whole = z.string().transform((text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN))
const optionalWhole = z
  .string()
  .transform((text) => (text.trim() === '' ? null : /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN))
const hours = z.string().transform((text) => minutesOfHours(text) ?? Number.NaN)

const { shape } = NewTerms
const fields = {
  name: shape.name,
  remoteOre: kronor.pipe(shape.remoteOre),
  onsiteOre: kronor.pipe(shape.onsiteOre),
  afterHoursOre: kronor.pipe(shape.afterHoursOre),
  roundTo: whole.pipe(shape.roundTo),
  roundBy: shape.roundBy,
  smallestMinutes: whole.pipe(shape.smallestMinutes),
  startFeeOre: kronor.pipe(shape.startFeeOre),
  includedMinutes: hours.pipe(shape.includedMinutes),
  monthlyFeeOre: kronor.pipe(shape.monthlyFeeOre.unwrap()),
  afterHoursDrawdowns: shape.afterHoursDrawdowns,
  needsApproval: shape.needsApproval,
  silentApprovalDays: optionalWhole.pipe(shape.silentApprovalDays.unwrap()),
  ...typedTermsTargets,
  includesOnCall: shape.includesOnCall,
} satisfies Record<TermsField, z.ZodType>

/** The forms have texts and checkboxes; only a new version has a date. */
export const TermsForm = z.object({ ...fields, validFrom: z.string() })
export const VersionForm = z.object({ ...fields, validFrom: NewVersion.shape.validFrom })
export type TermsValues = {
  [Field in keyof typeof fields]: boolean extends z.input<(typeof fields)[Field]> ? boolean : string
} & {
  validFrom: string
}

/** The initial values; a new version starts with those of the previous one. */
export const termsValues = (terms?: ListedTerms): TermsValues => ({
  name: terms?.name ?? '',
  remoteOre: terms ? plainKronor(terms.remoteOre) : '',
  onsiteOre: terms ? plainKronor(terms.onsiteOre) : '',
  afterHoursOre: terms ? plainKronor(terms.afterHoursOre) : '',
  roundTo: String(terms?.roundTo ?? DEFAULT_ROUNDING),
  roundBy: terms?.roundBy ?? 'row',
  smallestMinutes: String(terms?.smallestMinutes ?? 0),
  startFeeOre: terms ? plainKronor(terms.startFeeOre) : '0,00',
  includedMinutes: hoursOf(terms?.includedMinutes ?? 0),
  monthlyFeeOre: terms ? plainKronor(terms.monthlyFeeOre) : '0,00',
  afterHoursDrawdowns: terms?.afterHoursDrawdowns ?? false,
  needsApproval: terms?.needsApproval ?? false,
  silentApprovalDays: String(terms?.silentApprovalDays ?? ''),
  ...typedTargetsOf(terms ?? {}),
  includesOnCall: terms?.includesOnCall ?? false,
  validFrom: terms ? todayInStockholm() : '',
})
