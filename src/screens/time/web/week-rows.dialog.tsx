import { useMe } from '#features/auth/web/me.ts'
import { NOT_PLACED, type TimeEntry } from '#features/time/time.contract.ts'
import { changeProblem, timesText } from '#features/time/time.rules.ts'
import { shortHours } from '#shared/hours.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { formatLongDate } from '#shared/ui/format.ts'
import { nameOfLine } from './week-cell.tsx'

type Props = { rows: readonly TimeEntry[]; onChange: (row: TimeEntry) => void; onClose: () => void }

/** The entries of a cell, with a button to change each. */
export function WeekRowsDialog({ rows, onChange, onClose }: Props) {
  const me = useMe()
  const [first] = rows
  if (!first) return null
  return (
    <Dialog title={nameOfLine(first)} isOpen onClose={onClose}>
      <p className="mb-3 text-ink-soft">{formatLongDate(first.workDate)}</p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium tabular-nums">
                {shortHours(row.minutes)} tim, {row.isPlaced ? timesText(row) : NOT_PLACED.toLowerCase()}
                {row.reported && ', rapporterad'}
              </p>
              <p className="truncate text-ink-soft">{row.description ?? '-'}</p>
            </div>
            {!changeProblem(row, me) && (
              <Button size="sm" onPress={() => onChange(row)}>
                Ändra
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <DialogCancel>Stäng</DialogCancel>
      </DialogActions>
    </Dialog>
  )
}
