import { useInfiniteQuery } from '@tanstack/react-query'
import type { CustomerName } from '#features/customers/customers.contract.ts'
import { expensesQuery } from '#features/time/web/expenses.api.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { EnterExpense, useExpenseDialog } from './enter-expense.tsx'
import { ExpenseTable } from './expense-table.tsx'

type Props = { customer: Pick<CustomerName, 'id' | 'name' | 'isArchived'> }

/** Travel and material of a customer, with their total. */
export function CustomerExpenses({ customer }: Props) {
  const list = useInfiniteQuery(expensesQuery({ customerId: customer.id }))
  const { open, dialog } = useExpenseDialog({ customer })
  return (
    <section aria-labelledby="resor-och-material" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="resor-och-material" className="font-semibold text-md">
          Resor och material
        </h2>
        <div className="flex gap-2">
          <EnterExpense
            size="sm"
            onPress={open}
            disabledReason={
              customer.isArchived ? 'Kunden är arkiverad. Återställ den för att göra det här.' : undefined
            }
          />
        </div>
      </div>
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta data" query={list} />
      ) : (
        <ExpenseTable {...tableOf(list)} total={list.data?.pages[0]?.total} onChange={open} isOfOneCustomer />
      )}
      {dialog}
    </section>
  )
}
