import { useController, useForm } from 'react-hook-form'
import { type NewCell, TIME_TEXT_MAX } from '#features/time/time.contract.ts'
import type { WeekLine } from '#features/time/week.rules.ts'
import { USUAL_KIND } from '#features/time/work-kinds.rules.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { lineWorkKey } from './line-work-recovery.ts'
import { nameOfLine } from './week-cell.tsx'
import { WorkKindInput } from './work-kind-input.tsx'

/** The fields that new time entries of a line get, besides their length. */
export type LineWork = Pick<NewCell, 'description' | 'kind'>

type Props = { line: WeekLine; work: LineWork; onChange: (work: LineWork) => void; onClose: () => void }

/** The text and place of work of entries added to a line from now on; existing entries are unchanged. */
export function LineWorkDialog({ line, work, onChange, onClose }: Props) {
  const form = useForm({
    defaultValues: {
      description: work.description ?? line.ticket?.title ?? '',
      kind: work.kind ?? USUAL_KIND,
    },
  })
  useFormRecovery(form, { key: lineWorkKey(line) })
  const { control } = form
  const { field: kind } = useController({ control, name: 'kind' })
  return (
    <FormDialog
      title={nameOfLine(line)}
      form={form}
      onSubmit={({ description, kind }) => {
        onChange({ description: description.trim() || null, kind })
        onClose()
      }}
      onClose={onClose}
    >
      <TextArea
        control={control}
        name="description"
        label="Beskrivning"
        hint="Gäller den tid du skriver in på raden härefter"
        rows={3}
        maxLength={TIME_TEXT_MAX}
      />
      <WorkKindInput value={kind.value} onChange={kind.onChange} onBlur={kind.onBlur} inputRef={kind.ref} />
    </FormDialog>
  )
}
