import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { type ChangedTimeEntry, NOT_PLACED, TimeEntry } from '#features/time/time.contract.ts'
import { timesText } from '#features/time/time.rules.ts'
import { unbilledText } from '#features/time/unbilled.contract.ts'
import { useChangeTime } from '#features/time/web/time.api.ts'
import { USUAL_KIND, workKindText } from '#features/time/work-kinds.rules.ts'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { conflictingRow, KEEP_TYPED, messageOf, putFieldErrors } from '#shared/web/forms.ts'
import { useLongTimeQuestion } from './long-time-question.tsx'
import { TimeFields } from './time-fields.tsx'
import { changedValuesOf, useTimeForm } from './time-form.ts'
import { useTimeQuestion } from './time-question.tsx'
import { changeTimeKey } from './time-recovery.ts'

type Props = { entry: TimeEntry; onClose: () => void }

/** Changes an active time entry. After a conflict the current values are shown above the user's input. */
export function ChangeTimeDialog({ entry, onClose }: Props) {
  const { form, place } = useChangeForm(entry)
  const change = useChangeTime()
  const [conflict, setConflict] = useState<TimeEntry>()

  const { confirm, question: longQuestion } = useLongTimeQuestion(entry.minutes)
  const { ask, question } = useTimeQuestion()

  const save = async (changed: ChangedTimeEntry) => {
    if (!(await confirm(changed))) return
    try {
      const answer = await ask((asks) => change.mutateAsync({ id: entry.id, entry: { ...changed, asks } }))
      if (!answer) return
      showToast({ title: 'Tidrad uppdaterad!', tone: 'success' })
      onClose()
    } catch (error) {
      const current = conflictingRow(TimeEntry, error)
      if (current) {
        setConflict(current)
        // Changed fields retain the user's input, the others get the current values; saving again replaces the current
        // row.
        form.reset(changedValuesOf(current), KEEP_TYPED)
        return
      }
      putFieldErrors(form, error)
      showToast({ title: `Kunde inte spara tidrad: ${messageOf(error)}`, tone: 'error' })
    }
  }

  return (
    <FormDialog
      title="Ändra tidrad"
      form={form}
      onSubmit={save}
      submitLabel={conflict ? 'Spara min version' : 'Spara'}
      question={longQuestion ?? question}
      place={place}
      onClose={onClose}
    >
      {conflict && <TimeConflict current={conflict} />}
      <div className="grid grid-cols-12 items-start gap-3">
        <TimeFields
          control={form.control as never}
          customerLabel={entry.customer.name}
          technician={entry.technician}
          row={conflict ?? entry}
          timesNote={!entry.isPlaced && <PlacedField control={form.control} entry={conflict ?? entry} />}
        />
      </div>
    </FormDialog>
  )
}

/** The form with the entry's values, and the user's unsaved input from before the page was left. */
function useChangeForm(entry: TimeEntry) {
  const form = useTimeForm(entry)
  const place = useFormRecovery(form, {
    key: changeTimeKey(entry.id),
    isOnDevice: true,
    subject: entry,
    omit: 'customerId',
  })
  return { form, place }
}

type PlacedProps = Pick<ReturnType<typeof useTimeForm>, 'control'> & { entry: TimeEntry }

/**
 * For an entry whose from and to were chosen by the server: confirms them as the times of the work. Other entries have
 * no such choice.
 */
const PlacedField = ({ control, entry }: PlacedProps) => {
  const { field } = useController({ control, name: 'isPlaced' })
  const [timeFrom, timeTo] = useWatch({ control, name: ['timeFrom', 'timeTo'] })
  const isTyped = timeFrom !== entry.timeFrom || timeTo !== entry.timeTo
  return (
    <div className="col-span-12">
      {!isTyped && (
        <CheckboxInput
          label="Arbetet gjordes de här klockslagen"
          value={field.value === true}
          onChange={(isPlaced) => field.onChange(isPlaced || undefined)}
        />
      )}
      <p role="status" aria-label="Klockslag" className="text-sm text-ink-soft">
        {isTyped
          ? 'Både från och till sparas som tiden då arbetet gjordes, och kan räknas som jour.'
          : `${NOT_PLACED}. Tid utan klockslag räknas inte som jour.`}
      </p>
    </div>
  )
}

function TimeConflict({ current }: { current: TimeEntry }) {
  const { workDate, minutes, customer, ticket, kind, isRut, technician, description, notes, unbilledReason } = current
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">Någon annan hann ändra raden. Så här står den nu:</h3>
      <p className="mt-1">
        {customer.name}, {workDate} {timesText(current)} ({formatHours(minutes, 2)} tim), {technician.fullName}
        {kind !== USUAL_KIND && `, ${workKindText(kind)}`}
        {isRut && ', RUT-arbete'}
      </p>
      <p className="mt-1">{ticket ? `#${ticket.ticketNumber} ${ticket.title}` : 'Inget ärende'}</p>
      {description && <p className="mt-1">{description}</p>}
      {unbilledReason && <p className="mt-1">{unbilledText(unbilledReason)}</p>}
      {notes && <p className="mt-1 text-ink-soft">Notering: {notes}</p>}
      <p className="mt-2 text-ink-soft">
        Det du har skrivit står kvar nedanför, och fälten du inte rört visar det nya. Spara din version, eller avbryt
        och behåll den som står.
      </p>
    </section>
  )
}
