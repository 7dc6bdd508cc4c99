import Trash2 from 'lucide-react/icons/trash'
import { Badge } from '#shared/ui/badge.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { showToast } from '#shared/ui/toast.tsx'

export type DatedRow = { validFrom: string; text: string; isCurrent: boolean }

type Props = {
  label: string
  rows: readonly DatedRow[]
  /** Shown when there are no rows. */
  empty: string
  /** Undefined for people who may not remove rows. */
  onRemove?: ((row: DatedRow) => Promise<unknown>) | undefined
  /** Undoes the removal. */
  onRestore: (row: DatedRow) => Promise<unknown>
}

/** Rows that apply from their date until the next one's, newest first. */
export function DatedRows({ label, rows, empty, onRemove, onRestore }: Props) {
  if (rows.length === 0) return <p className="text-ink-soft">{empty}</p>
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.validFrom} data-row={row.validFrom} className="flex min-h-10 flex-wrap items-center gap-x-4 py-1">
          <span className="w-24 shrink-0 tabular-nums">{row.validFrom}</span>
          <span className="min-w-40 flex-1 wrap-anywhere">{row.text}</span>
          {row.isCurrent && <Badge variant="secondary">Gäller nu</Badge>}
          {onRemove && (
            <IconButton
              icon={Trash2}
              label={`Ta bort ${row.text} från ${row.validFrom}`}
              tooltip="Ta bort"
              tone="danger"
              onPress={() => void remove(row, onRemove, onRestore)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function remove(row: DatedRow, onRemove: (row: DatedRow) => Promise<unknown>, onRestore: Props['onRestore']) {
  const undo = async () =>
    (await attempt('Kunde inte återställa', () => onRestore(row), 'Återställt')) ? row.validFrom : undefined
  return attempt('Kunde inte ta bort', async () => {
    await onRemove(row)
    showToast({ title: 'Borttaget', tone: 'success', undo })
  })
}
