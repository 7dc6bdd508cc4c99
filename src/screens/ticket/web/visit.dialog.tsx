import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useMe } from '#features/auth/web/me.ts'
import { useIsSendingMail } from '#features/inbox/web/menu-counts.api.ts'
import { NotMailed } from '#features/inbox/web/not-mailed.tsx'
import type { Ticket } from '#features/tickets/tickets.contract.ts'
import { type DayVisit, NewVisit, VISIT_NOTE_MAX, Visit, visitLabels } from '#features/tickets/visits.contract.ts'
import { hasRepeatedTime, isAtSameTime, visitHours, visitSpanOf, visitTimeOf } from '#features/tickets/visits.rules.ts'
import { useStaff } from '#features/tickets/web/ticket-choices.ts'
import { recipientsQuery } from '#features/tickets/web/tickets.api.ts'
import { type PlannedVisit, useChangeVisit, usePlanVisit, visitsOfDaysQuery } from '#features/tickets/web/visits.api.ts'
import { addDays, isInRange, todayInStockholm } from '#shared/dates.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TimeField } from '#shared/ui/time-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { visitKey } from './visit-recovery.ts'

type Values = z.input<typeof NewVisit>
type Props = { ticket: Ticket; row?: Visit; onClose: () => void }

const valuesOf = (visit: Visit): Values => ({
  ...visitSpanOf(visit),
  userId: visit.who.id,
  note: visit.note ?? '',
})

const tomorrowFor = (userId: string): Values => ({
  date: addDays(todayInStockholm(), 1),
  timeFrom: '',
  timeTo: '',
  userId,
  note: '',
})

/** Plans a visit to the ticket's customer, or changes it. */
export function VisitDialog({ ticket, row, onClose }: Props) {
  const { userId } = useMe()
  const form = useForm<Values, unknown, NewVisit>({
    resolver: zodResolver(NewVisit),
    defaultValues: row ? valuesOf(row) : tomorrowFor(ticket.assignee?.id ?? userId),
  })
  const formKey = visitKey(ticket.id, row)
  const place = useFormRecovery(form, { key: formKey, subject: row, isOnDevice: true })
  const plan = usePlanVisit()
  const change = useChangeVisit()
  const { submit, conflict } = useRowForm({
    form,
    formKey,
    schema: Visit,
    valuesOf,
    onSaved: onClose,
    row: () => row,
    create: (visit, idempotencyKey) => plan.mutateAsync({ ticketId: ticket.id, visit, idempotencyKey }),
    change: ({ id }, visit) => change.mutateAsync({ id, visit }),
    saved: row ? 'Besöket är ändrat' : 'Besöket är planerat',
    failed: (text) => ({ title: 'Kunde inte spara besöket', text }),
  })
  return (
    <RowDialog
      title={row ? 'Ändra besöket' : 'Planera besök'}
      form={form}
      onSubmit={submit}
      conflict={conflict && readable(conflict)}
      conflictTitle="Någon annan hann ändra besöket. Så här står det nu:"
      labels={visitLabels}
      place={place}
      onClose={onClose}
    >
      <VisitFields control={form.control} who={row?.who ?? ticket.assignee} />
      <Busy
        control={form.control}
        isOwn={(visit) => visit.id === row?.id || (plan.isError && isSent(visit, plan.variables))}
        isSaved={[plan, change].some(isSaved)}
      />
      <MailedTo ticketId={row?.ticketId ?? ticket.id} />
    </RowDialog>
  )
}

/** Also while it is being saved, as the server may have it already. */
const isSaved = ({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }) => isPending || isSuccess

/** The server may have it although the response was lost. */
function isSent(found: DayVisit, { ticketId, visit }: PlannedVisit): boolean {
  const { date, timeFrom, timeTo } = visitSpanOf(found)
  const isSameTime = date === visit.date && timeFrom === visit.timeFrom && timeTo === visit.timeTo
  return isSameTime && found.ticket.id === ticketId && found.who.id === visit.userId
}

