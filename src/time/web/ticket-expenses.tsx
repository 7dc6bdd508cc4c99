import type { CustomerName } from '#customers/customers.contract.ts'
import { formatKronor } from '#lib/money.rules.ts'
import { plural } from '#lib/plural.rules.ts'
import { Link } from '#lib/ui/link.tsx'
import type { Expense, ExpenseTotal } from '../expenses.contract.ts'
import { expensesOfTicket, formatQuantity } from '../expenses.rules.ts'
import { EnterExpense, useExpenseDialog } from './enter-expense.tsx'

type Props = { customer: CustomerName; ticket: NonNullable<Expense['ticket']>; total: ExpenseTotal }

/** The sums of a ticket's travel and material, which lead to the rows, and what adds one. */
export function TicketExpenses({ customer, ticket, total }: Props) {
  const { open, dialog } = useExpenseDialog({ customer, ticket })
  return (
    <>
      {total.rows > 0 ? (
        <>
          <Link to={expensesOfTicket(ticket.id)} isQuiet>
            {inWords(total)}
          </Link>
          <span className="text-ink-soft">, {formatKronor(total.ore)}</span>
          {total.unpriced > 0 && <span className="block text-sm text-accent-ink">{total.unpriced} utan pris</span>}
        </>
      ) : (
        'Inga'
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

const inWords = ({ rows, hundredthsOfKm }: ExpenseTotal) =>
  [plural(rows, 'rad', 'rader'), hundredthsOfKm > 0 && formatQuantity(hundredthsOfKm, 'km')].filter(Boolean).join(', ')
