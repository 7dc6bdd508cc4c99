import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { TIME_TEXT_MAX, type TimeEntry } from '#features/time/time.contract.ts'
import { elapsedMinutes, endDateOf, endsNextDay, instantsOf } from '#features/time/time.rules.ts'
import { staffNamesQuery } from '#features/time/web/time.api.ts'
import { isRepeatedTime } from '#shared/dates.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { formatHours } from '#shared/ui/format.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TimeField } from '#shared/ui/time-field.tsx'
import { deviceOfRequest } from '#shared/web/device.ts'
import { type RowTicket, RutField, TicketField, WorkKindField } from './ticket-field.tsx'
import type { TimeValues } from './time-form.ts'
import { UnbilledBox, UnbilledReasonField } from './unbilled-field.tsx'

/** The fields of date and times. */
export const spanFields = ['workDate', 'timeFrom', 'timeTo', 'fromIsFirst', 'toIsFirst'] as const

type Props<Out> = {
  control: Control<TimeValues, unknown, Out>
  /** The name of the selected customer, which may not be among the loaded choices. */
  customerLabel?: string | undefined
  /** The row's technician, who may be inactive now. */
  technician?: TimeEntry['technician']
  /** Label of the empty choice of technician; without it the choice is required. */
  emptyTechnicianLabel?: string
  /** The entry that is changed or copied. */
  row?: RowTicket | undefined
  /** Customer and ticket are given and shown by the dialog, so their fields are omitted. */
  isOfTicket?: boolean
  /** For a bar across the page; otherwise for a dialog. */
  isBar?: boolean
  /** Shown below from and to. */
  timesNote?: ReactNode
}

/** On a touch screen autofocus would open the on-screen keyboard over the list; what the server draws takes no focus. */
const hasKeyboard = () => !deviceOfRequest() && !window.matchMedia('(pointer: coarse)').matches

/** The fields of a time entry in typing order, for a grid of twelve columns. */
export function TimeFields<Out>({
  control,
  customerLabel,
  technician,
  emptyTechnicianLabel,
  row,
  isOfTicket = false,
  isBar = false,
  timesNote,
}: Props<Out>) {
  const isAdmin = useIsAdmin()
  return (
    <>
      {!isOfTicket && (
        <div className={isBar ? 'col-span-12 sm:col-span-5' : 'col-span-12'}>
          <CustomerField
            control={control}
            name="customerId"
            label="Kund"
            isRequired
            autoFocus={isBar && hasKeyboard()}
            {...(customerLabel && { valueLabel: customerLabel })}
          />
        </div>
      )}
      <SpanFields control={control} isBar={isBar} />
      {timesNote}
      <Texts control={control} isBar={isBar} />
      {isAdmin && (
        <div className={`col-span-12 ${isBar ? 'sm:col-span-3' : ''}`}>
          <TechnicianField
            control={control}
            {...(technician && { technician })}
            {...(emptyTechnicianLabel && { emptyTechnicianLabel })}
          />
        </div>
      )}
      {!isOfTicket && (
        <div className={`col-span-12 ${isBar ? (isAdmin ? 'sm:col-span-5' : 'sm:col-span-8') : ''}`}>
          <TicketField control={control} row={row} />
        </div>
      )}
      <Marks control={control} row={row} isBar={isBar} />
    </>
  )
}

/** Where the work was done, and what a customer gets a tax reduction for or does not pay. */
const Marks = <Out,>({ control, row, isBar }: Pick<Props<Out>, 'control' | 'row' | 'isBar'>) => (
  <>
    <div className={`col-span-12 ${isBar ? 'sm:col-span-2 sm:pt-6.5' : ''}`}>
      <WorkKindField control={control} />
      <RutField control={control} row={row} />
      <UnbilledBox control={control as never} />
    </div>
    <UnbilledReasonField control={control as never} />
  </>
)

