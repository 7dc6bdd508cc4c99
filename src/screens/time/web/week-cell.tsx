import Check from 'lucide-react/icons/check'
import List from 'lucide-react/icons/list'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type KeyboardEvent, useEffect, useEffectEvent, useId } from 'react'
import type { TimeEntry } from '#features/time/time.contract.ts'
import type { WeekLine } from '#features/time/week.rules.ts'
import { shortHours } from '#shared/hours.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatLongDate } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import type { LineWork } from './line-work.dialog.tsx'
import type { SaveCell } from './save-cell.ts'
import { cellKey, commitCell, forgetCell, problemOf, typeInCell, useSavedCell, useTypedCell } from './unsent-cells.ts'

export const nameOfLine = ({ customer, ticket }: WeekLine): string =>
  ticket ? `${customer.name}, #${ticket.ticketNumber} ${ticket.title}` : customer.name

const shownRows = (count: number) => (count === 1 ? 'Visa tidraden' : `Visa ${plural(count, 'tidrad', 'tidrader')}`)

type Props = {
  line: WeekLine
  date: string
  rows: readonly TimeEntry[]
  /** The company is closed on that day, or closes early. */
  isClosed: boolean
  /** The text and place of work of new entries. */
  work: LineWork
  onSave: SaveCell
  /** Opens the rows of the cell. */
  onOpen: (rows: readonly TimeEntry[]) => void
}

/**
 * The hours of a line on a day. Several rows, or a reported one, can only be opened, unless the cell has unsaved input.
 */
export function WeekCell({ line, date, rows, isClosed, work, onSave, onOpen }: Props) {
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0)
  const name = `${nameOfLine(line)}, ${formatLongDate(date)}`
  const [row] = rows
  const hasTyped = useTypedCell(cellKey(line, date)) !== undefined
  const isOpen = rows.length < 2 && !row?.reported && (!line.customer.isArchived || row !== undefined)
  const unplaced = rows.find(({ isPlaced, reported }) => !isPlaced && !reported)
  return (
    <>
      <div data-row={row?.id} className="flex items-center justify-end gap-0.5">
        {isOpen || hasTyped ? (
          <CellInput name={name} line={line} date={date} row={row} work={work} onSave={onSave} />
        ) : (
          <span className="px-2 font-medium tabular-nums">{minutes > 0 ? shortHours(minutes) : '-'}</span>
        )}
        {rows.length > 0 && (
          // After the field in tab order, but before it on the screen, so that the fields of a day line up in a column.
          <span className="order-first">
            <IconButton
              icon={List}
              label={`${shownRows(rows.length)}: ${name}`}
              tooltip={shownRows(rows.length)}
              onPress={() => onOpen(rows)}
            />
          </span>
        )}
      </div>
      {isClosed && unplaced && <NoAfterHours onPress={() => onOpen(rows)} name={name} />}
    </>
  )
}

/** Shown for entries without clock times on a day with reduced hours: they are charged as ordinary work. */
const NoAfterHours = ({ onPress, name }: { onPress: () => void; name: string }) => (
  <p className="mt-1 pr-2 text-right text-xs text-accent-ink">
    Räknas inte som jour. Var det jour?{' '}
    <button type="button" className="underline" aria-label={`Ange klockslag: ${name}`} onClick={onPress}>
      Ange klockslag.
    </button>
  </p>
)

type InputProps = Pick<Props, 'line' | 'date' | 'work' | 'onSave'> & { name: string; row: TimeEntry | undefined }

function CellInput({ name, line, date, row, work, onSave }: InputProps) {
  const saved = row?.minutes ?? 0
  const shown = saved > 0 ? shortHours(saved) : ''
  const key = cellKey(line, date)
  const cell = useTypedCell(key)
  const problem = cell && problemOf(cell)
  const problemId = useId()
  const isSaved = useSavedCell(key)
  const commit = () => void commitCell(key, onSave, row)
  const isLeftToSave = cell?.isRestored === true && cell.typed.isCommitted
  const commitRestored = useEffectEvent(commit)
  useEffect(() => {
    if (isLeftToSave) commitRestored()
  }, [isLeftToSave])
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') forgetCell(key)
    if (event.key === 'Enter') {
      event.preventDefault()
      // Moving the focus commits the field by its blur; after the last line there is no field to move to.
      if (!moveInColumn(event.currentTarget, event.shiftKey ? -1 : 1)) commit()
    }
    if (event.key === 'ArrowDown' && moveInColumn(event.currentTarget, 1)) event.preventDefault()
    if (event.key === 'ArrowUp' && moveInColumn(event.currentTarget, -1)) event.preventDefault()
  }
  return (
    <div className="relative">
      <input
        aria-label={name}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && problemId}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        readOnly={cell?.isSaving === true}
        value={cell?.typed.text ?? shown}
        onChange={({ currentTarget }) => typeInCell({ line, date, row, work, text: currentTarget.value })}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={press}
        className="h-9 w-16 rounded-sm border border-line-strong bg-surface px-2 text-right text-base tabular-nums aria-invalid:border-danger max-sm:h-11"
      />
      <CellState isSaving={cell?.isSaving === true} isSaved={isSaved} />
      {problem && <CellProblem id={problemId} text={problem} />}
    </div>
  )
}

const stateClass = 'pointer-events-none absolute inset-y-0 left-1.5 my-auto size-3.5'

/** An icon only: the save status above the table has the text. */
const CellState = ({ isSaving, isSaved }: { isSaving: boolean; isSaved: boolean }) =>
  isSaving ? (
    <LoaderCircle aria-hidden="true" className={`${stateClass} animate-spin text-ink-soft`} />
  ) : (
    isSaved && <Check aria-hidden="true" strokeWidth={3} className={`${stateClass} text-success`} />
  )

const CellProblem = ({ id, text }: { id: string; text: string }) => (
  <p
    id={id}
    role="alert"
    className="absolute top-full right-0 z-10 mt-1 w-56 rounded-sm border border-danger bg-danger-soft px-2 py-1 text-left text-sm text-danger-ink shadow-high"
  >
    {text}
  </p>
)

/** Focuses the nearest field above or below in the same day; false at the end. */
function moveInColumn(from: HTMLInputElement, step: 1 | -1): boolean {
  const cell = from.closest('td')
  const column = cell?.cellIndex ?? -1
  const rowsOf = [...(cell?.closest('tbody')?.rows ?? [])]
  const at = rowsOf.findIndex((row) => row.contains(from))
  const next = (step === 1 ? rowsOf.slice(at + 1) : rowsOf.slice(0, at).toReversed())
    .map((row) => row.cells[column]?.querySelector('input'))
    .find((input) => input)
  next?.focus()
  return next !== undefined && next !== null
}
