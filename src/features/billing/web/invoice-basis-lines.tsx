import { formatMonth } from '#shared/month-names.rules.ts'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { InvoiceBasisLine, PortalInvoiceBasisPage } from '../invoice-bases.contract.ts'
import { hasRows } from '../invoice-lines.rules.ts'
import { FROM_EARLIER_MONTHS, lineName } from '../line-texts.rules.ts'
import { amountColumns, NoVat, PriceSums } from './price-parts.tsx'

const columns: readonly Column<InvoiceBasisLine>[] = [
  { key: 'number', header: 'Rad', cell: ({ position }) => position, isNumber: true, width: 'w-12', onPhone: 'hidden' },
  {
    key: 'name',
    header: 'Vad',
    cell: (line) => (
      <>
        {hasRows(line.kind) ? <Link to={`?line=${line.position}#rader`}>{lineName(line)}</Link> : lineName(line)}
        <NoVat line={line} />
      </>
    ),
    onPhone: 'title',
    grows: true,
  },
  ...amountColumns,
]

const lateColumns: readonly Column<InvoiceBasisLine>[] = [
  ...columns.slice(0, 2),
  { key: 'month', header: 'Månad', cell: ({ month }) => month && formatMonth(month), width: 'w-36' },
  ...amountColumns,
]

/** The lines of an invoice basis; each links to its rows, if it has some. */
export function InvoiceBasisLines({ basis }: { basis: PortalInvoiceBasisPage }) {
  const own = basis.lines.filter(({ month }) => month === null)
  const late = basis.lines.filter(({ month }) => month !== null)
  return (
    <div className="grid grid-cols-1 gap-3">
      {own.length > 0 && (
        <Table
          label="Underlagets rader"
          columns={columns}
          rows={own}
          rowKey={({ position }) => String(position)}
          stacksBelow="sm"
          empty={null}
        />
      )}
      {late.length > 0 && (
        <>
          <h2 className="font-semibold text-md">{FROM_EARLIER_MONTHS}</h2>
          <Table
            label={FROM_EARLIER_MONTHS}
            columns={lateColumns}
            rows={late}
            rowKey={({ position }) => String(position)}
            stacksBelow="sm"
            empty={null}
          />
        </>
      )}
      <PriceSums price={basis} />
    </div>
  )
}
