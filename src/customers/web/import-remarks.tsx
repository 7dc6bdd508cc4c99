import { Badge } from '#lib/ui/badge.tsx'
import { plural } from '#lib/ui/format.ts'
import { type Column, Table } from '#lib/ui/table.tsx'
import type { ImportRow } from '../customer-file.rules.ts'
import { customerLabels } from '../customers.contract.ts'

const REMARKS_MAX = 100

const columns: readonly Column<ImportRow>[] = [
  { key: 'line', header: 'Rad', cell: ({ line }) => line, isNumber: true, width: 'w-16' },
  {
    key: 'name',
    header: customerLabels.name,
    cell: ({ typed }) => typed.name,
    onPhone: 'title',
    grows: true,
    width: 'w-[30%]',
  },
  { key: 'email', header: customerLabels.email, cell: ({ typed }) => typed.email, grows: true, width: 'w-[30%]' },
  {
    key: 'remark',
    header: 'Anmärkning',
    cell: ({ problems }) =>
      problems ? (
        <span className="text-danger-ink">{problems.join('. ')}</span>
      ) : (
        <Badge variant="outline">finns redan</Badge>
      ),
    grows: true,
    width: 'w-[40%]',
  },
]

/** The rows that need attention, by line: invalid ones and existing customers. */
export function ImportRemarks({ rows }: { rows: readonly ImportRow[] }) {
  const visible = rows.slice(0, REMARKS_MAX)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-md font-semibold">Rader att se över</h2>
      <Table
        label="Rader att se över"
        columns={columns}
        rows={visible}
        rowKey={({ line }) => String(line)}
        empty={null}
      />
      {rows.length > REMARKS_MAX && (
        <p className="text-ink-soft">
          De {REMARKS_MAX} första av {plural(rows.length, 'rad', 'rader')} visas.
        </p>
      )}
    </section>
  )
}
