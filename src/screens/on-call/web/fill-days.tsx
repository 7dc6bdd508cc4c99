import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ON_CALL_DAYS, ON_CALL_DAYS_MAX, type OnCallDay } from '#features/on-call/on-call.contract.ts'
import { useStaff } from '#features/tickets/web/ticket-choices.ts'
import { addDays, daysBetween, lastDay } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form, FormActions } from '#shared/ui/form.tsx'
import { Select } from '#shared/ui/select.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { type Period, RosterConflict, useFillSeenDays } from './seen-days.tsx'

const NOBODY = 'nobody'
const date = z.iso.date('Ange ett datum')

const turnFrom = (today: string) =>
  Turn.refine(({ from }) => today <= from, { path: ['from'], error: ON_CALL_DAYS }).refine(
    ({ to }) => to <= lastDay(today),
    { path: ['to'], error: ON_CALL_DAYS },
  )

const Turn = z
  .object({
    from: date,
    to: date,
    // Emptying days is a choice of its own, so that a press on 'Spara' alone empties none.
    first: z.string().min(1, 'Välj vem som larmas först, eller Ingen'),
    second: z.string(),
    third: z.string(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Ange en dag som inte är före den första' })
  .refine(({ from, to }) => daysBetween(from, to) < ON_CALL_DAYS_MAX, {
    path: ['to'],
    error: `Högst ${ON_CALL_DAYS_MAX} dagar åt gången`,
  })
  .refine(({ first, second }) => second === '' || (first !== NOBODY && second !== first), {
    path: ['second'],
    error: 'Välj någon annan, efter den som larmas först',
  })
  .refine(({ first, second, third }) => third === '' || (second !== '' && third !== second && third !== first), {
    path: ['third'],
    error: 'Välj någon annan, efter den som larmas sedan',
  })
type Turn = z.output<typeof Turn>
type People = Pick<Turn, 'first' | 'second' | 'third'>
const noPeople: People = { first: '', second: '', third: '' }

type Props = {
  today: string
  /** A day or a week that was pressed below. */
  chosen: Period | undefined
  /** Those that are shown. */
  days: OnCallDay[] | undefined
}

/** Fills a period of days at once. */
export function FillDays({ today, chosen, days }: Props) {
  const form = useForm<Turn>({
    resolver: zodResolver(turnFrom(today)),
    defaultValues: { from: today, to: addDays(today, 6), ...noPeople },
  })
  useFormRecovery(form, { key: 'on-call-days' })
  const proposedRef = useChosenPeriod(form, { chosen, days })
  const [from, to] = useWatch({ control: form.control, name: ['from', 'to'] })
  const { fill, conflict } = useFillSeenDays({ from, to })
  const save = async ({ first, second, third, ...period }: Turn) => {
    try {
      const called = [first, second, third].filter((id) => id !== '' && id !== NOBODY)
      if (!(await fill(period, called))) return
      form.reset({ ...period, first, second, third })
      proposedRef.current = { first, second, third }
      showToast({ title: 'Jouren är sparad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara jouren', error)
    }
  }
  return (
    <Card title="Fyll i dagar">
      <Form form={form} onSubmit={save} label="Fyll i dagar" warnsUnsaved>
        {conflict && <RosterConflict changed={conflict} />}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <DateField control={form.control} name="from" label="Från och med" isRequired />
          <DateField control={form.control} name="to" label="Till och med" isRequired />
        </div>
        <PeopleFields control={form.control} />
        <Replaced control={form.control} days={days} />
        <FormActions>
          <Button type="submit" variant="primary" isPending={form.formState.isSubmitting} pendingText="Sparar...">
            {conflict ? 'Spara min version' : 'Spara'}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

/** Fills in a pressed day or week, with the people of its first day. Returns those: people who were chosen in the form instead stay. */
function useChosenPeriod(form: UseFormReturn<Turn>, { chosen, days }: Pick<Props, 'chosen' | 'days'>) {
  const proposed = useRef(noPeople)
  const choose = useEffectEvent((period: Period) => {
    if (arePeople(form.getValues(), proposed.current)) {
      proposed.current = peopleOn(period.from, days)
      for (const name of people) form.setValue(name, proposed.current[name], { shouldDirty: true })
    }
    form.setValue('from', period.from, { shouldDirty: true })
    form.setValue('to', period.to, { shouldDirty: true })
    form.setFocus('first')
  })
  useEffect(() => {
    if (chosen) choose(chosen)
  }, [chosen])
  return proposed
}

const people = ['first', 'second', 'third'] as const
const arePeople = (one: People, other: People) => people.every((name) => one[name] === other[name])

function peopleOn(day: string, days: OnCallDay[] | undefined): People {
  const [first, second, third] = days?.find((one) => one.day === day)?.people ?? []
  const idOf = (person: OnCallDay['people'][number] | undefined) => (person?.isActive ? person.id : '')
  return { first: idOf(first), second: idOf(second), third: idOf(third) }
}

type FieldProps = { control: Control<Turn> }

function PeopleFields({ control }: FieldProps) {
  const { choices } = useStaff()
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Select
        control={control}
        name="first"
        label="Larmas först"
        isRequired
        emptyLabel="Välj"
        choices={[{ value: NOBODY, label: 'Ingen' }, ...choices]}
      />
      <Select control={control} name="second" label="Sedan" emptyLabel="Ingen" choices={choices} />
      <Select control={control} name="third" label="Därefter" emptyLabel="Ingen" choices={choices} />
    </div>
  )
}

/** How many of the shown days have somebody already. */
function Replaced({ control, days }: FieldProps & { days: OnCallDay[] | undefined }) {
  const [from, to, first] = useWatch({ control, name: ['from', 'to', 'first'] })
  const replaced = useMemo(() => days?.filter(({ day }) => from <= day && day <= to).length ?? 0, [days, from, to])
  const outcome = first === NOBODY ? 'Sparar du blir de utan jour.' : 'Det du sparar gäller i stället.'
  return (
    // Its line stays without a text, so that 'Spara' does not move as the days load or the period is typed.
    <p className="min-h-5 text-ink-soft text-sm max-sm:min-h-10">
      {replaced > 0 && `${plural(replaced, 'dag', 'dagar')} i perioden har redan någon. ${outcome}`}
    </p>
  )
}
