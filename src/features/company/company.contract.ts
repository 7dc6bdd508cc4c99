import { z } from 'zod'
import { Confirmation } from '#shared/confirmation.contract.ts'
import {
  get,
  optionalEmail,
  optionalLine,
  optionalText,
  put,
  requiredLine,
  Version,
  whenValid,
} from '#shared/contract.ts'
import { isInRange, OUT_OF_RANGE } from '#shared/dates.rules.ts'
import { ADDRESS_MAX, FULL_NAME_MAX, PHONE_MAX } from '#shared/limits.rules.ts'
import { oneNumberIn } from '#shared/phone.rules.ts'
import { readOrgNumber, readPostalCode, readVatNumber } from './company.rules.ts'
import { dayChoices, readClosedDays, readDayHours } from './opening-hours.rules.ts'
import { targetInputs, targetOutputs, typedTargets } from './target-fields.contract.ts'

export const DEFAULT_PAYMENT_TERMS = '30 dagar netto'
export const COMPANY_NAME_MAX = 200
export const COMPANY_TEXT_MAX = 5000
export const FOUNDED = { earliest: 1800, latest: 2100 }

/** An optional line, normalized by `read`; blank is null. When `read` returns undefined the line is refused with the message. */
const optionalAs = (max: number, read: (text: string) => string | undefined, message: string) =>
  optionalLine(max).transform((text, context) => {
    const stored = text === null ? null : read(text)
    if (stored !== undefined) return stored
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** Optional lines, normalized by `read`; blank is null. */
const optionalLinesAs = (read: (text: string) => string | undefined, message: string) =>
  optionalText(COMPANY_TEXT_MAX).transform((text, context) => {
    const stored = text === null ? null : read(text)
    if (stored !== undefined) return stored
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const phone = optionalAs(
  PHONE_MAX,
  oneNumberIn,
  'Ange ett enda telefonnummer med riktnummer, som 08-123 456 78 eller 08-123 456 78 ankn 12',
)
const time = z.string('Ange en tid, som 08:00').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Ange en tid, som 08:00')
/** Null or absent for changed hours that apply from today. */
const hoursFrom = z
  .string('Ogiltigt värde')
  .trim()
  .nullish()
  .transform((date) => (date === undefined ? undefined : date || null))
  .pipe(
    z.iso
      .date('Ange ett datum som 2026-11-21')
      .refine((date) => isInRange(date), OUT_OF_RANGE)
      .nullish(),
  )
const choice = z.enum(dayChoices, 'Välj vad som gäller')
const version = Version

const organizationFields = {
  name: requiredLine('Företagets namn krävs').max(
    COMPANY_NAME_MAX,
    `Företagets namn får max vara ${COMPANY_NAME_MAX} tecken`,
  ),
  orgNumber: optionalAs(30, readOrgNumber, 'Ange ett giltigt organisationsnummer, som 556703-7485'),
  billingEmail: optionalEmail,
  paymentTerms: optionalLine(100).transform((text) => text ?? DEFAULT_PAYMENT_TERMS),
}
export const OrganizationForm = z.strictObject(organizationFields)
const ChangedOrganization = z.strictObject({ ...organizationFields, version })
export type ChangedOrganization = z.output<typeof ChangedOrganization>

export const Organization = z.object({
  name: z.string(),
  orgNumber: z.string().nullable(),
  billingEmail: z.string().nullable(),
  paymentTerms: z.string(),
  version,
})
export type Organization = z.infer<typeof Organization>

const factFields = {
  founded: z.coerce
    .number<string | number>('Ange ett årtal, som 2017')
    .int('Ange ett årtal, som 2017')
    .min(FOUNDED.earliest, 'Ange ett årtal, som 2017')
    .max(FOUNDED.latest, 'Ange ett årtal, som 2017'),
  phone,
  emergencyPhone: phone,
  email: optionalEmail,
  address: optionalLine(ADDRESS_MAX),
  postalCode: optionalAs(20, readPostalCode, 'Ange ett postnummer med fem siffror, som 753 20'),
  city: optionalLine(100),
  seat: optionalLine(100),
  vatNumber: optionalAs(30, readVatNumber, 'Ange ett giltigt momsregistreringsnummer, som SE556703748501'),
  opens: time,
  closes: time,
  dayHours: optionalLinesAs(
    readDayHours,
    'Skriv en dag per rad, som ”Fredag: 08:00–12:00, 13:00–15:00” eller ”Lördag: stängt”',
  ),
  closedDays: optionalLinesAs(
    readClosedDays,
    'Skriv datum och namn på varje rad, som ”2026-12-28–2026-12-30: Mellandagar”',
  ),
  eves: choice,
  halfDays: choice,
  halfDayCloses: time,
  hoursFrom,
  ...targetInputs,
  groupLine: optionalLine(200),
  areaServed: optionalLine(500),
  services: optionalText(COMPANY_TEXT_MAX),
  prices: optionalText(COMPANY_TEXT_MAX),
  founderName: optionalLine(FULL_NAME_MAX),
  founderTitle: optionalLine(200),
  founderStory: optionalText(COMPANY_TEXT_MAX),
  people: optionalText(COMPANY_TEXT_MAX),
  quotes: optionalText(COMPANY_TEXT_MAX),
  certificates: optionalText(COMPANY_TEXT_MAX),
  insurance: optionalLine(200),
  fTax: z.boolean('Ange om företaget är godkänt för F-skatt'),
}
const isOpen = ({ opens, closes }: { opens: string; closes: string }) => opens < closes
const closesLater = {
  path: ['closes'],
  message: 'Stängningstiden ska vara efter öppningstiden',
  when: whenValid('opens', 'closes'),
}
/** The form has texts and a checkbox. */
export const CompanyFactsForm = z.strictObject({ ...factFields, ...typedTargets }).refine(isOpen, closesLater)
const ChangedCompanyFacts = z.strictObject({ ...factFields, version }).refine(isOpen, closesLater)
export type ChangedCompanyFacts = z.output<typeof ChangedCompanyFacts>

/** The names of the company facts, which are also the columns of `company_facts`. */
export const companyFactNames = Object.keys(factFields) as (keyof typeof factFields)[]

const text = z.string().nullable()
export const CompanyFacts = z.object({
  founded: z.int(),
  phone: text,
  emergencyPhone: text,
  email: text,
  address: text,
  postalCode: text,
  city: text,
  seat: text,
  vatNumber: text,
  opens: z.string(),
  closes: z.string(),
  dayHours: text,
  closedDays: text,
  eves: z.enum(dayChoices),
  halfDays: z.enum(dayChoices),
  halfDayCloses: z.string(),
  hoursFrom: text,
  ...targetOutputs,
  groupLine: text,
  areaServed: text,
  services: text,
  prices: text,
  founderName: text,
  founderTitle: text,
  founderStory: text,
  people: text,
  quotes: text,
  certificates: text,
  insurance: text,
  fTax: z.boolean(),
  version,
} satisfies Record<keyof z.input<typeof ChangedCompanyFacts>, z.ZodType>)
export type CompanyFacts = z.infer<typeof CompanyFacts>

const weekHours = {
  opens: true,
  closes: true,
  dayHours: true,
  eves: true,
  halfDays: true,
  halfDayCloses: true,
} as const
const FormerHours = CompanyFacts.pick(weekHours).extend({ until: z.iso.date() })
/** The opening hours of every date: those of the company facts, and those that they have replaced. */
export const OpeningHours = CompanyFacts.pick({ ...weekHours, closedDays: true }).extend({
  formerHours: z.array(FormerHours),
})

export const company = {
  organization: get('/api/settings/organization', {
    allow: 'staff',
    summary: 'The organization’s name, number and terms',
    returns: Organization,
  }),
  changeOrganization: put('/api/settings/organization', {
    allow: 'admin',
    summary: 'Changes them; 409 with the current row when somebody else has changed it',
    body: ChangedOrganization,
    returns: Organization,
  }),
  facts: get('/api/settings/facts', {
    allow: 'staff',
    summary: 'The company facts of the public site',
    returns: CompanyFacts,
  }),
  changeFacts: put('/api/settings/facts', {
    allow: 'admin',
    summary: 'Changes them; 409 with the current row when somebody else has changed it',
    query: Confirmation,
    body: ChangedCompanyFacts,
    returns: CompanyFacts,
  }),
  hours: get('/api/settings/hours', {
    allow: 'staff',
    summary: 'The opening hours of the company, also those that applied before and are to come',
    returns: OpeningHours,
  }),
}
