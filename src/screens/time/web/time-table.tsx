import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useCallback } from 'react'
import { useMe } from '#features/auth/web/me.ts'
import { reportPath } from '#features/reports/reports.rules.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { changeProblem } from '#features/time/time.rules.ts'
import { sumOf, timeColumnsOnPhone } from '#features/time/web/time-columns.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'

const columnsFor = (isMine: boolean): readonly Column<TimeEntry>[] => [
  // Notes are shown in the dialog.
  ...timeColumnsOnPhone({ hours: 'mark', notes: 'hidden', technician: isMine ? 'hidden' : 'mark' }),
  {
    key: 'status',
    header: 'Status',
    cell: (entry) => <Status entry={entry} />,
    width: 'w-26',
    onPhone: 'hidden',
  },
]
const ownColumns = columnsFor(true)
const everybodysColumns = columnsFor(false)

/** Links to the report that marked the entry, or that once did. */
function Status({ entry: { reported, reportId } }: { entry: TimeEntry }) {
  const text = reported ? 'Rapporterad' : reportId ? 'Återaktiverad' : 'Aktiv'
  const badge = (
    <Badge variant={reported ? 'outline' : 'secondary'} emphasis={reported || reportId ? 'normal' : 'quiet'}>
      {text}
    </Badge>
  )
  return reportId ? (
    <Link to={reportPath(reportId)} accessibleName={`${text}, visa rapporten`} isQuiet>
      {badge}
    </Link>
  ) : (
    badge
  )
}

const reasons = { locked: 'Tidraden är rapporterad', not_yours: 'Bara teknikern eller en administratör kan göra det' }

type Props = Pick<TableProps<TimeEntry>, 'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore'> & {
  /** Only the user's entries, so a phone omits the technician. */
  isMine: boolean
  total: { rows: number; minutes: number } | null | undefined
  onCopy: (entry: TimeEntry) => void
  onChange: (entry: TimeEntry) => void
  onRemove: (entry: TimeEntry) => void
}

export function TimeTable({ isMine, total, onCopy, onChange, onRemove, ...list }: Props) {
  const me = useMe()
  const copy = useCallback(
    (entry: TimeEntry) => (
      <IconButton
        icon={Copy}
        label="Kopiera rad"
        onPress={() => onCopy(entry)}
        {...(entry.reported && { disabledReason: reasons.locked })}
      />
    ),
    [onCopy],
  )
  const changes = useCallback(
    (entry: TimeEntry) => {
      const problem = changeProblem(entry, me)
      const disabled = problem && { disabledReason: reasons[problem] }
      return (
        <>
          <IconButton icon={Pencil} label="Ändra rad" onPress={() => onChange(entry)} {...disabled} />
          <IconButton icon={Trash2} label="Ta bort rad" tone="danger" onPress={() => onRemove(entry)} {...disabled} />
        </>
      )
    },
    [me, onChange, onRemove],
  )
  return (
    <Table
      label="Tidrader"
      columns={isMine ? ownColumns : everybodysColumns}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      hasTwoLines
      actionsHeader="Åtgärd"
      actions={copy}
      hoverActions={changes}
      {...(total && { footer: sumOf(total) })}
      empty={<EmptyState title="Inga tidrader" text="Registrera en tidrad här ovanför, eller ändra filtret." />}
      loadingText="Laddar tidrader …"
      {...list}
    />
  )
}
