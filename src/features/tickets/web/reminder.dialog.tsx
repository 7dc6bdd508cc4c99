import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { ChosenReminder } from '../reminders.contract.ts'
import { useChangeReminder } from './reminder.api.ts'
import { reminderKey } from './ticket-recovery.ts'

type Props = { ticketId: string; remindOn: string | null; onClose: () => void }

/** Chooses the day on which the ticket is back in the user's 'Att göra'. */
export function ReminderDialog({ ticketId, remindOn, onClose }: Props) {
  const form = useForm<z.input<typeof ChosenReminder>, unknown, ChosenReminder>({
    resolver: zodResolver(ChosenReminder),
    defaultValues: { remindOn: remindOn ?? addDays(todayInStockholm(), 1) },
  })
  useFormRecovery(form, { key: reminderKey(ticketId) })
  const { mutateAsync: change } = useChangeReminder(ticketId)
  const save = async (chosen: ChosenReminder) => {
    try {
      await change(chosen)
      showToast({ title: 'Påminnelsen är sparad', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte spara påminnelsen', error, form)
    }
  }
  return (
    <FormDialog title="Påminn mig" form={form} onSubmit={save} onClose={onClose}>
      <DateField
        control={form.control}
        name="remindOn"
        label="Dag"
        hint="Till dess, eller tills kunden skriver, syns ärendet inte i din Att göra"
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
