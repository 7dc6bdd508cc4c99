import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import {
  Amount,
  Cursor,
  del,
  get,
  Id,
  IdParams,
  Month,
  optionalText,
  pageOf,
  post,
  put,
  requiredDay,
  requiredId,
  requiredLine,
  Version,
} from '#shared/contract.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { expenseKinds } from './expense-kinds.rules.ts'
import { NamedTicket, TicketChoice } from './time.contract.ts'
import { UnbilledReason } from './unbilled.contract.ts'

export const ARTICLE_MAX = 200
export const UNIT_MAX = 20
export const EXPENSE_TEXT_MAX = 2000
/** 100 000 units. */
export const QUANTITY_MAX_HUNDREDTHS = 10_000_000
/** How many articles of each kind are suggested, most recently used first. */
export const SUGGESTED_ARTICLES = 50
export const ARTICLE_NOT_TO_CHOOSE = 'Artikeln finns inte eller är arkiverad. Välj en annan.'
export const EXPENSE_NOT_FOUND = 'Raden finns inte'
export const NOT_YOUR_EXPENSE = 'Bara teknikern själv eller en administratör kan ändra raden'

export const ExpenseKind = z.enum(expenseKinds, 'Välj resa eller material')
export type ExpenseKind = z.infer<typeof ExpenseKind>

const expenseFields = {
  customerId: requiredId('Välj en kund'),
  ticketId: TicketChoice.optional().transform((id) => id || null),
  workDate: requiredDay('Ange datum'),
  kind: ExpenseKind,
  article: requiredLine('Ange vad det är').max(ARTICLE_MAX, `Får max vara ${ARTICLE_MAX} tecken`),
  /** The article of the register that gives number, account and VAT; text, unit and price are those of the row. */
  articleId: z
    .union([Id, z.literal('')], 'Välj en artikel')
    .nullish()
    .transform((id) => id || null),
  hundredths: z
    .int('Ange antal, som 12,5')
    .min(1, 'Antalet ska vara större än noll')
    .max(QUANTITY_MAX_HUNDREDTHS, 'Antalet får vara högst 100 000'),
  unit: requiredLine('Ange enhet').max(UNIT_MAX, `Får max vara ${UNIT_MAX} tecken`),
  /** Per unit, without VAT; null until it is known. */
  priceOre: z
    .int('Ange ett belopp, som 25,00')
    .min(0, 'Beloppet kan inte vara mindre än noll')
    .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
    .transform(ore)
    .nullish()
    .transform((price) => price ?? null),
  description: optionalText(EXPENSE_TEXT_MAX),
  /** The technician; blank means the actor, or on a change the current one. Only administrators may set another. */
  userId: z
    .union([Id, z.literal('')], 'Välj en tekniker')
    .nullish()
    .transform((id) => id || null),
}

export const NewExpense = z.strictObject({ ...expenseFields, unbilledReason: UnbilledReason.default(null) })
export type NewExpense = z.output<typeof NewExpense>

export const ChangedExpense = z.strictObject({
  ...expenseFields,
  /** If omitted, it stays. */
  unbilledReason: UnbilledReason.optional(),
  version: Version,
})
export type ChangedExpense = z.output<typeof ChangedExpense>

export const Expense = z.object({
  id: Id,
  customer: CustomerName,
  ticket: NamedTicket.nullable(),
  technician: z.object({ id: Id, fullName: z.string() }),
  workDate: z.iso.date(),
  kind: ExpenseKind,
  article: z.string(),
  registered: z.object({ id: Id, number: z.string(), name: z.string() }).nullable(),
  /** The quantity in hundredths of the unit. */
  hundredths: z.int(),
  unit: z.string(),
  priceOre: Amount.nullable(),
  description: z.string().nullable(),
  /** Why the customer does not pay for it; null when it does. */
  unbilledReason: z.string().nullable(),
  version: z.int(),
})
export type Expense = z.infer<typeof Expense>

/** `ore`: the sum of the rows with a price, each rounded to whole öre. What is not billed counts in `rows` and kilometres alone. */
export const ExpenseTotal = z.object({
  rows: z.int(),
  ore: Amount,
  /** Rows without a price. */
  unpriced: z.int(),
  /** The travel that is measured in kilometres. */
  hundredthsOfKm: z.int(),
})
export type ExpenseTotal = z.infer<typeof ExpenseTotal>

export const ExpenseFilter = z.strictObject({
  customerId: Id.optional(),
  ticketId: Id.optional(),
  /** 'YYYY-MM' of the work date. */
  month: Month.optional(),
  /** Only the actor's own rows. */
  mine: z.stringbool().optional(),
  /** Only rows without a price. */
  unpriced: z.stringbool().optional(),
  after: Cursor.optional(),
})
export type ExpenseFilter = z.output<typeof ExpenseFilter>

/** An article with the values it was last entered with. */
export const Article = z.object({
  kind: ExpenseKind,
  article: z.string(),
  unit: z.string(),
  priceOre: Amount.nullable(),
})
export type Article = z.infer<typeof Article>

export const expenses = {
  list: get('/api/expenses', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'Travel and material, newest work date first; `total` is the sum of all matches, null on later pages',
    query: ExpenseFilter,
    returns: pageOf(Expense).extend({ total: ExpenseTotal.nullable() }),
  }),
  articles: get('/api/expenses/articles', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'Previously entered articles, latest first, with their last unit and price',
    returns: z.object({ rows: z.array(Article) }),
  }),
  create: post('/api/expenses', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Enters travel or material',
    body: NewExpense,
    returns: Expense,
    creates: true,
  }),
  change: put('/api/expenses/:id', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Changes a row; 409 with the current row when it was changed since',
    params: IdParams,
    body: ChangedExpense,
    returns: Expense,
  }),
  remove: del('/api/expenses/:id', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Removes a row; it can be restored',
    params: IdParams,
    returns: Expense,
  }),
  restore: post('/api/expenses/:id/restore', {
    allow: 'staff',
    keyScope: 'time',
    summary: 'Restores a removed row; 409 for one that is not removed',
    params: IdParams,
    returns: Expense,
  }),
}
