import type { CustomerName } from '#features/customers/customers.contract.ts'
import type { MergedTicket } from '#features/tickets/merged-tickets.contract.ts'
import type { Expense, ExpenseTotal } from '#features/time/expenses.contract.ts'
import { expensesOfTicket, formatQuantity, sumOfExpenses } from '#features/time/expenses.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Link } from '#shared/ui/link.tsx'
import { EnterExpense, useExpenseDialog } from './enter-expense.tsx'

type Props = {
  customer: CustomerName
  ticket: NonNullable<Expense['ticket']>
  total: ExpenseTotal
  merged: readonly Pick<MergedTicket, 'id' | 'ticketNumber' | 'expenses'>[]
}

/** The totals of travel and material of a ticket and those merged into it, linked to the rows, and the buttons that add some. */
export function TicketExpenses({ customer, ticket, total: own, merged }: Props) {
  const { open, dialog } = useExpenseDialog({ customer, ticket })
  const total = sumOfExpenses([own, ...merged.map(({ expenses }) => expenses)])
  return (
    <>
      {total.rows > 0 ? (
        <>
          <Link to={expensesOfTicket(ticket.id)} isQuiet>
            {totalText(total)}
          </Link>
          <span className="text-ink-soft">, {formatKronor(total.ore)}</span>
          {total.unpriced > 0 && <span className="block text-sm text-accent-ink">{total.unpriced} utan pris</span>}
        </>
      ) : (
        'Inga'
      )}
      {merged.map(
        ({ id, ticketNumber, expenses }) =>
          expenses.rows > 0 && (
            <span key={id} className="block text-sm text-ink-soft">
              varav{' '}
              <Link to={expensesOfTicket(id)} isQuiet>
                {formatKronor(expenses.ore)}
              </Link>{' '}
              i #{ticketNumber}
            </span>
          ),
      )}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <EnterExpense
          size="sm"
          onPress={open}
          disabledReason={customer.isArchived ? 'Kunden är arkiverad. Återställ den för att göra det här.' : undefined}
        />
      </div>
      {dialog}
    </>
  )
}

const totalText = ({ rows, hundredthsOfKm }: ExpenseTotal) =>
  [plural(rows, 'rad', 'rader'), hundredthsOfKm > 0 && formatQuantity(hundredthsOfKm, 'km')].filter(Boolean).join(', ')
