import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { requiredId } from '#shared/contract.ts'
import { Combobox } from '#shared/ui/combobox.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { isDone, priorities, priorityLabels, type Ticket } from '../tickets.contract.ts'
import { useMerge, useOtherTickets, wholeTicketQuery } from './merging.api.ts'
import { useSeparate } from './separate.ts'
import { TICKET_LIST } from './ticket-filters.tsx'
import { mergeKey } from './ticket-recovery.ts'
import { type MergeValues, WhoSees } from './who-sees.tsx'

const Values = z.object({
  into: requiredId('Välj ett ärende'),
  direction: z.enum(['into', 'from']),
  copies: z.array(z.string()),
}) satisfies z.ZodType<MergeValues>

type Props = { ticket: Ticket; onClose: () => void }

/** Merges the ticket with another of its customer, and says who sees what. */
export function MergeDialog({ ticket, onClose }: Props) {
  const form = useForm<MergeValues>({
    resolver: zodResolver(Values),
    defaultValues: { into: '', direction: 'into', copies: [] },
  })
  useFormRecovery(form, { key: mergeKey(ticket.id), subject: ticket })
  const others = useOtherTickets(ticket.id, 'customer')
  const other = useChosen(form, ticket)
  const save = useSave(form, { ticket, other, onClose })
  return (
    <FormDialog title="Slå ihop ärenden" form={form} onSubmit={save} submitLabel="Slå ihop" onClose={onClose}>
      <Combobox
        control={form.control}
        name="into"
        label={`Ärende hos ${ticket.customer.name}`}
        isRequired
        autoFocus
        {...others}
        {...(other && { valueLabel: `#${other.ticketNumber} ${other.title}` })}
      />
      {other && <Direction form={form} ticket={ticket} other={other} />}
    </FormDialog>
  )
}

/** The chosen ticket. One that is unresolved stays so: a done one is put into it, unless the person chose otherwise. */
function useChosen({ control, setValue, formState }: UseFormReturn<MergeValues>, ticket: Ticket) {
  const id = useWatch({ control, name: 'into' })
  // The field may also contain typed text.
  const { data: other } = useQuery({ ...wholeTicketQuery(id), enabled: requiredId().safeParse(id).success })
  const isOtherDone = other && isDone(other.status) && !isDone(ticket.status)
  const isDirectionChosen = formState.dirtyFields.direction === true
  useEffect(() => {
    if (isOtherDone !== undefined && !isDirectionChosen) setValue('direction', isOtherDone ? 'from' : 'into')
  }, [isOtherDone, isDirectionChosen, setValue])
  return other
}

/** Whether the survivor gets the merged ticket's priority (`note_merge` in the database). */
const isRaised = (merged: Ticket, survivor: Ticket) =>
  !isDone(merged.status) && priorities.indexOf(merged.priority) > priorities.indexOf(survivor.priority)

function Direction({ form, ticket, other }: { form: UseFormReturn<MergeValues>; ticket: Ticket; other: Ticket }) {
  const { control } = form
  const direction = useWatch({ control, name: 'direction' })
  const [merged, survivor] = direction === 'into' ? [ticket, other] : [other, ticket]
  return (
    <>
      <RadioGroup
        control={control}
        name="direction"
        label="Fortsätt i"
        choices={[
          { value: 'into', label: `#${ticket.ticketNumber} läggs i #${other.ticketNumber}`, detail: other.title },
          { value: 'from', label: `#${other.ticketNumber} läggs i #${ticket.ticketNumber}`, detail: ticket.title },
        ]}
      />
      {isRaised(merged, survivor) && (
        <p>
          #{survivor.ticketNumber} får prioriteten {priorityLabels[merged.priority]}.
        </p>
      )}
      <WhoSees form={form} merged={merged} survivor={survivor} />
    </>
  )
}

type Saving = { ticket: Ticket; other: Ticket | undefined; onClose: () => void }

function useSave(form: UseFormReturn<MergeValues>, { ticket, other, onClose }: Saving) {
  const { mutateAsync: merge } = useMerge()
  const { tellMerged } = useSeparate()
  const navigate = useNavigate()
  return async ({ direction, copies }: MergeValues) => {
    // Who sees what must have been shown before.
    if (!other) return form.setError('into', { message: 'Ärendet är inte hämtat än. Försök igen om en stund.' })
    const [merged, survivor] = direction === 'into' ? [ticket, other] : [other, ticket]
    const people = new Set([merged.reportedBy, ...merged.copies].map((person) => person?.id))
    const chosen = copies.filter((id) => people.has(id))
    try {
      const after = await merge({ id: merged.id, into: survivor.id, copies: chosen, version: merged.version })
      onClose()
      const open = () => void navigate(`${TICKET_LIST}/${survivor.id}`)
      tellMerged(after, survivor, merged.id === ticket.id ? open : undefined)
    } catch (error) {
      showFailure('Kunde inte slå ihop ärendena', error, form)
    }
  }
}
