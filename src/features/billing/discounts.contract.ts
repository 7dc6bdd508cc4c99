// Discounts of customers and bases, and free lines of drafts (docs/decisions/125), for staff only; the customer reads their lines.
import { z } from 'zod'
import { Confirmation } from '#shared/confirmation.contract.ts'
import { IdParams, optionalLine, post, put, requiredDay, requiredId, requiredLine, Version } from '#shared/contract.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { CustomerAgreement } from './agreements.contract.ts'
import { NEEDS_VAT_REASON, VAT_REASON_MAX } from './articles.contract.ts'
import { vatClasses } from './articles.rules.ts'
import { discountFields, NewDiscount, oneDiscount } from './discount-fields.contract.ts'
import { InvoiceBasis } from './invoice-bases.contract.ts'

export const FREE_LINE_TEXT_MAX = 160
export const FREE_LINE_UNIT_MAX = 20
/** 100 000 units. */
export const FREE_LINE_HUNDREDTHS_MAX = 10_000_000
export const DISCOUNT_TEXT_MAX = 160
/** Free lines that a draft has at most, for a readable page and file. */
export const FREE_LINES_MAX = 100

export const FREE_LINE_NOT_FOUND = 'Raden finns inte'
export const DISCOUNT_NOT_FOUND = 'Rabatten finns inte'
export const DRAFT_ALONE =
  'Underlaget är inte längre ett utkast. Skapa ett nytt underlag, så följer egna rader och rabatt med.'
/** Who sends it has seen what it says. */
export const DRAFT_IS_LEAVING = 'Utkastet ska strax skickas. Ångra det i månadens lista först, och ändra sedan.'
export const TOO_MANY_FREE_LINES = `Ett underlag får ha högst ${FREE_LINES_MAX} egna rader`

const basisDiscount = { ...discountFields, text: optionalLine(DISCOUNT_TEXT_MAX) }
/** Neither of the two removes it. */
export const BasisDiscount = z.strictObject(basisDiscount).refine(...oneDiscount)
export type BasisDiscount = z.output<typeof BasisDiscount>
export const ChangedBasisDiscount = z.strictObject({ ...basisDiscount, version: Version }).refine(...oneDiscount)
export type ChangedBasisDiscount = z.output<typeof ChangedBasisDiscount>

const quantity = 'Ange antal, som 1 eller 2,5'
const price = 'Ange ett belopp, som 950,00 eller -500,00'
export const freeLineFields = {
  text: requiredLine('Ange vad det gäller').max(FREE_LINE_TEXT_MAX, `Får max vara ${FREE_LINE_TEXT_MAX} tecken`),
  hundredths: z
    .int(quantity)
    .min(1, 'Antalet ska vara större än noll')
    .max(FREE_LINE_HUNDREDTHS_MAX, 'Antalet får vara högst 100 000'),
  unit: requiredLine('Ange en enhet, som st').max(FREE_LINE_UNIT_MAX, `Får max vara ${FREE_LINE_UNIT_MAX} tecken`),
  /** Of one unit, without VAT. */
  priceOre: z
    .int(price)
    .min(-PRICE_MAX_ORE, 'Beloppet får vara lägst −100 000 kr')
    .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
    .transform(ore),
  vatClass: z.enum(vatClasses, 'Välj moms'),
  vatReason: optionalLine(VAT_REASON_MAX),
  /** Gives the line its article number and account. */
  articleId: z
    .union([requiredId('Välj en artikel'), z.literal('')], 'Välj en artikel')
    .nullish()
    .transform((id) => id || null),
}

type Taxed = { vatClass: (typeof vatClasses)[number]; vatReason: string | null }
const hasReason = ({ vatClass, vatReason }: Taxed) => vatClass !== 'none' || vatReason !== null
const missingReason = { message: NEEDS_VAT_REASON, path: ['vatReason'] }

export const NewFreeLine = z.strictObject(freeLineFields).refine(hasReason, missingReason)
export type NewFreeLine = z.output<typeof NewFreeLine>
export const ChangedFreeLine = z.strictObject({ ...freeLineFields, version: Version }).refine(hasReason, missingReason)
export type ChangedFreeLine = z.output<typeof ChangedFreeLine>

const ofCustomer = { allow: 'admin', params: IdParams, returns: CustomerAgreement } as const
const onDraft = { allow: 'staff', params: IdParams, returns: InvoiceBasis } as const

export const discounts = {
  setOfCustomer: put('/api/customers/:id/discounts', {
    ...ofCustomer,
    summary:
      'The discount of a customer from a date, in percent of all that its invoice bases bill or kronor a month, or none; the first day of a month decides for its basis',
    query: Confirmation,
    body: NewDiscount,
  }),
  removeOfCustomer: post('/api/customers/:id/discounts/remove', {
    ...ofCustomer,
    summary: 'Removes a dated discount of a customer; the one before it then applies',
    query: Confirmation,
    body: z.strictObject({ validFrom: requiredDay('Ange från vilket datum') }),
  }),
  setOfBasis: put('/api/invoice-bases/:id/discount', {
    ...onDraft,
    summary:
      'The discount of a draft in percent or kronor, with a text; neither removes it; 409 for other states and when it was changed since',
    body: ChangedBasisDiscount,
  }),
  addFreeLine: post('/api/invoice-bases/:id/free-lines', {
    ...onDraft,
    summary: 'Adds a free line to a draft, also a negative one; 409 for other states',
    body: NewFreeLine,
    creates: true,
  }),
  changeFreeLine: put('/api/free-lines/:id', {
    ...onDraft,
    summary: 'Changes a free line of a draft; 409 for other states and when the line was changed since',
    body: ChangedFreeLine,
  }),
  removeFreeLine: post('/api/free-lines/:id/remove', {
    ...onDraft,
    summary: 'Removes a free line of a draft; 409 for other states',
  }),
}