/** Date, from and to, and the resulting length. */
function SpanFields<Out>({ control, isBar }: Pick<Props<Out>, 'control' | 'isBar'>) {
  return (
    <>
      <div className={isBar ? 'col-span-12 sm:col-span-3' : 'col-span-12 sm:col-span-6'}>
        <DateField control={control} name="workDate" label="Datum" isRequired />
      </div>
      <div className={isBar ? 'col-span-12 sm:col-span-4' : 'col-span-12 sm:col-span-6'}>
        <div className="grid grid-cols-2 items-start gap-3">
          <TimeField control={control} name="timeFrom" label="Från" isRequired />
          <TimeField control={control} name="timeTo" label="Till" isRequired />
        </div>
        <ElapsedTime control={control} />
        <RepeatedHour control={control} />
      </div>
    </>
  )
}

/** The text for the customer, and the note for staff only. */
function Texts<Out>({ control, isBar }: Pick<Props<Out>, 'control' | 'isBar'>) {
  return (
    <>
      <div className={`col-span-12 ${isBar ? 'sm:col-span-7' : ''}`}>
        <TextArea
          control={control}
          name="description"
          label="Beskrivning"
          rows={isBar ? 1 : 3}
          maxLength={TIME_TEXT_MAX}
        />
      </div>
      <div className={`col-span-12 ${isBar ? 'sm:col-span-5' : ''}`}>
        <TextArea
          control={control}
          name="notes"
          label="Notering"
          rows={isBar ? 1 : 2}
          maxLength={TIME_TEXT_MAX}
          hint="Syns bara för personalen"
        />
      </div>
    </>
  )
}

/** The length while it is typed, such as '= 1,50 tim'. Its line is there even when empty, to avoid layout shift. */
function ElapsedTime<Out>({ control }: Pick<Props<Out>, 'control'>) {
  const [workDate, timeFrom, timeTo, fromIsFirst, toIsFirst] = useWatch({ control, name: spanFields })
  const span = { workDate, timeFrom, timeTo, fromIsFirst, toIsFirst }
  const minutes = elapsedMinutes(span)
  return (
    <p role="status" aria-label="Arbetad tid" className="mt-0.5 -mb-2 min-h-5 text-sm text-ink-soft">
      {minutes !== undefined && (
        <>
          = <span className="font-semibold tabular-nums text-ink">{formatHours(minutes)} tim</span>
          {endsNextDay(span) && ', till nästa dag'}
        </>
      )}
    </p>
  )
}

/** Which of the repeated hours in autumn a time belongs to; nothing on other nights. */
function RepeatedHour<Out>({ control }: Pick<Props<Out>, 'control'>) {
  const [workDate, timeFrom, timeTo, fromIsFirst, toIsFirst] = useWatch({ control, name: spanFields })
  const span = { workDate, timeFrom, timeTo, fromIsFirst, toIsFirst }
  if (!instantsOf(span)) return null
  const isFromRepeated = isRepeatedTime(workDate, timeFrom)
  const isToRepeated = isRepeatedTime(endDateOf(span), timeTo)
  if (!isFromRepeated && !isToRepeated) return null
  return (
    <div className="mt-2 text-sm">
      <p className="text-ink-soft">Timmen 02–03 går två gånger den natten.</p>
      {isFromRepeated && (
        <Checkbox control={control} name="fromIsFirst" label="Från är före omställningen (sommartid)" />
      )}
      {isToRepeated && <Checkbox control={control} name="toIsFirst" label="Till är före omställningen (sommartid)" />}
    </div>
  )
}

/** The technician who did the work, for administrators to choose. */
export function TechnicianField<Out>({
  control,
  technician,
  emptyTechnicianLabel,
}: Pick<Props<Out>, 'control' | 'technician' | 'emptyTechnicianLabel'>) {
  const { data } = useQuery(staffNamesQuery)
  const choices = useMemo(() => {
    const active = data?.filter(({ isActive }) => isActive) ?? []
    const technicians = !technician || active.some(({ id }) => id === technician.id) ? active : [...active, technician]
    return technicians.map(({ id, fullName }) => ({ value: id, label: fullName }))
  }, [data, technician])
  return (
    <Select
      control={control}
      name="userId"
      label="Tekniker"
      choices={choices}
      {...(emptyTechnicianLabel && { emptyLabel: emptyTechnicianLabel })}
    />
  )
}
