import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOf } from '#customers/web/customer-choices.api.ts'
import { Button } from '#lib/ui/button.tsx'
import { formatDate, formatDateTime, formatDuration, formatHours, plural } from '#lib/ui/format.ts'
import { Notes } from '#lib/ui/notes.tsx'
import { type Column, Table, type TableProps } from '#lib/ui/table.tsx'
import type { TimeEntry } from '#time/time.contract.ts'

const columns: readonly Column<TimeEntry>[] = [
  { key: 'workDate', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-26' },
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer }) => <Notes text={nameOf(customer)} />,
    onPhone: 'title',
    width: 'w-[17%]',
    grows: true,
  },
  { key: 'time', header: 'Tid', cell: ({ timeFrom, timeTo }) => `${timeFrom}–${timeTo}`, width: 'w-26' },
  {
    key: 'hours',
    header: 'Timmar',
    cell: ({ minutes }) => <span title={formatDuration(minutes)}>{formatHours(minutes, 2)}</span>,
    isNumber: true,
    width: 'w-20',
  },
  {
    key: 'description',
    header: 'Beskrivning',
    cell: ({ description }) => <Notes text={description} />,
    width: 'w-[25%]',
    grows: true,
  },
  { key: 'notes', header: 'Notering', cell: ({ notes }) => <Notes text={notes} />, width: 'w-[13%]', grows: true },
  {
    key: 'technician',
    header: 'Tekniker',
    cell: ({ technician }) => technician.fullName,
    width: 'w-[12%]',
    grows: true,
  },
  {
    key: 'reportedAt',
    header: 'Rapporterad',
    cell: ({ reportedAt }) => reportedAt && <span title={formatDateTime(reportedAt)}>{formatDate(reportedAt)}</span>,
    width: 'w-28',
  },
]

type Props = Pick<TableProps<TimeEntry>, 'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore'> & {
  total: { rows: number; minutes: number } | null | undefined
  empty: ReactNode
  onReactivate: (entry: TimeEntry) => void
}

export function ArchiveTable({ total, onReactivate, ...list }: Props) {
  return (
    <Table
      label="Rapporterade tidrader"
      columns={columns}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      actionsHeader="Åtgärd"
      actions={(entry) => (
        <Button
          size="sm"
          icon={RotateCcw}
          onPress={() => onReactivate(entry)}
          accessibleName={`Återaktivera ${nameOf(entry.customer)} ${entry.workDate} ${entry.timeFrom}`}
        >
          Återaktivera
        </Button>
      )}
      {...(total && {
        footer: {
          workDate: 'Summa',
          time: plural(total.rows, 'tidrad', 'tidrader'),
          hours: formatHours(total.minutes, 2),
        },
      })}
      loadingText="Laddar arkivet …"
      {...list}
    />
  )
}
