import { formatNumber } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { NamedBars } from '#shared/ui/named-bars.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { CustomerSum, ReportWithSums } from '../reports.contract.ts'

const BARS = 6

const columns: readonly Column<CustomerSum>[] = [
  { key: 'name', header: 'Kund', cell: ({ name }) => name, onPhone: 'title', grows: true },
  { key: 'rows', header: 'Tidrader', cell: ({ rows }) => formatNumber(rows), isNumber: true, width: 'w-20' },
  { key: 'hours', header: 'Timmar', cell: ({ minutes }) => formatHours(minutes, 2), isNumber: true, width: 'w-24' },
]

/** Hours per customer, as a table and a chart. */
export function CustomerSums({ report: { customers, rows, minutes } }: { report: ReportWithSums }) {
  return (
    <div className={`grid grid-cols-1 items-start gap-5 ${customers.length > 1 ? 'rail:grid-cols-[3fr_2fr]' : ''}`}>
      <Table
        label="Timmar per kund"
        columns={columns}
        rows={customers}
        rowKey={({ customerId, name }) => customerId + name}
        footer={{ name: 'Summa', rows: formatNumber(rows), hours: formatHours(minutes, 2) }}
        empty={null}
      />
      {customers.length > 1 && (
        <Card title="Flest timmar">
          <NamedBars title="Flest timmar" labelHeader="Kund" valueHeader="Timmar" bars={barsOf(customers)} />
        </Card>
      )}
    </div>
  )
}

/** The customers with the most hours; the table has all. */
const barsOf = (customers: CustomerSum[]) =>
  customers
    .toSorted((one, other) => other.minutes - one.minutes)
    .slice(0, BARS)
    .map(({ customerId, name, minutes }) => ({
      id: customerId + name,
      label: name,
      value: minutes,
      text: formatHours(minutes, 1),
    }))
