import { useMemo } from 'react'
import { plural } from '#shared/plural.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'

const REMARKS_MAX = 100

/** A row that needs attention: with problems or warnings, or one that already exists. */
type Remark = { line: number; name: string; detail: string; problems?: string[] | undefined; warnings?: string[] }
type Labels = { name: string; detail: string }

const columnsOf = (labels: Labels): readonly Column<Remark>[] => [
  { key: 'line', header: 'Rad', cell: ({ line }) => line, isNumber: true, width: 'w-16' },
  { key: 'name', header: labels.name, cell: ({ name }) => name, onPhone: 'title', grows: true, width: 'w-[30%]' },
  { key: 'detail', header: labels.detail, cell: ({ detail }) => detail, grows: true, width: 'w-[30%]' },
  {
    key: 'remark',
    header: 'Anmärkning',
    cell: ({ problems, warnings = [] }) =>
      problems ? (
        <span className="text-danger-ink">{problems.join('. ')}</span>
      ) : warnings.length > 0 ? (
        warnings.join('. ')
      ) : (
        <Badge variant="outline">finns redan</Badge>
      ),
    grows: true,
    width: 'w-[40%]',
  },
]

/** The rows that need attention, by line. */
export function ImportRemarks({ rows, labels }: { rows: readonly Remark[]; labels: Labels }) {
  const columns = useMemo(() => columnsOf(labels), [labels])
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
