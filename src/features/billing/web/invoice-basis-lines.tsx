import { Link } from '#shared/ui/link.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { InvoiceBasisLine, PortalInvoiceBasisPage } from '../invoice-bases.contract.ts'
import { sumOfLine } from '../invoice-lines.rules.ts'
import { lineName } from '../line-texts.rules.ts'
import { amountColumns, NoVat, PriceSums } from './price-parts.tsx'

const columns: readonly Column<InvoiceBasisLine>[] = [
  { key: 'number', header: 'Rad', cell: ({ position }) => position, isNumber: true, width: 'w-12', onPhone: 'hidden' },
  {
    key: 'name',
    header: 'Vad',
    cell: (line) => (
      <>
        {sumOfLine(line.kind) === 'recurring' ? (
          lineName(line)
        ) : (
          <Link to={`?line=${line.position}#rader`}>{lineName(line)}</Link>
        )}
        <NoVat line={line} />
      </>
    ),
    onPhone: 'title',
    grows: true,
  },
  ...amountColumns,
]

/** The lines of an invoice basis; each links to its rows, which recurring ones have none of. */
export function InvoiceBasisLines({ basis }: { basis: PortalInvoiceBasisPage }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <Table
        label="Underlagets rader"
        columns={columns}
        rows={basis.lines}
        rowKey={({ position }) => String(position)}
        stacksBelow="sm"
        empty={null}
      />
      <PriceSums price={basis} />
    </div>
  )
}
