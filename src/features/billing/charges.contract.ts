// Recurring charges of a customer ('Abonnemang'), for staff only; the customer reads their lines on its invoice bases.

import { z } from 'zod'
import { RecipientChoice } from '#features/customers/recipients.contract.ts'
import { Confirmation } from '#shared/confirmation.contract.ts'
import {
  Amount,
  get,
  Id,
  IdParams,
  nothing,
  optionalLine,
  optionalText,
  post,
  put,
  requiredDay,
  requiredId,
  Version,
  whenValid,
} from '#shared/contract.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { chargePeriods, chargeTimings } from './charges.rules.ts'
import { ChargeCount, Counting, LIST_NEEDS_ARTICLE, RecordedCount } from './counted.contract.ts'
import { DatedDiscount, NewDiscount } from './discount-fields.contract.ts'

export const CHARGE_TEXT_MAX = 160
export const CHARGE_UNIT_MAX = 20
export const CHARGE_ORDER_NUMBER_MAX = 50
export const CHARGE_NOTE_MAX = 1000
export const NOTICE_MONTHS_MAX = 36
/** A binding that ends within these days stands on the Dashboard. */
export const BINDING_ENDS_WITHIN_DAYS = 60
/** In hundredths: a million units. */
export const CHARGE_HUNDREDTHS_MAX = 100_000_000
/** Charges may be bound or end years ahead, unlike the dates of work. */
const CHARGE_DATE_MAX = '2099-12-31'

export const CHARGE_NOT_FOUND = 'Abonnemanget finns inte'
export const CHARGE_ROW_NOT_FOUND = 'Ändringen finns inte'
export const CHARGE_IS_USED = 'Abonnemanget finns på ett underlag och kan inte tas bort. Avsluta det i stället.'
export const CHARGE_ENDS_BEFORE_START = 'Slutdatumet ska inte ligga före startdatumet'
export const CHARGE_NEEDS_PRICE = 'Ange ett pris, som 129,00'
export const ARTICLE_NOT_TO_CHOOSE = 'Artikeln finns inte eller är arkiverad. Välj en annan.'

const laterDay = z
  .string('Ogiltigt värde')
  .trim()
  .nullable()
  .transform((date) => date || null)
  .pipe(
    z.iso
      .date('Ange ett datum som 2026-11-21')
      .refine((date) => '2000-01-01' <= date && date <= CHARGE_DATE_MAX, `Datumet får vara senast ${CHARGE_DATE_MAX}`)
      .nullable(),
  )

const quantity = 'Ange antal, som 12 eller 0,5'
const hundredths = z
  .int(quantity)
  .min(0, quantity)
  .max(CHARGE_HUNDREDTHS_MAX, `Får vara högst ${plural(CHARGE_HUNDREDTHS_MAX / 100, 'enhet', 'enheter')}`)
/** Of one unit and period, without VAT. Null: the article's price. */
const priceOre = z
  .int(CHARGE_NEEDS_PRICE)
  .min(0, 'Beloppet kan inte vara mindre än noll')
  .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
  .transform(ore)
  .nullable()

/** What may change of a charge; what its periods are is decided once. */
const changeable = {
  /** Null: the article's name. */
  text: optionalLine(CHARGE_TEXT_MAX),
  unit: optionalLine(CHARGE_UNIT_MAX),
  bindingUntil: laterDay,
  noticeMonths: z
    .int('Ange antal månader, som 3')
    .min(0, 'Ange antal månader, som 3')
    .max(NOTICE_MONTHS_MAX, `Får vara högst ${NOTICE_MONTHS_MAX} månader`),
  orderNumber: optionalLine(CHARGE_ORDER_NUMBER_MAX),
  /** '' or null: the customer's first. */
  recipientId: z
    .union([requiredId('Välj en fakturamottagare'), z.literal('')], 'Välj en fakturamottagare')
    .nullish()
    .transform((id) => id || null),
  note: optionalText(CHARGE_NOTE_MAX),
}

