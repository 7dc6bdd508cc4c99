import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import type { TicketStatus } from '#features/tickets/tickets.contract.ts'
import { customerTicketsQuery } from '#features/tickets/web/tickets.api.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { canBeRut, USUAL_KIND } from '#features/time/work-kinds.rules.ts'
import { Id } from '#shared/contract.ts'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { TimeValues } from './time-form.ts'
import { WorkKindInput } from './work-kind-input.tsx'

/** The ticket and customer of a saved entry. */
export type RowTicket = Pick<TimeEntry, 'ticket' | 'customer'>

type Props<Out> = {
  control: Control<TimeValues, unknown, Out>
  /** The saved entry, whose ticket may not be among the latest. */
  row?: RowTicket | undefined
}

const labelOf = ({ ticketNumber, title, status }: { ticketNumber: number; title: string; status?: TicketStatus }) =>
  `#${ticketNumber} ${title}${status === 'closed' ? ' (stängd)' : ''}`

/** A ticket of the chosen customer: unresolved ones first, then the latest. Choosing another customer clears it. */
export function TicketField<Out>({ control, row }: Props<Out>) {
  const customerId = useWatch({ control, name: 'customerId' })
  const { field } = useController({ control, name: 'ticketId' })
  const { value: ticketId, onChange } = field
  // The field may also hold text that is not a customer.
  const isChosen = Id.safeParse(customerId).success
  const { data } = useInfiniteQuery({ ...customerTicketsQuery(customerId), enabled: isChosen })
  const choices = useMemo(() => {
    const listed = data?.pages[0]?.rows.map((ticket) => ({ value: ticket.id, label: labelOf(ticket) })) ?? []
    const own = row?.customer.id === customerId ? row.ticket : null
    if (!own || listed.some(({ value }) => value === own.id)) return listed
    return [{ value: own.id, label: labelOf(own) }, ...listed]
  }, [data, row, customerId])

  const isOther =
    Boolean(ticketId) && (!isChosen || (data !== undefined && choices.every(({ value }) => value !== ticketId)))
  useEffect(() => {
    if (isOther) onChange('')
  }, [isOther, onChange])

  // Never disabled natively, so that Tab reaches it from the customer while the chosen customer is still being rendered.
  return (
    <Select
      control={control}
      name="ticketId"
      label="Ärende"
      choices={choices}
      emptyLabel={isChosen ? 'Inget ärende' : 'Välj kund först'}
      isInactive={!isChosen}
    />
  )
}

export function WorkKindField<Out>({ control }: Pick<Props<Out>, 'control'>) {
  const { field } = useController({ control, name: 'kind' })
  const { value = USUAL_KIND, onChange, onBlur, ref } = field
  return <WorkKindInput value={value} onChange={onChange} onBlur={onBlur} inputRef={ref} />
}

/** Whether the work gives a private customer a tax reduction (RUT); shown only for work that can. */
export function RutField<Out>({ control, row }: Props<Out>) {
  const [customerId, kind] = useWatch({ control, name: ['customerId', 'kind'] })
  const { field } = useController({ control, name: 'isRut' })
  const { value = false, onChange } = field
  const isRutWork = kind !== undefined && canBeRut(kind)
  const { data } = useQuery({ ...customerQuery(customerId), enabled: isRutWork && Id.safeParse(customerId).success })
  // An entry retains its mark when its customer has since become a company.
  const isUnchanged = value && row?.customer.id === customerId
  const isPossible = isRutWork && (isUnchanged || data?.isPrivate === true)
  const isWrong = value && !(isRutWork && (isUnchanged || data?.isPrivate !== false))
  useEffect(() => {
    if (isWrong) onChange(false)
  }, [isWrong, onChange])
  if (!isPossible) return null
  return (
    <CheckboxInput
      label="RUT-arbete"
      value={value}
      onChange={onChange}
      onBlur={field.onBlur}
      name="isRut"
      inputRef={field.ref}
    />
  )
}
