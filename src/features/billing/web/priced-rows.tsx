import { copiedTimes } from '#features/time/time.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { PricedEntry } from '../price.contract.ts'
import { workedColumns } from './price-parts.tsx'
import { RowText } from './row-text.tsx'

const columns: readonly Column<PricedEntry>[] = [
  { key: 'date', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-28', onPhone: 'title' },
  {
    key: 'time',
    header: 'Tid',
    cell: copiedTimes,
    width: 'w-28',
  },
  { key: 'technician', header: 'Tekniker', cell: ({ technician }) => technician, width: 'w-36', grows: true },
  {
    key: 'description',
    header: 'Beskrivning',
    cell: (row) => <RowText row={row} />,
    grows: true,
    width: 'w-[30%]',
  },
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
