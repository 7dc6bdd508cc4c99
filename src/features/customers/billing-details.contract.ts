// What a ledger needs to know of a customer, for staff only (docs/decisions/119).
import { z } from 'zod'
import { readPostalCode } from '#features/company/company.rules.ts'
import { get, IdParams, optionalEmail, optionalLine, put, requiredLine, Version } from '#shared/contract.ts'
import { countryCodes } from './countries.rules.ts'
import { buyerNumberMessage, readBuyerNumber, readVatNumber, vatNumberMessage } from './vat-numbers.rules.ts'

export const CUSTOMER_NUMBER_MAX = 20
export const STREET_MAX = 200
export const POSTCODE_MAX = 20
export const TOWN_MAX = 100
export const REFERENCE_MAX = 100
export const ORDER_NUMBER_MAX = 50
export const PAYMENT_DAYS_MAX = 365

const NUMBER_FORMAT = `Högst ${CUSTOMER_NUMBER_MAX} bokstäver a–z, siffror, punkter, streck och snedstreck`
export const PRIVATE_HAS_NO_NUMBER = 'En privatperson har varken organisationsnummer eller momsregistreringsnummer'

const CustomerNumber = requiredLine('Ange ett kundnummer').regex(/^[A-Za-z0-9._/-]{1,20}$/, NUMBER_FORMAT)

/** Whole days as a number or as typed; null where the company's terms apply. */
const paymentDays = z
  .union([z.string(), z.number()], 'Ange antal dagar, som 30')
  .nullish()
  .transform((typed, context) => {
    if (typed === null || typed === undefined || String(typed).trim() === '') return null
    const days = Number(typed)
    if (Number.isInteger(days) && days >= 0 && days <= PAYMENT_DAYS_MAX) return days
    context.addIssue({ code: 'custom', message: `Ange antal dagar, högst ${PAYMENT_DAYS_MAX}` })
    return z.NEVER
  })

const vatNumber = optionalLine(30).transform((text, context) => {
  const read = text === null ? null : readVatNumber(text)
  if (read !== undefined) return read
  context.addIssue({ code: 'custom', message: vatNumberMessage(text ?? '') })
  return z.NEVER
})

/** All optional: an import has those that the file has. */
const detailFields = {
  isSoleTrader: z.boolean('Ange om kunden är enskild firma').default(false),
  orgNumber: optionalLine(30),
  vatNumber,
  invoiceEmail: optionalEmail,
  street: optionalLine(STREET_MAX),
  postcode: optionalLine(POSTCODE_MAX),
  town: optionalLine(TOWN_MAX),
  country: z.enum(countryCodes as [string, ...string[]], 'Välj ett land').default('SE'),
  yourReference: optionalLine(REFERENCE_MAX),
  orderNumber: optionalLine(ORDER_NUMBER_MAX),
  paymentDays,
  requiresReference: z.boolean('Ange om kunden kräver referens').default(false),
}
export type DetailField = keyof typeof detailFields

export type BillingField = 'customerNumber' | DetailField

/** The labels in the order of the form, the export and an edit conflict. */
export const billingLabels: Record<BillingField, string> = {
  customerNumber: 'Kundnummer',
  isSoleTrader: 'Enskild firma',
  orgNumber: 'Organisationsnummer',
  vatNumber: 'Momsregistreringsnummer',
  street: 'Gata',
  postcode: 'Postnummer',
  town: 'Ort',
  country: 'Land',
  invoiceEmail: 'E-post för faktura',
  yourReference: 'Er referens',
  orderNumber: 'Ordernummer',
  paymentDays: 'Betalningsvillkor, dagar',
  requiresReference: 'Kräver referens',
}
export const detailNames = Object.keys(detailFields) as DetailField[]

type Details = { isSoleTrader: boolean; country: string } & Record<
  'orgNumber' | 'street' | 'postcode' | 'town',
  string | null
>

/** The rules between fields: which number a sole trader has, and a whole address or none. Stores both numbers normalized. */
export function readDetails<Of extends Details>(details: Of, context: z.RefinementCtx): Of {
  const { country, street, postcode, town } = details
  const refuse = (field: DetailField, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: details[field as keyof Details] })
  const orgNumber = details.orgNumber && readBuyerNumber(details.orgNumber, details)
  if (orgNumber === undefined) refuse('orgNumber', buyerNumberMessage(details))
  const hasAddress = Boolean(street || postcode || town)
  const isSwedish = country === 'SE'
  if (hasAddress && !street) refuse('street', 'Ange gatan, eller lämna hela adressen tom')
  if (hasAddress && !town) refuse('town', 'Ange orten, eller lämna hela adressen tom')
  if (hasAddress && !postcode && isSwedish) refuse('postcode', 'Ange postnumret, eller lämna hela adressen tom')
  const read = isSwedish && postcode ? readPostalCode(postcode) : postcode
  if (read === undefined) refuse('postcode', 'Ange ett postnummer med fem siffror, som 753 20')
  return { ...details, orgNumber: orgNumber ?? null, postcode: read ?? null }
}

/** As the form has them, without a version. */
export const BillingDetailsForm = z
  .strictObject({ customerNumber: CustomerNumber, ...detailFields })
  .transform(readDetails)

const ChangedBillingDetails = z
  .strictObject({ customerNumber: CustomerNumber, ...detailFields, version: Version })
  .transform(readDetails)
export type ChangedBillingDetails = z.output<typeof ChangedBillingDetails>

/** For an import; a customer without a number gets the next of the series. */
export const importedDetailFields = {
  customerNumber: z
    .union([z.literal(''), CustomerNumber], NUMBER_FORMAT)
    .nullish()
    .transform((number) => number || null),
  ...detailFields,
}

const text = z.string().nullable()
export const BillingDetails = z.object({
  customerNumber: z.string(),
  isSoleTrader: z.boolean(),
  orgNumber: text,
  vatNumber: text,
  invoiceEmail: text,
  street: text,
  postcode: text,
  town: text,
  country: z.string(),
  yourReference: text,
  orderNumber: text,
  paymentDays: z.int().nullable(),
  requiresReference: z.boolean(),
  /** 0 before anything is filled in. */
  version: z.int(),
})
export type BillingDetails = z.infer<typeof BillingDetails>

export const billingDetails = {
  get: get('/api/customers/:id/billing-details', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'What a ledger needs to know of a customer: numbers, address, references and payment terms',
    params: IdParams,
    returns: BillingDetails,
  }),
  change: put('/api/customers/:id/billing-details', {
    allow: 'staff',
    summary:
      'Changes them, and writes the customer’s address from theirs; 409 with the current row for an outdated version, 422 for a customer number that is taken',
    params: IdParams,
    body: ChangedBillingDetails,
    returns: BillingDetails,
  }),
}
