import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { useMe } from '#auth/web/session.api.ts'
import { Badge } from '#lib/ui/badge.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { IconButton } from '#lib/ui/icon-button.tsx'
import { type Column, Table, type TableProps } from '#lib/ui/table.tsx'
import type { TimeEntry } from '../time.contract.ts'
import { changeProblem } from '../time.rules.ts'
import { sumOf, timeColumns } from './time-columns.tsx'

const columns: readonly Column<TimeEntry>[] = [
  ...timeColumns,
  {
    key: 'status',
    header: 'Status',
    cell: ({ reported }) => (
      <Badge variant={reported ? 'outline' : 'secondary'}>{reported ? 'Rapporterad' : 'Aktiv'}</Badge>
    ),
    width: 'w-24',
  },
]

const reasons = { locked: 'Raden är rapporterad', not_yours: 'Bara teknikern eller en administratör kan göra det' }

type Props = Pick<TableProps<TimeEntry>, 'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore'> & {
  total: { rows: number; minutes: number } | null | undefined
  onCopy: (entry: TimeEntry) => void
  onChange: (entry: TimeEntry) => void
  onRemove: (entry: TimeEntry) => void
}

export function TimeTable({ total, onCopy, onChange, onRemove, ...list }: Props) {
  const me = useMe()
  const actions = useCallback(
    (entry: TimeEntry) => {
      const problem = changeProblem(entry, me)
      const disabled = problem && { disabledReason: reasons[problem] }
      return (
        <>
          <IconButton
            icon={Copy}
            label="Kopiera rad"
            onPress={() => onCopy(entry)}
            {...(entry.reported && { disabledReason: reasons.locked })}
          />
          <IconButton icon={Pencil} label="Ändra rad" onPress={() => onChange(entry)} {...disabled} />
          <IconButton icon={Trash2} label="Ta bort rad" tone="danger" onPress={() => onRemove(entry)} {...disabled} />
        </>
      )
    },
    [me, onCopy, onChange, onRemove],
  )
  return (
    <Table
      label="Tidrader"
      columns={columns}
      rowKey={({ id }) => id}
      stacksBelow="lg"
      actionsHeader="Åtgärd"
      actions={actions}
      {...(total && { footer: sumOf(total) })}
      empty={<EmptyState title="Inga tidrader" text="Registrera en rad här ovanför, eller ändra filtret." />}
      loadingText="Laddar tidrader …"
      {...list}
    />
  )
}
