import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MONTHS_SHOWN } from '#features/time/time.contract.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatKronor, ore } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useUrlFilter } from '#shared/web/url.ts'
import { liveStates, type MonthCustomer, type StateSum } from '../invoice-bases.contract.ts'
import { invoiceBasisPath, invoiceBasisStateLabels } from '../invoice-bases.rules.ts'
import { CreateBasisButton } from './create-basis-button.tsx'
import { invoiceBasesQuery } from './invoice-bases.api.ts'
import { InvoiceBasisBadge } from './invoice-basis-badge.tsx'
import { UnbilledMonths } from './unbilled-months.tsx'

/** The months to choose from; the default is the last whole one, which is the one to bill. */
const monthsShown = () => latestMonths(todayInStockholm(), MONTHS_SHOWN)

export function InvoiceBasesPage() {
  const { params, chosen, set } = useUrlFilter<'month'>()
  const months = monthsShown()
  const monthIn = (from: URLSearchParams) => months.find((month) => month === from.get('month')) ?? months[1] ?? ''
  const month = monthIn(params)
  const list = useInfiniteQuery(invoiceBasesQuery(month))
  return (
    <Page
      title="Fakturaunderlag"
      lead="Skapa underlag av månadens tid, skicka dem till kunden och fakturera"
      action={
        <SelectInput
          label="Månad"
          value={monthIn(chosen)}
          onChange={(chosenMonth) => set('month', chosenMonth)}
          choices={months.map((one) => ({ value: one, label: formatMonth(one) }))}
        />
      }
    >
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta underlagen" query={list} />
      ) : (
        <>
          <StateSums sums={list.data?.pages[0]?.sums ?? []} />
          <Customers month={month} {...tableOf(list)} />
        </>
      )}
    </Page>
  )
}

/** The number and sum of the invoice bases in each state. */
function StateSums({ sums }: { sums: readonly StateSum[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4" aria-label="Summor per läge">
      {liveStates.map((state) => {
        const { count, netOre } = sums.find((sum) => sum.state === state) ?? { count: 0, netOre: ore(0) }
        return (
          <div key={state} className="rounded-md border border-line bg-surface px-4 py-3">
            <dt className="text-ink-soft text-sm">{invoiceBasisStateLabels[state]}</dt>
            <dd className="font-semibold text-md tabular-nums">{formatKronor(netOre)}</dd>
            <dd className="text-ink-soft text-sm">{plural(count, 'underlag', 'underlag')}, utan moms</dd>
          </div>
        )
      })}
    </dl>
  )
}

const columns: readonly Column<MonthCustomer>[] = [
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer, basis, unbilled }) => (
      <>
        {basis ? <Link to={invoiceBasisPath(basis.id)}>{customer.name}</Link> : customer.name}
        <UnbilledMonths months={unbilled} />
      </>
    ),
    onPhone: 'title',
    grows: true,
  },
  {
    key: 'state',
    header: 'Läge',
    cell: ({ basis }) =>
      basis ? (
        <InvoiceBasisBadge basis={basis} />
      ) : (
        <span className="text-ink-soft stacked:hidden">Inget underlag</span>
      ),
    width: 'w-56',
    onPhone: 'mark',
  },
  { key: 'number', header: 'Nummer', cell: ({ basis }) => basis?.number, width: 'w-28', onPhone: 'hidden' },
  {
    key: 'hours',
    header: 'Timmar',
    cell: ({ minutes }) => (
      <>
        {formatHours(minutes)}
        <span className="hidden stacked:inline"> tim</span>
      </>
    ),
    isNumber: true,
    width: 'w-24',
  },
  {
    key: 'unreported',
    header: 'Ej rapporterade',
    cell: ({ unreported }) =>
      unreported > 0 && (
        <>
          {plural(unreported, 'tidrad', 'tidrader')}
          <span className="hidden stacked:inline"> ej rapporterade</span>
        </>
      ),
    isNumber: true,
    width: 'w-32',
  },
  {
    key: 'net',
    header: 'Utan moms',
    cell: ({ basis }) => basis && formatKronor(basis.netOre),
    isNumber: true,
    width: 'w-36',
  },
]

/** A customer without an invoice basis has the button that creates it; on a phone in the place of the state. */
const createColumn = (month: string): Column<MonthCustomer> => ({
  key: 'create',
  header: 'Åtgärd',
  cell: (row) => (row.basis ? <span /> : <CreateBasisButton month={month} row={row} />),
  width: 'w-36',
  onPhone: 'mark',
})

function Customers({ month, ...table }: { month: string } & ReturnType<typeof tableOf<MonthCustomer>>) {
  const shown = useMemo(() => [...columns, createColumn(month)], [month])
  return (
    <Table
      label="Kunder i månaden"
      columns={shown}
      {...table}
      rowKey={({ customer }) => customer.id}
      stacksBelow="lg"
      hasTwoLines
      empty={<EmptyState title="Ingen tid i månaden" text="När tid är registrerad visas kunderna här." />}
      loadingText="Laddar underlag …"
    />
  )
}
