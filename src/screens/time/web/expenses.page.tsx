import { useInfiniteQuery } from '@tanstack/react-query'
import { CustomerFilter } from '#features/customers/web/customer-filter.tsx'
import { MONTHS_SHOWN } from '#features/time/time.contract.ts'
import { type ExpenseListFilter, expenseFilterOf, expensesQuery } from '#features/time/web/expenses.api.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { FilterPanel } from '#shared/ui/filter-panel.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useUrlFilter } from '#shared/web/url.ts'
import { EnterExpense, useExpenseDialog } from './enter-expense.tsx'
import { ExpenseTable } from './expense-table.tsx'
import { TicketFilter } from './ticket-filter.tsx'
import { TimePages } from './time-pages.tsx'

type FilterName = Exclude<keyof ExpenseListFilter, 'mine'> | 'who'

/** Resor och material: travel and material of all customers. */
export function ExpensesPage() {
  const { params, chosen, set } = useUrlFilter<FilterName>()
  const list = useInfiniteQuery(expensesQuery(expenseFilterOf(params)))
  const { open, dialog } = useExpenseDialog({})
  return (
    <Page
      title="Resor och material"
      lead="Det som kunden ska betala utöver tiden"
      action={<EnterExpense onPress={open} />}
    >
      <TimePages />
      <div className="grid grid-cols-1 gap-5">
        <Filters chosen={expenseFilterOf(chosen)} set={set} />
        {list.isError && !list.data ? (
          <QueryError title="Kunde inte hämta data" query={list} />
        ) : (
          <ExpenseTable {...tableOf(list)} total={list.data?.pages[0]?.total} onChange={open} />
        )}
      </div>
      {dialog}
    </Page>
  )
}

type FiltersProps = { chosen: ExpenseListFilter; set: (name: FilterName, value: string) => void }

function Filters({ chosen, set }: FiltersProps) {
  const { mine = false, ...counted } = chosen
  const { customerId = '', ticketId, month = '', unpriced = false } = counted
  const months = latestMonths(todayInStockholm(), MONTHS_SHOWN)
  const choices = month && !months.includes(month) ? [...months, month] : months
  return (
    <FilterPanel
      activeCount={Object.values(counted).filter(Boolean).length}
      first={
        <div className="sm:pb-1.5">
          <SwitchInput label="Bara mina" value={mine} onChange={(on) => set('who', on ? 'me' : 'all')} />
        </div>
      }
    >
      {ticketId && (
        <div className="col-span-2">
          <TicketFilter ticketId={ticketId} onClear={() => set('ticketId', '')} />
        </div>
      )}
      <div className="col-span-2 sm:w-72">
        <CustomerFilter customerId={customerId} onChange={(value) => set('customerId', value)} />
      </div>
      <div className="col-span-2 sm:w-52">
        <SelectInput
          label="Månad"
          value={month}
          onChange={(value) => set('month', value)}
          emptyLabel="Alla månader"
          choices={choices.map((value) => ({ value, label: formatMonth(value) }))}
        />
      </div>
      <div className="col-span-2 sm:pb-1.5">
        <SwitchInput label="Utan pris" value={unpriced} onChange={(on) => set('unpriced', on ? 'true' : '')} />
      </div>
    </FilterPanel>
  )
}
