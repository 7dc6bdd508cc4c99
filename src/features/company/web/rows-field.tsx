import Plus from 'lucide-react/icons/plus'
import { useId, useRef, useState } from 'react'
import { asText, useBoundField } from '#shared/ui/bound-field.tsx'
import { Button } from '#shared/ui/button.tsx'
import { errorIdOf, FieldNotes, hintIdOf } from '#shared/ui/field.tsx'
import type { Cells, RowFormat } from '../fact-rows.rules.ts'
import type { FactsControl, FactsValues } from './facts-group.tsx'
import type { ListFact } from './list-facts.ts'
import { RowCells } from './row-cells.tsx'

type Props = { control: FactsControl; name: keyof FactsValues; label: string; fact: ListFact }

/** A fact that is a list, edited as rows of cells. Its value in the form is the stored text. */
export function RowsField({ control, name, label, fact }: Props) {
  const { value, onChange, onBlur, inputRef, error } = useBoundField({ control, name })
  const { rows, newKey, change, add } = useRows(asText(value), fact, onChange)
  const addButton = useRef<HTMLButtonElement>(null)
  const id = useId()
  const problems = rows.map(({ cells }) => fact.columns.map(({ problem }) => error && problem?.(cells)))
  // What a cell shows is not repeated below the field.
  const texts = { label, hint: fact.hint, error: problems.flat().some(Boolean) ? undefined : error }
  const remove = (at: number) => {
    change(rows.toSpliced(at, 1))
    addButton.current?.focus()
  }
  return (
    <fieldset
      ref={(element) => inputRef(element && { focus: () => focusIn(element) })}
      name={name}
      aria-describedby={
        [texts.hint && hintIdOf(id), texts.error && errorIdOf(id)].filter(Boolean).join(' ') || undefined
      }
      onBlur={onBlur}
      className="flex min-w-0 flex-col items-start gap-2"
    >
      <legend className="mb-1 font-medium text-ink text-sm">{label}</legend>
      {rows.length > 0 && (
        <ol className="grid w-full gap-2 max-sm:gap-5">
          {rows.map((row, at) => (
            <RowCells
              key={row.key}
              fact={fact}
              number={at + 1}
              cells={row.cells}
              problems={problems[at] ?? []}
              isNew={row.key === newKey}
              onChange={(cells) => change(rows.with(at, { ...row, cells }))}
              onRemove={() => remove(at)}
              onMoveUp={() => change(rows.toSpliced(at - 1, 2, row, ...rows.slice(at - 1, at)))}
            />
          ))}
        </ol>
      )}
      <Button size="sm" icon={Plus} onPress={add} buttonRef={addButton}>
        {fact.add}
      </Button>
      <FieldNotes id={id} texts={texts} />
    </fieldset>
  )
}

function focusIn(element: HTMLElement) {
  const first =
    element.querySelector<HTMLElement>('[aria-invalid]') ?? element.querySelector<HTMLElement>('input, button')
  first?.focus()
}

type Row = { key: number; cells: Cells }
type State = { text: string; rows: Row[]; newKey: number | undefined; nextKey: number }

/** The rows of a text, kept as typed until another text replaces it: after saving, a conflict or a restored form. */
function useRows(text: string, { format, columns }: ListFact, onChange: (text: string) => void) {
  const [state, setState] = useState(() => stateOf(format, text, 0))
  let shown = state
  if (state.text !== text) {
    shown = stateOf(format, text, state.nextKey)
    setState(shown)
  }
  const { rows, newKey, nextKey } = shown
  const change = (changed: Row[], added?: number) => {
    const written = format.write(changed.map(({ cells }) => cells))
    setState({ text: written, rows: changed, newKey: added, nextKey: added === undefined ? nextKey : added + 1 })
    onChange(written)
  }
  const add = () => change([...rows, { key: nextKey, cells: columns.map(() => '') }], nextKey)
  return { rows, newKey, change, add }
}

function stateOf(format: RowFormat, text: string, firstKey: number): State {
  const rows = format.read(text).map((cells, at) => ({ key: firstKey + at, cells }))
  return { text, rows, newKey: undefined, nextKey: firstKey + rows.length }
}