const newChargeFields = {
  articleId: requiredId('Välj en artikel').nullable(),
  ...changeable,
  period: z.enum(chargePeriods, 'Välj hur ofta'),
  timing: z.enum(chargeTimings, 'Välj när det faktureras'),
  startsOn: requiredDay('Ange från vilket datum'),
  endsOn: laterDay,
  isByDays: z.boolean('Ange om delar av en period räknas per dag'),
  hundredths,
  priceOre,
  counting: Counting.nullable().default(null),
}

type Named = { articleId: string | null; text: string | null; unit: string | null }

/** What a charge without an article needs, with the message of each field. */
const ownFields = { text: 'Ange vad det gäller', unit: 'Ange en enhet, som st', priceOre: CHARGE_NEEDS_PRICE }
type OwnField = keyof typeof ownFields

/** The first of text and unit that a charge without an article lacks, with its message. */
export function missingOfOwn({ articleId, ...own }: Named): [field: string, message: string] | undefined {
  const missing = articleId === null ? (['text', 'unit'] as const).find((field) => own[field] === null) : undefined
  return missing && [missing, ownFields[missing]]
}

const ofOwn = (field: OwnField) => ({
  message: ownFields[field],
  path: [field],
  when: whenValid('articleId', field),
})

export const NewCharge = z
  .strictObject(newChargeFields)
  .refine(({ articleId, text }) => articleId !== null || text !== null, ofOwn('text'))
  .refine(({ articleId, unit }) => articleId !== null || unit !== null, ofOwn('unit'))
  .refine(({ articleId, priceOre: price }) => articleId !== null || price !== null, ofOwn('priceOre'))
  .refine(({ startsOn, endsOn }) => endsOn === null || startsOn <= endsOn, {
    message: CHARGE_ENDS_BEFORE_START,
    path: ['endsOn'],
    when: whenValid('startsOn', 'endsOn'),
  })
  .refine(({ counting, articleId }) => counting?.by !== 'list' || articleId !== null, {
    message: LIST_NEEDS_ARTICLE,
    path: ['counting', 'by'],
    when: whenValid('counting', 'articleId'),
  })
export type NewCharge = z.output<typeof NewCharge>

export const ChangedCharge = z.strictObject({ ...changeable, version: Version })
export type ChangedCharge = z.output<typeof ChangedCharge>

/** The last day, or null for a charge that goes on. */
export const ChargeEnd = z.strictObject({ endsOn: laterDay, version: Version })
export type ChargeEnd = z.output<typeof ChargeEnd>

/** Null: nothing counts it. */
export const ChargeCounting = z.strictObject({ counting: Counting.nullable(), version: Version })
export type ChargeCounting = z.output<typeof ChargeCounting>

const validFrom = requiredDay('Ange från vilket datum')
export const NewQuantity = z.strictObject({ validFrom, hundredths })
export type NewQuantity = z.output<typeof NewQuantity>
export const NewPrice = z.strictObject({ validFrom, priceOre })
export type NewPrice = z.output<typeof NewPrice>
/** The date of the row to remove, which may be years ahead: that on which a binding ends. */
const DatedRow = z.strictObject({ validFrom: z.iso.date('Ange från vilket datum') })

const Days = z.object({ from: z.iso.date(), to: z.iso.date() })

