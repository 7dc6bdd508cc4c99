// What counts a recurring charge, and what is counted (docs/decisions/124). For staff only.
import { z } from 'zod'
import { IMPORT_BODY_BYTES_MAX, importRows } from '#features/customers/import.contract.ts'
import { EQUIPMENT_TYPE_MAX } from '#features/equipment/equipment.contract.ts'
import { Id, Month, post, requiredDay, requiredId, requiredLine } from '#shared/contract.ts'
import { plural } from '#shared/plural.rules.ts'

/** In hundredths: a million units. */
export const COUNTED_HUNDREDTHS_MAX = 100_000_000
/** How many customers or articles are named that a text of a list may mean. */
export const CANDIDATES_MAX = 5
const COUNT_TEXT_MAX = 200

export const LIST_NEEDS_ARTICLE = 'Bara ett abonnemang med en artikel kan räknas ur en lista'
export const COUNTED_BY_ANOTHER = 'Ett annat abonnemang hos kunden räknas redan ur listan för samma artikel'

export const countedBys = ['equipment', 'list'] as const
export type CountedBy = (typeof countedBys)[number]

/** What a charge is compared with: the customer's equipment in use of a type, or imported lists of its article. */
export const Counting = z.discriminatedUnion(
  'by',
  [
    z.strictObject({
      by: z.literal('equipment'),
      type: requiredLine('Ange vilken typ som räknas').max(
        EQUIPMENT_TYPE_MAX,
        `Får max vara ${EQUIPMENT_TYPE_MAX} tecken`,
      ),
    }),
    z.strictObject({ by: z.literal('list') }),
  ],
  'Välj vad som räknas',
)
export type Counting = z.output<typeof Counting>

/** A charge against what counts it, for the period that is billed next. */
export const ChargeCount = z.object({
  by: z.enum(countedBys),
  /** The counting day: the first of a period in advance, the last in arrears. */
  day: z.iso.date(),
  /** The day whose equipment was counted: today when the counting day is later; or the date of the list. Null without a list. */
  countedOn: z.iso.date().nullable(),
  chargedHundredths: z.int(),
  /** Null when no list was imported for the day. */
  countedHundredths: z.int().nullable(),
  /** The suggested date of a correction, and the quantity that a row of that date has already. */
  from: z.iso.date(),
  replacedHundredths: z.int().nullable(),
})
export type ChargeCount = z.infer<typeof ChargeCount>

/** A charge of a month that differs from its count, or that no list counts. */
export const CountDifference = ChargeCount.extend({ chargeId: Id, name: z.string(), unitName: z.string() })
export type CountDifference = z.infer<typeof CountDifference>

/** What was counted when an invoice basis was made. */
export const RecordedCount = z.object({
  month: Month,
  countedOn: z.iso.date(),
  chargedHundredths: z.int(),
  countedHundredths: z.int(),
})
export type RecordedCount = z.infer<typeof RecordedCount>

const quantity = 'Ange antal, som 12 eller 0,5'
const hundredths = z
  .int(quantity)
  .min(0, quantity)
  .max(COUNTED_HUNDREDTHS_MAX, `Får vara högst ${plural(COUNTED_HUNDREDTHS_MAX / 100, 'enhet', 'enheter')}`)
const named = (missing: string) => requiredLine(missing).max(COUNT_TEXT_MAX, `Får max vara ${COUNT_TEXT_MAX} tecken`)

/** A row of a list: a customer by number, organisation number or name, and an article by number or name. */
export const ListedCount = z.strictObject({
  customer: named('Kund saknas'),
  article: named('Artikel saknas'),
  hundredths,
})
export type ListedCount = z.output<typeof ListedCount>

/** A row whose customer and article are known; the quantities of rows of the same are added. */
const MatchedCount = z.strictObject({ customerId: requiredId(), articleId: requiredId(), hundredths })
export type MatchedCount = z.output<typeof MatchedCount>

const Candidate = z.object({ id: Id, label: z.string() })
/** What a text of the list means: one, or none with those that it may mean. */
const Match = z.object({ text: z.string(), id: Id.nullable(), candidates: z.array(Candidate).max(CANDIDATES_MAX) })
export type Match = z.infer<typeof Match>

const countedOn = requiredDay('Ange vilket datum listan gäller')

export const countImport = {
  create: post('/api/counts/import', {
    allow: 'staff',
    summary:
      'Stores what a list counts of articles per customer on a date, all or none; the same list twice changes nothing; 422 names rows as `rows.<number from 0>.<field>`',
    body: importRows(MatchedCount, 'rader').extend({ countedOn }),
    returns: z.object({ created: z.int() }),
    creates: true,
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
  check: post('/api/counts/import/check', {
    allow: 'staff',
    summary:
      'Which customers and articles the texts of a list mean or may mean, and which counted charges in force on the date it does not name; nothing is stored',
    body: importRows(ListedCount, 'rader').extend({ countedOn }),
    returns: z.object({
      customers: z.array(Match),
      articles: z.array(Match),
      /** Charges that lists count, with their customer and article. */
      counted: z.array(z.object({ customerId: Id, articleId: Id, customer: z.string(), name: z.string() })),
    }),
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
}
