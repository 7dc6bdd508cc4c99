import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useRef } from 'react'
import { DateInput } from '#shared/ui/date-field.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { TextAreaInput } from '#shared/ui/text-area.tsx'
import { TextInput } from '#shared/ui/text-field.tsx'
import { TimeInput } from '#shared/ui/time-field.tsx'
import type { Cells } from '../fact-rows.rules.ts'
import type { Column, ListFact } from './list-facts.ts'

type Props = {
  fact: ListFact
  /** From 1. */
  number: number
  cells: Cells
  /** One for each cell. */
  problems: readonly (string | undefined)[]
  /** Takes the focus. */
  isNew: boolean
  onChange: (cells: Cells) => void
  onRemove: () => void
  onMoveUp: () => void
}

/** A row of a list of facts: its cells, and the acts that move and remove it. */
export function RowCells({ fact, number, cells, problems, isNew, onChange, onRemove, onMoveUp }: Props) {
  const { row, columns, widths, isOrdered = false, isTall = false } = fact
  const group = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) group.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isNew])
  const name = `${row} ${number}`
  // The labels of the first row are the heads of the columns; a single column is named by the field.
  const hasHeads = isTall || (number === 1 && columns.length > 1)
  return (
    <li ref={group} className={isTall ? 'border-line border-b pb-3' : ''}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be the name's element in the form instead of the outer one */}
      <div
        role="group"
        aria-label={name}
        className={`grid items-start gap-2 ${widths} ${hasHeads ? '' : columns.length > 1 ? 'sm:[&_label]:sr-only' : '[&_label]:sr-only'}`}
      >
        {columns.map((column, at) => (
          <div key={column.label} className={column.className ?? ''}>
            <Cell
              column={column}
              value={cells[at] ?? ''}
              error={problems[at]}
              onChange={(value) => onChange(cells.with(at, value))}
            />
          </div>
        ))}
        <div
          className={`-col-end-1 row-start-1 flex justify-end gap-1 max-sm:row-auto max-sm:justify-start max-sm:col-auto ${hasHeads ? 'sm:mt-6' : ''}`}
        >
          {isOrdered && number > 1 && <IconButton icon={ArrowUp} label={`Flytta upp ${name}`} onPress={onMoveUp} />}
          <IconButton icon={Trash2} label={`Ta bort ${name}`} tone="danger" onPress={onRemove} />
        </div>
      </div>
    </li>
  )
}

type CellProps = { column: Column; value: string; error: string | undefined; onChange: (value: string) => void }

function Cell({ column: { label, kind, lines = 2, choices, emptyLabel, placeholder }, ...field }: CellProps) {
  const props = { label, ...field }
  if (choices) return <SelectInput {...props} choices={choices} {...(emptyLabel && { emptyLabel })} />
  if (kind === 'time') return <TimeInput {...props} />
  if (kind === 'date') return <DateInput {...props} />
  if (kind === 'long') return <TextAreaInput {...props} rows={lines} {...(placeholder && { placeholder })} />
  return <TextInput {...props} autoComplete="off" {...(placeholder && { placeholder })} />
}
