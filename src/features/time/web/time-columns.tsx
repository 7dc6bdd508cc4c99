import { nameOf } from '#features/customers/web/customer-choices.api.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatDuration, formatHours } from '#shared/ui/format.ts'
import { Notes } from '#shared/ui/notes.tsx'
import type { Column } from '#shared/ui/table.tsx'
import { NOT_PLACED, type TimeEntry } from '../time.contract.ts'
import { type FullSpan, timesText } from '../time.rules.ts'
import { WorkText } from './work-text.tsx'

/** The columns of every table of time entries. Most notes are empty, so the descriptions get the width. Texts have two lines. */
const timeColumns: readonly Column<TimeEntry>[] = [
  { key: 'workDate', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-26' },
  {
    key: 'customer',
    header: 'Kund',
    cell: ({ customer }) => <Notes text={nameOf(customer)} hasTwoLines />,
    onPhone: 'title',
    width: 'min-w-48',
    grows: true,
  },
  { key: 'time', header: 'Tid', cell: (entry) => <Times {...entry} />, width: 'min-w-28' },
  {
    key: 'hours',
    header: 'Timmar',
    cell: ({ minutes }) => <span title={formatDuration(minutes)}>{formatHours(minutes, 2)}</span>,
    isNumber: true,
    width: 'w-18',
  },
  {
    key: 'description',
    header: 'Beskrivning',
    cell: (entry) => <WorkText {...entry} />,
    grows: true,
  },
  {
    key: 'notes',
    header: 'Notering',
    cell: ({ notes }) => <Notes text={notes} hasTwoLines />,
    width: 'min-w-24',
    grows: true,
  },
  { key: 'technician', header: 'Tekniker', cell: ({ technician }) => technician.fullName },
]

/** From and to; faint and marked if the product chose them. */
export const Times = (row: FullSpan & Pick<TimeEntry, 'isPlaced'>) =>
  row.isPlaced ? (
    // In the repeated hour the text is longer than the column.
    <span className="whitespace-normal">{timesText(row)}</span>
  ) : (
    <span title={NOT_PLACED} className="text-ink-faint italic">
      <span className="sr-only">{NOT_PLACED}: </span>
      {timesText(row)}
    </span>
  )

type Place = Column<TimeEntry>['onPhone']

/** The columns, with their places in the two lines of a row on a phone by key. */
export const timeColumnsOnPhone = (places: Readonly<Record<string, Place>>): Column<TimeEntry>[] =>
  timeColumns.map((column) => {
    const place = places[column.key]
    return place ? { ...column, onPhone: place } : column
  })

/** The footer of the table: the number of all rows, and their hours. */
export const sumOf = (total: { rows: number; minutes: number }) => ({
  workDate: 'Summa',
  time: plural(total.rows, 'tidrad', 'tidrader'),
  hours: formatHours(total.minutes, 2),
})
