import { z } from 'zod'
import { expenseKindRows } from '#features/time/expense-kinds.rules.ts'
import { type Expense, type ExpenseKind, NewExpense } from '#features/time/expenses.contract.ts'
import { formatQuantity, plainQuantity, readQuantity } from '#features/time/expenses.rules.ts'
import { UNBILLED } from '#features/time/unbilled.contract.ts'
import { formatKronor, plainKronor, readKronor } from '#shared/money.rules.ts'

const { shape } = NewExpense

/** The form holds texts. Unparsable ones become NaN, which the contract's fields refuse with their own message. */
export const ExpenseForm = z.object({
  ...shape,
  hundredths: z
    .string()
    .transform((text) => readQuantity(text) ?? Number.NaN)
    .pipe(shape.hundredths),
  priceOre: z
    .string()
    .transform((text): number | null | undefined => (text.trim() === '' ? null : (readKronor(text) ?? Number.NaN)))
    .pipe(shape.priceOre),
})
export type ExpenseOut = z.output<typeof ExpenseForm>

export type ExpenseValues = z.input<typeof ExpenseForm>

/** A text for every field; '' for an empty one. */
export const emptyExpense = (kind: ExpenseKind, workDate: string): Required<ExpenseValues> => ({
  kind,
  workDate,
  unit: expenseKindRows[kind].usualUnit,
  article: expenseKindRows[kind].usualArticle,
  articleId: '',
  customerId: '',
  ticketId: '',
  hundredths: '',
  priceOre: '',
  description: '',
  unbilledReason: null,
  userId: '',
})

export const valuesOfExpense = (row: Expense): Required<ExpenseValues> => ({
  kind: row.kind,
  workDate: row.workDate,
  article: row.article,
  articleId: row.registered?.id ?? '',
  unit: row.unit,
  customerId: row.customer.id,
  ticketId: row.ticket?.id ?? '',
  userId: row.technician.id,
  hundredths: plainQuantity(row.hundredths),
  priceOre: row.priceOre === null ? '' : plainKronor(row.priceOre),
  description: row.description ?? '',
  unbilledReason: row.unbilledReason,
})

export const expenseLabels = {
  customer: 'Kund',
  workDate: 'Datum',
  registered: 'Artikel ur registret',
  article: 'Artikel',
  quantity: 'Antal',
  price: 'Pris per enhet',
  ticket: 'Ärende',
  technician: 'Tekniker',
  description: 'Beskrivning',
  unbilled: UNBILLED,
}

/** A row as texts, for the edit conflict. */
export const expenseText = (row: Expense): Record<keyof typeof expenseLabels, string | null> => ({
  customer: row.customer.name,
  workDate: row.workDate,
  registered: row.registered && `${row.registered.number} ${row.registered.name}`,
  article: row.article,
  quantity: formatQuantity(row.hundredths, row.unit),
  price: row.priceOre === null ? null : formatKronor(row.priceOre),
  ticket: row.ticket && `#${row.ticket.ticketNumber} ${row.ticket.title}`,
  technician: row.technician.fullName,
  description: row.description,
  unbilled: row.unbilledReason,
})
