import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useRestoredCustomer } from '#features/customers/web/restored-customer.api.ts'
import { CLOCK_GONE, clocks } from '#features/time/clock.contract.ts'
import { clockDifference, spanOfClock } from '#features/time/clock.rules.ts'
import { elapsedMinutes } from '#features/time/time.rules.ts'
import { useClockOperation, useShowClock } from '#features/time/web/clock.api.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { formatDuration } from '#shared/ui/format.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { call } from '#shared/web/call.ts'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { messageOf } from '#shared/web/forms.ts'
import { clockRecoveryKey, type StoppedClock } from './clock-recovery.ts'
import { useSaveNewTime } from './save-new-time.ts'
import { spanFields, TimeFields } from './time-fields.tsx'
import { emptyTime, type TimeValues, useNewTimeForm } from './time-form.ts'

type Props = { clock: StoppedClock; onClose: () => void }

const valuesOfClock = ({ id, customer, ticket, ...clock }: StoppedClock): TimeValues => ({
  ...emptyTime(todayInStockholm()),
  ...spanOfClock({ ...clock }),
  clockId: id,
  customerId: customer?.id ?? '',
  ticketId: ticket?.id ?? '',
  description: ticket?.title ?? '',
})

/** The time entry of a stopped clock. Saving removes the clock; closing leaves it as it is. */
export function ClockTimeDialog({ clock, onClose }: Props) {
  const { id, customer, ticket } = clock
  const form = useNewTimeForm(valuesOfClock(clock))
  const { name, onRestore } = useRestoredCustomer()
  const place = useFormRecovery(form, {
    key: clockRecoveryKey(id),
    isOnDevice: true,
    subject: clock,
    onRestore,
    omit: customer ? ['customerId', 'ticketId', 'clockId'] : 'clockId',
  })
  const show = useShowClock()
  const [isGone, setGone] = useState(false)
  const { save, question } = useSaveNewTime(form, {
    formKey: clockRecoveryKey(id),
    onSaved: () => {
      if (!isGone) void show(null)
      onClose()
    },
    onFailed: (error) => {
      if (messageOf(error) !== CLOCK_GONE) return
      // The input can still be saved, as an entry without the clock.
      form.setValue('clockId', undefined)
      setGone(true)
    },
  })
  return (
    <FormDialog
      title="Ny tidrad"
      form={form}
      onSubmit={save}
      submitLabel={isGone ? 'Spara ändå' : 'Spara'}
      question={question}
      place={place}
      onClose={onClose}
    >
      {isGone ? <GoneNotice /> : <ClockActions clock={clock} hasUnsaved={form.formState.isDirty} onDone={onClose} />}
      <div className="grid grid-cols-12 items-start gap-3">
        <TimeFields
          control={form.control}
          customerLabel={customer?.name ?? name}
          emptyTechnicianLabel="Jag själv"
          row={customer ? { customer, ticket } : undefined}
          timesNote={<TimesNote control={form.control} clock={clock} />}
        />
      </div>
    </FormDialog>
  )
}

const GoneNotice = () => (
  <p role="alert" className="rounded-sm bg-accent-soft px-3 py-2 font-medium">
    {CLOCK_GONE} Om tiden inte finns där kan du spara raden ändå.
  </p>
)

const questions = {
  discard: {
    title: 'Kasta tiden?',
    textOf: (time: string) => `Klockan gick i ${time}. Ingen tidrad sparas, och det går inte att ångra.`,
    confirmLabel: 'Kasta',
  },
  resume: {
    title: 'Låta klockan gå vidare?',
    textOf: () => 'Det du har skrivit här sparas inte.',
    confirmLabel: 'Låt den gå vidare',
  },
}

type ActionsProps = { clock: StoppedClock; hasUnsaved: boolean; onDone: () => void }

/** The other actions on a stopped clock: resume it or discard its time. */
function ClockActions({ clock: { id, seconds }, hasUnsaved, onDone }: ActionsProps) {
  const { run, isPending } = useClockOperation()
  const [asked, setAsked] = useState<keyof typeof questions>()
  const done = (title: string) => {
    showToast({ title, tone: 'success' })
    onDone()
  }
  const params = { id }
  const resume = async () => {
    if (await run('Klockan kunde inte gå vidare', () => call(clocks.resume, { params }))) done('Klockan går vidare')
  }
  const discard = async () => {
    if (await run('Kunde inte kasta tiden', () => call(clocks.discard, { params }))) done('Tiden kastad')
  }
  const question = asked && questions[asked]
  const time = formatDuration(Math.round(seconds / 60))
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-sm bg-sunken px-3 py-2">
      <p className="min-w-40 flex-1 font-medium tabular-nums">Klockan gick i {time}</p>
      <Button
        size="sm"
        icon={Play}
        onPress={() => (hasUnsaved ? setAsked('resume') : void resume())}
        isPending={isPending}
      >
        Låt den gå vidare
      </Button>
      <Button size="sm" icon={Trash2} onPress={() => setAsked('discard')} isDisabled={isPending}>
        Kasta
      </Button>
      {question && (
        <ConfirmDialog
          isOpen
          title={question.title}
          text={question.textOf(time)}
          confirmLabel={question.confirmLabel}
          isDanger
          onConfirm={asked === 'discard' ? discard : resume}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

const differences = {
  too_long: 'En tidrad är högst ett dygn: spara en rad för varje dag.',
  edited: '',
}

/** Shows how long the clock ran if the times of the entry differ from it. */
function TimesNote<Out>({ control, clock }: { control: Control<TimeValues, unknown, Out>; clock: StoppedClock }) {
  const [workDate, timeFrom, timeTo, fromIsFirst, toIsFirst] = useWatch({ control, name: spanFields })
  const span = { workDate, timeFrom, timeTo, fromIsFirst, toIsFirst }
  const difference = clockDifference(clock, span)
  const minutes = elapsedMinutes(span)
  return (
    <p role="status" aria-label="Klockans tid" className="col-span-12 text-sm text-accent-ink empty:hidden">
      {difference && (
        <>
          Klockan gick i {formatDuration(Math.round(clock.seconds / 60))}
          {minutes !== undefined && `, men tiderna ger ${formatDuration(minutes)}`}. {differences[difference]}
        </>
      )}
    </p>
  )
}