/** Dated rows are newest first. */
export const Charge = z.object({
  id: Id,
  customerId: Id,
  articleId: Id.nullable(),
  text: z.string().nullable(),
  unit: z.string().nullable(),
  bindingUntil: z.iso.date().nullable(),
  noticeMonths: z.int(),
  orderNumber: z.string().nullable(),
  recipientId: Id.nullable(),
  /** The name of `recipientId`. */
  recipient: z.string().nullable(),
  note: z.string().nullable(),
  version: z.int(),
  /** The text, or the article's name; likewise the unit. */
  name: z.string(),
  unitName: z.string(),
  articleNumber: z.string().nullable(),
  period: z.enum(chargePeriods),
  timing: z.enum(chargeTimings),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  isByDays: z.boolean(),
  quantities: z.array(z.object({ validFrom: z.iso.date(), hundredths: z.int() })),
  prices: z.array(z.object({ validFrom: z.iso.date(), priceOre: Amount.nullable() })),
  discounts: z.array(DatedDiscount),
  /** Today, or on the first day of a charge that has not begun. */
  hundredths: z.int(),
  /** Null when its article has no price then. */
  priceOre: Amount.nullable(),
  /** The first period that is not billed, and the month 'YYYY-MM' with which it is, perhaps years ahead; null when the charge has ended and all are. */
  next: z.object({ month: z.string(), period: Days }).nullable(),
  counting: Counting.nullable(),
  /** For the next period; null when nothing counts the charge, or nothing more is billed. */
  count: ChargeCount.nullable(),
  /** Of live invoice bases, newest first. */
  recordedCounts: z.array(RecordedCount),
  /** Whether a basis has a line of it; then it can end, not be removed. */
  isUsed: z.boolean(),
})
export type Charge = z.infer<typeof Charge>

export const ChoosableArticle = z.object({
  id: Id,
  number: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Today; null when the article has none. */
  priceOre: Amount.nullable(),
})
export type ChoosableArticle = z.infer<typeof ChoosableArticle>

const change = { allow: 'admin', params: IdParams, returns: Charge } as const

export const charges = {
  ofCustomer: get('/api/customers/:id/charges', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'A customer’s recurring charges by start, with dated rows, and the articles and recipients they may have',
    params: IdParams,
    returns: z.object({
      charges: z.array(Charge),
      articles: z.array(ChoosableArticle),
      /** The first is the default. */
      recipients: z.array(RecipientChoice),
    }),
  }),
  create: post('/api/customers/:id/charges', {
    ...change,
    summary: 'Adds a recurring charge with its quantity and price from its first day',
    query: Confirmation,
    body: NewCharge,
    creates: true,
  }),
  change: put('/api/charges/:id', {
    ...change,
    summary:
      'Changes texts, binding and notice of a recurring charge; 409 with the current row for an outdated version',
    body: ChangedCharge,
  }),
  end: put('/api/charges/:id/end', {
    ...change,
    summary:
      'Sets the last day of a recurring charge, null for none; what is billed beyond it is corrected on the next basis',
    query: Confirmation,
    body: ChargeEnd,
  }),
  setCounting: put('/api/charges/:id/counting', {
    ...change,
    summary:
      'What a recurring charge is compared with before a month is made; 409 with the current row for an outdated version',
    body: ChargeCounting,
  }),
  remove: post('/api/charges/:id/remove', {
    allow: 'admin',
    summary: 'Removes a recurring charge that is on no invoice basis; 409 for others',
    params: IdParams,
    returns: nothing,
  }),
  setQuantity: put('/api/charges/:id/quantities', {
    ...change,
    summary: 'The quantity of a recurring charge from a date; billed periods are corrected on the next basis',
    query: Confirmation,
    body: NewQuantity,
  }),
  removeQuantity: post('/api/charges/:id/quantities/remove', {
    ...change,
    summary: 'Removes a dated quantity; the one before it then applies',
    query: Confirmation,
    body: DatedRow,
  }),
  setPrice: put('/api/charges/:id/prices', {
    ...change,
    summary:
      'The price of a unit and period from a date, null for the article’s; it applies to periods that begin then or later',
    query: Confirmation,
    body: NewPrice,
  }),
  removePrice: post('/api/charges/:id/prices/remove', {
    ...change,
    summary: 'Removes a dated price; the one before it then applies',
    query: Confirmation,
    body: DatedRow,
  }),
  setDiscount: put('/api/charges/:id/discounts', {
    ...change,
    summary: 'The discount of a recurring charge from a date, in percent or kronor of each period, or none',
    query: Confirmation,
    body: NewDiscount,
  }),
  removeDiscount: post('/api/charges/:id/discounts/remove', {
    ...change,
    summary: 'Removes a dated discount; the one before it then applies',
    query: Confirmation,
    body: DatedRow,
  }),
}
