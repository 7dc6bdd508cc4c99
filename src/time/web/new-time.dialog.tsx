import { useState } from 'react'
import type { CustomerName } from '#customers/customers.contract.ts'
import { todayInStockholm } from '#lib/dates.rules.ts'
import { ChipsInput } from '#lib/ui/chips.tsx'
import { FormDialog } from '#lib/ui/form-dialog.tsx'
import { useFormRecovery } from '#lib/web/form-recovery.ts'
import type { TimeEntry } from '../time.contract.ts'
import { spanUntil } from '../time.rules.ts'
import { shortDurations } from './duration-choices.ts'
import { useSaveNewTime } from './save-new-time.ts'
import { timeRecoveryKey } from './time.api.ts'
import { TimeFields } from './time-fields.tsx'
import { emptyTime, useNewTimeForm } from './time-form.ts'

type Props = {
  /** The customer that is chosen to begin with. */
  customer: Pick<CustomerName, 'id' | 'name'>
  /** The ticket that the row is of: with its title as text, and choices of how long it took up to now. */
  ticket?: NonNullable<TimeEntry['ticket']>
  onClose: () => void
}

/** Adds a row where a customer is shown; Tidrapport has the form for many. */
export function NewTimeDialog({ customer, ticket, onClose }: Props) {
  const form = useNewTimeForm({
    ...emptyTime(todayInStockholm()),
    customerId: customer.id,
    ...(ticket && { ticketId: ticket.id, description: ticket.title }),
  })
  useFormRecovery(form, { key: timeRecoveryKey(ticket ?? customer), isOnDevice: true, omit: 'customerId' })
  const { save, question } = useSaveNewTime(form, { onSaved: onClose })

  return (
    <FormDialog title="Ny tidrad" form={form} onSubmit={save} question={question} onClose={onClose}>
      {ticket && (
        <>
          <p>
            <span className="text-ink-soft tabular-nums">#{ticket.ticketNumber}</span> {ticket.title}
            <span className="block text-ink-soft">{customer.name}</span>
          </p>
          <UntilNow form={form} />
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

/** Fills in date, from and to of work that ends now. */
function UntilNow({ form }: { form: ReturnType<typeof useNewTimeForm> }) {
  const [chosen, setChosen] = useState('')
  const choose = (minutes: string) => {
    setChosen(minutes)
    const { workDate, timeFrom, timeTo } = spanUntil(new Date(), Number(minutes))
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('workDate', workDate, options)
    form.setValue('timeFrom', timeFrom, options)
    form.setValue('timeTo', timeTo, options)
  }
  return <ChipsInput label="Fram till nu" value={chosen} onChange={choose} choices={shortDurations} />
}
