import { plural } from '#shared/plural.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { PricedEntry } from '../price.contract.ts'
import { rowColumns, workedColumns } from './price-parts.tsx'

const columns: readonly Column<PricedEntry>[] = [
  ...rowColumns,
  ...workedColumns,
  {
    key: 'lines',
    header: 'På rad',
    cell: ({ lines }) => lines.map((line) => line + 1).join(', '),
    isNumber: true,
    width: 'w-20',
    onPhone: 'hidden',
  },
]

/** The rows of a month: worked and charged time, travel and material, and their lines. */
export function PricedRows({ rows }: { rows: readonly PricedEntry[] }) {
  const sum = (of: (row: PricedEntry) => number | null) =>
    formatHours(rows.reduce((minutes, row) => minutes + (of(row) ?? 0), 0))
  return (
    <Table
      label="Poster i beloppet"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      footer={{
        date: 'Summa',
        time: plural(rows.length, 'post', 'poster'),
        worked: sum(({ minutes }) => minutes),
        charged: sum(({ chargedMinutes }) => chargedMinutes),
        afterHours: sum(({ afterHoursMinutes }) => afterHoursMinutes),
      }}
      empty={null}
    />
  )
}
