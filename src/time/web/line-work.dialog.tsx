import { useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { CheckboxInput } from '#lib/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { TextAreaInput } from '#lib/ui/text-area.tsx'
import { type NewCell, TIME_TEXT_MAX } from '../time.contract.ts'
import type { WeekLine } from '../week.rules.ts'
import { nameOfLine } from './week-cell.tsx'

/** What the rows of a line's cells get besides their length. */
export type LineWork = Pick<NewCell, 'description' | 'kind'>

type Props = { line: WeekLine; work: LineWork; onChange: (work: LineWork) => void; onClose: () => void }

/** The text and the place of work of what is typed on a line from now on; rows that exist keep theirs. */
export function LineWorkDialog({ line, work, onChange, onClose }: Props) {
  const [description, setDescription] = useState(work.description ?? line.ticket?.title ?? '')
  const [kind, setKind] = useState(work.kind)
  return (
    <Dialog title={nameOfLine(line)} isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onChange({ description: description.trim() || null, kind })
          onClose()
        }}
      >
        <TextAreaInput
          label="Beskrivning"
          hint="Gäller den tid du skriver in på raden härefter"
          rows={3}
          maxLength={TIME_TEXT_MAX}
          value={description}
          onChange={setDescription}
        />
        <CheckboxInput
          label="På plats"
          value={kind === 'onsite'}
          onChange={(isOnSite) => setKind(isOnSite ? 'onsite' : 'remote')}
        />
        <DialogActions>
          <DialogCancel>Avbryt</DialogCancel>
          <Button type="submit" variant="primary">
            Spara
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
