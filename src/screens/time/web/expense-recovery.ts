// Unsaved input about travel or material from when the session ended; separate from the dialog, which is loaded on
// demand.
import type { CustomerName } from '#features/customers/customers.contract.ts'
import { expenseKinds } from '#features/time/expense-kinds.rules.ts'
import { Expense, type ExpenseKind } from '#features/time/expenses.contract.ts'
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'

/** Where a row is entered: on a ticket, on a customer, or in the list of all. */
export type ExpenseSubject = {
  customer?: Pick<CustomerName, 'id' | 'name'> | undefined
  ticket?: Expense['ticket'] | undefined
}

const prefixOf = ({ customer, ticket }: ExpenseSubject) => `expense:${ticket?.id ?? customer?.id ?? 'list'}:`

export const expenseKey = (subject: ExpenseSubject, open: ExpenseKind | Expense) =>
  `${prefixOf(subject)}${typeof open === 'string' ? open : open.id}`

/** The kind or row with unsaved input, with which to open the dialog again. */
export function recoverableExpense(subject: ExpenseSubject): ExpenseKind | Expense | undefined {
  const kind = expenseKinds.find((one) => hasFormSnapshot(expenseKey(subject, one)))
  return kind ?? Expense.safeParse(snapshotSubject(prefixOf(subject))).data
}
