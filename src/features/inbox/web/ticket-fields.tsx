import type { UseFormReturn } from 'react-hook-form'
import { DESCRIPTION_MAX, TITLE_MAX } from '#features/tickets/tickets.contract.ts'
import { NOBODY, priorityChoices, useStaff } from '#features/tickets/web/ticket-choices.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import type { Enquiry } from '../enquiries.contract.ts'
import type { Body, Values } from './ticket-form.ts'

type Props = { form: UseFormReturn<Values, unknown, Body>; assignee: Enquiry['assignee'] }

/** The fields of the ticket, prefilled from the enquiry. */
export function TicketFields({ form: { control }, assignee }: Props) {
  const staff = useStaff(assignee)
  return (
    <div className="flex flex-col gap-4">
      <TextField control={control} name="title" label="Titel" isRequired maxLength={TITLE_MAX} autoComplete="off" />
      <TextArea
        control={control}
        name="description"
        label="Beskrivning"
        isRequired
        rows={8}
        maxLength={DESCRIPTION_MAX}
        hint="Kunden ser titeln och beskrivningen"
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select control={control} name="priority" label="Prioritet" choices={priorityChoices} />
        <Select control={control} name="assignedTo" label="Ansvarig" emptyLabel={NOBODY} choices={staff.choices} />
      </div>
    </div>
  )
}
