import { z } from 'zod'
import { termsTargetInputs, termsTargetOutputs } from '#features/company/target-fields.contract.ts'
import { CustomerVat, ReverseReason } from '#features/customers/customers.contract.ts'
import { Confirmation } from '#shared/confirmation.contract.ts'
import { Amount, get, Id, IdParams, Month, post, put, requiredDay, requiredId, requiredLine } from '#shared/contract.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { DatedDiscount } from './discount-fields.contract.ts'
import { roundedBy, roundings } from './terms.rules.ts'

export const TERMS_NAME_MAX = 100
export const SMALLEST_MINUTES_MAX = 480
export const INCLUDED_MINUTES_MAX = 60_000
export const VAT_PERCENT_MAX = 100
export const SILENT_APPROVAL_DAYS_MAX = 60

export const TERMS_NOT_FOUND = 'Villkoren finns inte'
export const TERMS_IN_USE = 'Villkoren används och kan inte tas bort. Gör en ny version i stället.'
export const TERMS_REPLACED = 'Någon annan hann göra en ny version av villkoren. Öppna dem igen.'
export const AGREEMENT_NOT_FOUND = 'Avtalet finns inte'
export const PRIVATE_PAYS_VAT = 'En privatperson betalar alltid moms'
export const REVERSE_HAS_REASON = 'Välj varför kunden har omvänd betalningsskyldighet'

const price = z
  .int('Ange ett belopp, som 950,00')
  .min(0, 'Beloppet kan inte vara mindre än noll')
  .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
  .transform(ore)

const wholeMinutes = (missing: string, max: number, tooMany: string) => z.int(missing).min(0, missing).max(max, tooMany)

const termsFields = {
  name: requiredLine('Ange ett namn').max(TERMS_NAME_MAX, `Namnet får max vara ${TERMS_NAME_MAX} tecken`),
  /** The prices of work are in öre per hour without VAT. */
  remoteOre: price,
  onsiteOre: price,
  /** Outside opening hours. */
  afterHoursOre: price,
  /** Minutes; 0 means no rounding. */
  roundTo: z.literal([...roundings], 'Välj avrundning'),
  roundBy: z.enum(roundedBy, 'Välj vad som avrundas'),
  smallestMinutes: wholeMinutes(
    'Ange antal minuter, som 30',
    SMALLEST_MINUTES_MAX,
    `Får vara högst ${SMALLEST_MINUTES_MAX} minuter`,
  ),
  startFeeOre: price,
  includedMinutes: wholeMinutes(
    'Ange antal timmar, som 2,5',
    INCLUDED_MINUTES_MAX,
    `Får vara högst ${plural(INCLUDED_MINUTES_MAX / 60, 'timme', 'timmar')}`,
  ),
  /** Of customers with an agreement on the terms, without VAT. */
  monthlyFeeOre: price.default(ore(0)),
  afterHoursDrawdowns: z.boolean('Ange om jour räknas av'),
  needsApproval: z.boolean('Ange om kunden ska godkänna'),
  /** Working days without an answer after which an invoice basis counts as approved; null for never. */
  silentApprovalDays: z
    .int('Ange antal arbetsdagar, som 10')
    .min(1, 'Ange minst 1 arbetsdag')
    .max(SILENT_APPROVAL_DAYS_MAX, `Får vara högst ${SILENT_APPROVAL_DAYS_MAX} arbetsdagar`)
    .nullable()
    .default(null),
  ...termsTargetInputs,
  includesOnCall: z.boolean('Ange om jour ingår'),
}
export type TermsField = keyof typeof termsFields

export const NewTerms = z.strictObject(termsFields)
export type NewTerms = z.output<typeof NewTerms>

/** A version of terms, and the date from which it replaces the earlier ones everywhere. */
export const NewVersion = z.strictObject({ ...termsFields, validFrom: requiredDay('Ange från vilket datum') })
export type NewVersion = z.output<typeof NewVersion>

export const TermsName = z.object({ id: Id, name: z.string(), number: z.int() })
export type TermsName = z.infer<typeof TermsName>

export const Terms = TermsName.extend({
  seriesId: Id,
  remoteOre: Amount,
  onsiteOre: Amount,
  afterHoursOre: Amount,
  roundTo: z.literal([...roundings]),
  roundBy: z.enum(roundedBy),
  smallestMinutes: z.int(),
  startFeeOre: Amount,
  includedMinutes: z.int(),
  monthlyFeeOre: Amount,
  afterHoursDrawdowns: z.boolean(),
  needsApproval: z.boolean(),
  silentApprovalDays: z.int().nullable(),
  ...termsTargetOutputs,
  includesOnCall: z.boolean(),
})
export type Terms = z.infer<typeof Terms>

export const ListedTerms = Terms.extend({
  /** Whether no later version exists. */
  isLatest: z.boolean(),
  /** Customers whose agreement has these terms today. */
  customers: z.int(),
  /** Whether anything refers to them, at any date. */
  isUsed: z.boolean(),
})
export type ListedTerms = z.infer<typeof ListedTerms>

const DefaultTerms = z.object({ validFrom: z.iso.date(), terms: TermsName })
const VatRate = z.object({ validFrom: z.iso.date(), percent: z.int() })

/** Rows with dates are newest first. */
export const AgreementSettings = z.object({
  terms: z.array(ListedTerms),
  defaults: z.array(DefaultTerms),
  vatRates: z.array(VatRate),
  /** Time of earlier months is never on an invoice basis. */
  billingFrom: Month,
})
export type AgreementSettings = z.infer<typeof AgreementSettings>

