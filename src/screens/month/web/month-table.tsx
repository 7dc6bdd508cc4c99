import { useMemo } from 'react'
import type { MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisPath } from '#features/billing/invoice-bases.rules.ts'
import { ledgerStopsOf, stopsOf } from '#features/billing/month-steps.rules.ts'
import { ShownDifference } from '#features/billing/web/count-difference.tsx'
import { CreateBasisButton } from '#features/billing/web/create-basis-button.tsx'
import { InvoiceBasisBadge } from '#features/billing/web/invoice-basis-badge.tsx'
import { LateMonths, UnbilledMonths } from '#features/billing/web/unbilled-months.tsx'
import { formatKronor } from '#shared/money.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import type { TableSelection } from '#shared/ui/table-selection.ts'

/** With why the last act could not be done for it. */
export type MonthRow = MonthCustomer & { failure: string | null }

export const monthKey = ({ customer }: MonthCustomer) => customer.id

const columns: readonly Column<MonthRow>[] = [
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer, basis, unbilled, late }) => (
      <>
        {basis ? <Link to={invoiceBasisPath(basis.id)}>{customer.name}</Link> : customer.name}
        <UnbilledMonths months={unbilled} />
        <LateMonths months={late} />
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
    width: 'w-44',
    onPhone: 'mark',
  },
  { key: 'stops', header: 'Att göra först', cell: stopsCell, width: 'w-72', onPhone: 'lead' },
  { key: 'number', header: 'Nummer', cell: ({ basis }) => basis?.number, width: 'w-26', onPhone: 'hidden' },
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
    width: 'w-20',
  },
  {
    key: 'net',
    header: 'Utan moms',
    cell: ({ basis }) => basis && formatKronor(basis.netOre),
    isNumber: true,
    width: 'w-32',
  },
]

/** Why the last act failed, what stops the next, and what counts another number, which stops nothing. */
function stopsCell(row: MonthRow) {
  const stops = stopsOf(row)
  const lacks = ledgerStopsOf(row)
  if (row.failure === null && stops.length + lacks.length + row.differences.length === 0) return undefined
  return (
    <span className="block w-60 whitespace-normal py-1.5 text-sm stacked:w-auto stacked:py-0">
      {row.failure !== null && <span className="block font-medium text-danger">{row.failure}</span>}
      {stops.length > 0 && <span className="block text-ink-soft">{stops.join(' · ')}</span>}
      {row.differences.map((difference) => (
        <ShownDifference key={difference.chargeId} difference={difference} hasName />
      ))}
      {lacks.map(({ text, to, stops: isStop }) => (
        <span key={text} className="block">
          {!isStop && <span className="text-ink-soft">Obs: </span>}
          <Link to={to}>{text}</Link>
        </span>
      ))}
    </span>
  )
}

/** A customer without an invoice basis has the button that creates it; on a phone in the place of the state. */
const createColumn = (month: string): Column<MonthRow> => ({
  key: 'create',
  header: 'Åtgärd',
  cell: (row) => (row.basis ? <span /> : <CreateBasisButton month={month} row={row} />),
  width: 'w-26',
  onPhone: 'mark',
})

type Props = {
  month: string
  /** Whether bases of the month may be made. */
  isBilled: boolean
  selection: TableSelection
  table: Pick<TableProps<MonthRow>, 'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore'>
}

export function MonthTable({ month, isBilled, selection, table }: Props) {
  const shown = useMemo(() => (isBilled ? [...columns, createColumn(month)] : columns), [month, isBilled])
  return (
    <Table
      label="Kunder i månaden"
      columns={shown}
      {...table}
      rowKey={monthKey}
      selection={selection}
      selectLabel={selectLabel}
      stacksBelow="lg"
      hasTwoLines
      empty={<EmptyState title="Ingen tid i månaden" text="När tid är registrerad visas kunderna här." />}
      loadingText="Laddar underlag …"
    />
  )
}

const selectLabel = ({ customer }: MonthRow) => `Markera ${customer.name}`
