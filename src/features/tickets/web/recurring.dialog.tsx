import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { frequencies } from '../recurrence.rules.ts'
import { frequencyLabels, NewRecurring, Recurring } from '../recurring.contract.ts'
import { DESCRIPTION_MAX, priorityLabels, TITLE_MAX } from '../tickets.contract.ts'
import { frequencyText, offersLastDay } from './frequency-text.ts'
import { useChangeRecurring, useCreateRecurring } from './recurring.api.ts'
import { recurringKey } from './recurring-recovery.ts'
import { NOBODY, priorityChoices, useStaff } from './ticket-choices.ts'

type Values = z.input<typeof NewRecurring>
type RecurringForm = UseFormReturn<Values, unknown, NewRecurring>
type Props = { customerId: string; row?: Recurring; onClose: () => void }

const frequencyChoices = frequencies.map((value) => ({ value, label: frequencyLabels[value] }))

const labels = {
  title: 'Titel',
  description: 'Beskrivning',
  priority: 'Prioritet',
  assignedTo: 'Ansvarig',
  every: 'Kommer igen',
  skipsClosed: 'Hoppa över när vi har stängt',
}

const empty: Required<Values> = {
  title: '',
  description: '',
  priority: 'normal',
  assignedTo: '',
  every: 'month',
  firstOn: '',
  isLastDay: false,
  skipsClosed: false,
}

const valuesOf = (row: Recurring): Required<Values> => ({
  title: row.title,
  description: row.description,
  priority: row.priority,
  assignedTo: row.assignee?.id ?? '',
  every: row.every,
  firstOn: row.firstOn,
  isLastDay: row.isLastDay,
  skipsClosed: row.skipsClosed,
})

/** Adds a recurring ticket to a customer, or changes one. */
export function RecurringDialog({ customerId, row, onClose }: Props) {
  const form = useForm<Values, unknown, NewRecurring>({
    resolver: zodResolver(NewRecurring),
    defaultValues: row ? valuesOf(row) : { ...empty, firstOn: todayInStockholm() },
  })
  useFormRecovery(form, { key: recurringKey(customerId, row), subject: row })
  const create = useCreateRecurring()
  const change = useChangeRecurring()
  const { submit, conflict } = useRowForm({
    form,
    schema: Recurring,
    valuesOf,
    onSaved: onClose,
    row: () => row,
    create: (values, idempotencyKey) => create.mutateAsync({ customerId, values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id, values }),
    saved: 'Återkommande ärende sparat',
    failed: (text) => ({ title: 'Kunde inte spara återkommande ärende', text }),
  })
  const { control } = form
  return (
    <RowDialog
      title={row ? 'Ändra återkommande ärende' : 'Nytt återkommande ärende'}
      form={form}
      onSubmit={submit}
      conflict={conflict && readable(conflict)}
      conflictTitle="Någon annan hann ändra det återkommande ärendet. Så här står det nu:"
      labels={labels}
      onClose={onClose}
    >
      <MatterFields control={control} />
      <div className="grid gap-4 sm:grid-cols-2">
        <HandlingFields control={control} assignee={row?.assignee} />
        <Select control={control} name="every" label={labels.every} choices={frequencyChoices} isRequired />
        <DateField control={control} name="firstOn" label="Första datum" isRequired />
      </div>
      <FrequencyHint form={form} />
      <Checkbox control={control} name="skipsClosed" label={labels.skipsClosed} />
    </RowDialog>
  )
}

/** Fields for what the tickets are about. */
function MatterFields({ control }: Pick<RecurringForm, 'control'>) {
  return (
    <>
      <TextField
        control={control}
        name="title"
        label={labels.title}
        isRequired
        maxLength={TITLE_MAX}
        autoComplete="off"
        autoFocus
      />
      <TextArea
        control={control}
        name="description"
        label={labels.description}
        hint="Vad som ska göras. Kunden ser ärendet i portalen som andra ärenden."
        isRequired
        rows={4}
        maxLength={DESCRIPTION_MAX}
      />
    </>
  )
}

type HandlingProps = Pick<RecurringForm, 'control'> & { assignee: Recurring['assignee'] | undefined }

/** Fields for the priority and assignee of the tickets. */
function HandlingFields({ control, assignee }: HandlingProps) {
  const staff = useStaff(assignee)
  return (
    <>
      <Select control={control} name="priority" label={labels.priority} choices={priorityChoices} />
      <Select
        control={control}
        name="assignedTo"
        label={labels.assignedTo}
        emptyLabel={NOBODY}
        choices={staff.choices}
      />
    </>
  )
}

/** Describes the chosen frequency and date; the last day of a shorter month is a separate choice. */
function FrequencyHint({ form }: { form: RecurringForm }) {
  const { control } = form
  const [every, firstOn, isLastDay, skipsClosed] = useWatch({
    control,
    name: ['every', 'firstOn', 'isLastDay', 'skipsClosed'],
  })
  const parsed = NewRecurring.in.shape.firstOn.safeParse(firstOn)
  if (!parsed.success) return null
  const offersLast = offersLastDay(every, parsed.data)
  const text = frequencyText({ every, firstOn: parsed.data, isLastDay: offersLast && isLastDay === true })
  return (
    <div className="grid gap-2">
      {offersLast && <Checkbox control={control} name="isLastDay" label="Alltid månadens sista dag" />}
      <p className="text-ink-soft text-sm">
        {text}. Ärendet skapas när vi öppnar den dagen.{' '}
        {skipsClosed ? 'Har vi stängt blir det inget ärende.' : 'Har vi stängt skapas det nästa gång vi öppnar.'}
      </p>
    </div>
  )
}

const readable = (row: Recurring) => ({
  title: row.title,
  description: row.description,
  priority: priorityLabels[row.priority],
  assignedTo: row.assignee?.fullName ?? NOBODY,
  every: frequencyText(row),
  skipsClosed: row.skipsClosed ? 'Ja' : 'Nej',
})
