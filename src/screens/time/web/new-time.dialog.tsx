import { useRef, useState } from 'react'
import type { CustomerName } from '#features/customers/customers.contract.ts'
import { type TimeEntry, time, type WorkProposal } from '#features/time/time.contract.ts'
import { timeRecoveryKey } from '#features/time/web/time.api.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { ChipsInput } from '#shared/ui/chips.tsx'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { call } from '#shared/web/call.ts'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { messageOf } from '#shared/web/forms.ts'
import { shortDurations } from './duration-choices.ts'
import { useSaveNewTime } from './save-new-time.ts'
import { spanFields, TimeFields } from './time-fields.tsx'
import { emptyTime, useNewTimeForm } from './time-form.ts'

type Props = {
  /** The customer chosen from the start. */
  customer: Pick<CustomerName, 'id' | 'name'>
  /** The ticket of the entry, which gets its title as text; the form then offers lengths of work up to now. */
  ticket?: NonNullable<TimeEntry['ticket']>
  /** The time from the start, as of a planned visit. */
  span?: { date: string; timeFrom: string; timeTo: string }
  onClose: () => void
}

/** Adds a time entry on the page of a customer or ticket; Tidrapport has a form for several. */
export function NewTimeDialog({ customer, ticket, span, onClose }: Props) {
  const form = useNewTimeForm({
    ...emptyTime(todayInStockholm()),
    customerId: customer.id,
    ...(ticket && { ticketId: ticket.id, description: ticket.title }),
    ...(span && { workDate: span.date, timeFrom: span.timeFrom, timeTo: span.timeTo }),
  })
  const formKey = timeRecoveryKey(ticket ?? customer)
  const place = useFormRecovery(form, {
    key: formKey,
    isOnDevice: true,
    omit: 'customerId',
  })
  const { save, question } = useSaveNewTime(form, { formKey, onSaved: onClose })

  return (
    <FormDialog title="Ny tidrad" form={form} onSubmit={save} question={question} place={place} onClose={onClose}>
      {ticket && (
        <>
          <p>
            <span className="text-ink-soft tabular-nums">#{ticket.ticketNumber}</span> {ticket.title}
            <span className="block text-ink-soft">{customer.name}</span>
          </p>
          {!span && <UntilNow form={form} ticketId={ticket.id} />}
        </>
      )}
      <div className="grid grid-cols-12 items-start gap-3">
        <TimeFields
          control={form.control}
          customerLabel={customer.name}
          emptyTechnicianLabel="Jag själv"
          isOfTicket={ticket !== undefined}
        />
      </div>
    </FormDialog>
  )
}

/** Fills in date, from and to of work that ends now, where it overlaps no other entry. */
function UntilNow({ form, ticketId }: { form: ReturnType<typeof useNewTimeForm>; ticketId: string }) {
  const [chosen, setChosen] = useState('')
  const [note, setNote] = useState<string>()
  const asked = useRef('')
  const choose = async (minutes: string) => {
    setChosen(minutes)
    asked.current = minutes
    try {
      const { span, isMoved } = await call(time.untilNow, { query: { minutes, ticketId } })
      // A later choice may have been answered first.
      if (asked.current !== minutes) return
      setNote(noteOf(isMoved, span))
      if (!span) return
      const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
      for (const name of spanFields) form.setValue(name, span[name], options)
    } catch (error) {
      if (asked.current === minutes) setNote(messageOf(error))
    }
  }
  return (
    <div>
      <ChipsInput
        label="Fram till nu"
        value={chosen}
        onChange={(minutes) => void choose(minutes)}
        choices={shortDurations}
      />
      <p role="status" aria-label="Var tiden läggs" className="text-sm text-accent-ink empty:hidden">
        {note}
      </p>
    </div>
  )
}

function noteOf(isMoved: boolean, span: WorkProposal['span']): string | undefined {
  if (!span) return 'Du har redan tid fram till nu, och ingen lucka är lång nog. Ange från och till.'
  return isMoved ? 'Du har redan tid fram till nu. Tiden läggs i närmaste lucka före.' : undefined
}
