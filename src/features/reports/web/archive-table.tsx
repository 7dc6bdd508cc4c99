import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ReactNode, useCallback } from 'react'
import { nameOf } from '#features/customers/web/customer-choices.api.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { sumOf, timeColumnsOnPhone } from '#features/time/web/time-columns.tsx'
import { formatDate, formatDateTime } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { reportPath } from '../reports.rules.ts'

const columns: readonly Column<TimeEntry>[] = [
  ...timeColumnsOnPhone({ hours: 'mark', time: 'hidden', notes: 'hidden', technician: 'hidden' }),
  {
    key: 'reportedAt',
    header: 'Rapporterad',
    cell: (entry) => <ReportedAt entry={entry} />,
    width: 'w-28',
    onPhone: 'hidden',
  },
]

/** The date of marking, as a link to the report that contains the row. */
function ReportedAt({ entry: { reportedAt, reportId } }: { entry: TimeEntry }) {
  if (!reportedAt) return null
  const date = <span title={formatDateTime(reportedAt)}>{formatDate(reportedAt)}</span>
  return reportId ? (
    <Link to={reportPath(reportId)} accessibleName={`Rapporterad ${formatDate(reportedAt)}, visa rapporten`}>
      {date}
    </Link>
  ) : (
    date
  )
}

type Props = Pick<TableProps<TimeEntry>, 'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore'> & {
  total: { rows: number; minutes: number } | null | undefined
  empty: ReactNode
  onReactivate: (entry: TimeEntry) => void
}

export function ArchiveTable({ total, onReactivate, ...list }: Props) {
  const actions = useCallback(
    (entry: TimeEntry) => (
      <IconButton
        icon={RotateCcw}
        label={`Återaktivera ${nameOf(entry.customer)} ${entry.workDate} ${entry.timeFrom}`}
        tooltip="Återaktivera"
        onPress={() => onReactivate(entry)}
      />
    ),
    [onReactivate],
  )
  return (
    <Table
      label="Rapporterade tidrader"
      columns={columns}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      hasTwoLines
      actionsHeader="Åtgärd"
      actions={actions}
      {...(total && { footer: sumOf(total) })}
      loadingText="Laddar arkivet …"
      {...list}
    />
  )
}