type Control = ReturnType<typeof useForm<Values, unknown, NewVisit>>['control']

function VisitFields({ control, who }: { control: Control; who: Visit['who'] | null }) {
  const { choices } = useStaff(who)
  return (
    <>
      <DateField control={control} name="date" label={visitLabels.date} isRequired autoFocus />
      <div className="grid grid-cols-2 items-start gap-4">
        <TimeField control={control} name="timeFrom" label={visitLabels.timeFrom} isRequired />
        <TimeField control={control} name="timeTo" label={visitLabels.timeTo} isRequired />
      </div>
      <RepeatedHour control={control} />
      <Select control={control} name="userId" label={visitLabels.userId} choices={choices} isRequired />
      <TextArea
        control={control}
        name="note"
        label={visitLabels.note}
        hint="Står i mejlet, i portalen och i kalendern, till exempel vad som behöver vara framme"
        rows={2}
        maxLength={VISIT_NOTE_MAX}
      />
    </>
  )
}

/** Which of the repeated hours in autumn the time belongs to; nothing on other nights. */
function RepeatedHour({ control }: { control: Control }) {
  const [date, timeFrom, timeTo] = useWatch({ control, name: ['date', 'timeFrom', 'timeTo'] })
  const time = visitTimeOf({ date, timeFrom, timeTo })
  if (!time || !hasRepeatedTime(time)) return null
  return (
    <p className="text-ink-soft text-sm">
      Timmen 02–03 går två gånger den natten: besöket räknas till den andra (normaltid).
    </p>
  )
}

type BusyProps = { control: Control; isOwn: (visit: DayVisit) => boolean; isSaved: boolean }

/**
 * Warns of another visit of the person at the same time, which may still be right: of two at the same place. Once this one is saved
 * it is among them, so they are read no more.
 */
function Busy({ control, isOwn, isSaved }: BusyProps) {
  const [date, timeFrom, timeTo, userId] = useWatch({ control, name: ['date', 'timeFrom', 'timeTo', 'userId'] })
  const time = visitTimeOf({ date, timeFrom, timeTo })
  const isAsked = time !== undefined && timeFrom < timeTo && isInRange(date) && userId !== ''
  const { data } = useQuery({ ...visitsOfDaysQuery(date, 1, userId), enabled: isAsked && !isSaved })
  const others = isAsked ? (data?.filter((other) => !isOwn(other) && isAtSameTime(time, other)) ?? []) : []
  return (
    <div
      role="status"
      className="rounded-md border border-accent bg-accent-soft px-4 py-3 text-accent-ink empty:hidden"
    >
      {others.map((other) => (
        <p key={other.id}>
          {other.who.fullName} har redan ett besök då: {visitHours(other)} hos {other.customer.name}, #
          {other.ticket.ticketNumber}.
        </p>
      ))}
    </div>
  )
}

/** Who at the customer gets the mail with the calendar file. */
function MailedTo({ ticketId }: { ticketId: string }) {
  const { data: recipients } = useQuery(recipientsQuery(ticketId, 'visit'))
  const isSending = useIsSendingMail()
  const [first, ...others] = recipients ?? []
  const name = first && (first.name ?? readableAddress(first.email))
  const copies = others.length > 0 ? ` och ${plural(others.length, 'person', 'personer')} till` : ''
  if (name && !isSending) return <NotMailed to={`${name}${copies}`} />
  return (
    <p className="min-h-[1lh] text-ink-soft text-sm [overflow-wrap:anywhere]">
      {recipients && !name && 'Ingen hos kunden får mejl om besöket: ring och berätta.'}
      {name && `${name}${copies} får ett mejl med besöket som kalenderfil.`}
    </p>
  )
}

const readable = (visit: Visit) => ({ ...visitSpanOf(visit), userId: visit.who.fullName, note: visit.note })