const validFrom = requiredDay('Ange från vilket datum')
export const NewDefault = z.strictObject({ validFrom, termsId: requiredId('Välj villkor') })
export type NewDefault = z.output<typeof NewDefault>
export const NewVatRate = z.strictObject({
  validFrom,
  percent: z
    .int('Ange en procentsats, som 25')
    .min(0, 'Ange en procentsats, som 25')
    .max(VAT_PERCENT_MAX, `Får vara högst ${VAT_PERCENT_MAX} procent`),
})
export type NewVatRate = z.output<typeof NewVatRate>
/** The date of the row to remove. */
const DatedRow = z.strictObject({ validFrom })

/** Terms null ends the agreement from the date; a fee of null is that of the terms. */
export const NewAgreement = z
  .strictObject({
    validFrom,
    termsId: requiredId('Välj villkor').nullable(),
    monthlyFeeOre: price.nullable().default(null),
  })
  .refine(({ termsId, monthlyFeeOre }) => termsId !== null || monthlyFeeOre === null, {
    message: 'Utan avtal finns ingen månadsavgift',
    path: ['monthlyFeeOre'],
  })
export type NewAgreement = z.output<typeof NewAgreement>

export const CustomerBilling = z
  .strictObject({
    vat: CustomerVat,
    /** With reverse charge alone. */
    reverseReason: ReverseReason.nullable().default(null),
    isPrivate: z.boolean('Ange om kunden är privatperson'),
  })
  .refine(({ vat, isPrivate }) => !(isPrivate && vat === 'reverse'), { message: PRIVATE_PAYS_VAT, path: ['vat'] })
  .refine(({ vat, reverseReason }) => (vat === 'reverse') === (reverseReason !== null), {
    message: REVERSE_HAS_REASON,
    path: ['reverseReason'],
  })
export type CustomerBilling = z.output<typeof CustomerBilling>

export const CustomerAgreement = z.object({
  vat: CustomerVat,
  /** Null for customers who got reverse charge before it had reasons: they cannot be billed. */
  reverseReason: ReverseReason.nullable(),
  isPrivate: z.boolean(),
  /** Newest first. */
  agreements: z.array(
    z.object({
      validFrom: z.iso.date(),
      terms: TermsName.nullable(),
      /** Null: that of the terms. */
      monthlyFeeOre: Amount.nullable(),
    }),
  ),
  /** Newest first. */
  discounts: z.array(DatedDiscount),
  /** What applies today; null when there are no default terms either. */
  current: Terms.nullable(),
  isDefault: z.boolean(),
  /** The month of `included`, 'YYYY-MM': the current one. */
  month: Month,
  included: z.object({ minutes: z.int(), used: z.int() }),
})
export type CustomerAgreement = z.infer<typeof CustomerAgreement>

export const agreements = {
  settings: get('/api/terms', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'All terms with their versions, the company’s default terms and its rates of VAT',
    returns: AgreementSettings,
  }),
  createTerms: post('/api/terms', {
    allow: 'admin',
    summary: 'Adds terms',
    body: NewTerms,
    returns: Terms,
    creates: true,
  }),
  createVersion: post('/api/terms/:id/versions', {
    allow: 'admin',
    summary:
      'Adds a version that replaces the earlier ones from a date, for every customer and as default; 409 for terms that are not the latest version',
    params: IdParams,
    query: Confirmation,
    body: NewVersion,
    returns: Terms,
    creates: true,
  }),
  removeTerms: post('/api/terms/:id/remove', {
    allow: 'admin',
    summary: 'Removes a version that is not in use; 409 for others',
    params: IdParams,
    returns: AgreementSettings,
  }),
  setDefault: put('/api/default-terms', {
    allow: 'admin',
    summary: 'The terms of customers without an agreement, from a date',
    query: Confirmation,
    body: NewDefault,
    returns: AgreementSettings,
  }),
  removeDefault: post('/api/default-terms/remove', {
    allow: 'admin',
    summary: 'Removes a dated row of the default terms; the one before it then applies',
    query: Confirmation,
    body: DatedRow,
    returns: AgreementSettings,
  }),
  setVatRate: put('/api/vat-rates', {
    allow: 'admin',
    summary: 'The rate of VAT from a date',
    query: Confirmation,
    body: NewVatRate,
    returns: AgreementSettings,
  }),
  removeVatRate: post('/api/vat-rates/remove', {
    allow: 'admin',
    summary: 'Removes a dated rate of VAT; the one before it then applies',
    query: Confirmation,
    body: DatedRow,
    returns: AgreementSettings,
  }),
  setBillingFrom: put('/api/billing-from', {
    allow: 'admin',
    summary: 'The first month whose time is billed here; earlier time is never taken to an invoice basis',
    body: z.strictObject({ month: Month }),
    returns: AgreementSettings,
  }),
  ofCustomer: get('/api/customers/:id/agreement', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s terms with their dates, and the included hours used this month',
    params: IdParams,
    returns: CustomerAgreement,
  }),
  setOfCustomer: put('/api/customers/:id/agreement', {
    allow: 'admin',
    summary: 'The terms of a customer from a date; null for no agreement from then',
    params: IdParams,
    query: Confirmation,
    body: NewAgreement,
    returns: CustomerAgreement,
  }),
  removeOfCustomer: post('/api/customers/:id/agreement/remove', {
    allow: 'admin',
    summary: 'Removes a dated row of a customer’s agreement; the one before it then applies',
    params: IdParams,
    query: Confirmation,
    body: DatedRow,
    returns: CustomerAgreement,
  }),
  setBilling: put('/api/customers/:id/billing', {
    allow: 'admin',
    summary: 'Whether a customer pays VAT or has reverse charge, and why, and whether it is private',
    params: IdParams,
    query: Confirmation,
    body: CustomerBilling,
    returns: CustomerAgreement,
  }),
}
