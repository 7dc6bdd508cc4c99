import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ON_CALL_DAYS_MAX, type OnCallDay } from '#features/on-call/on-call.contract.ts'
import { useStaff } from '#features/tickets/web/ticket-choices.ts'
import { addDays, daysBetween } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { DateField } from '#shared/ui/date-field.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form, FormActions } from '#shared/ui/form.tsx'
import { Select } from '#shared/ui/select.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useFillDays } from './on-call.api.ts'

export type Period = { from: string; to: string }

const NOBODY = 'Ingen'
const date = z.iso.date('Ange ett datum')

const Turn = z
  .object({ from: date, to: date, first: z.string(), second: z.string(), third: z.string() })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Ange en dag som inte är före den första' })
  .refine(({ from, to }) => daysBetween(from, to) < ON_CALL_DAYS_MAX, {
    path: ['to'],
    error: `Högst ${ON_CALL_DAYS_MAX} dagar åt gången`,
  })
  .refine(({ first, second }) => second === '' || (first !== '' && second !== first), {
    path: ['second'],
    error: 'Välj någon annan, efter den som larmas först',
  })
  .refine(({ first, second, third }) => third === '' || (second !== '' && third !== second && third !== first), {
    path: ['third'],
    error: 'Välj någon annan, efter den som larmas sedan',
  })
type Turn = z.output<typeof Turn>

const daysOf = ({ from, to }: Period): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day))

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
    resolver: zodResolver(Turn),
    defaultValues: { from: today, to: addDays(today, 6), first: '', second: '', third: '' },
  })
  useFormRecovery(form, { key: 'on-call-days' })
  const choose = useEffectEvent((period: Period) => {
    // People who are chosen already stay chosen for another period.
    const { first, second, third } = form.formState.dirtyFields
    const people = first || second || third ? form.getValues() : peopleOn(period.from, days)
    form.reset({ ...people, ...period })
  })
  useEffect(() => {
    if (chosen) choose(chosen)
  }, [chosen])
  const { mutateAsync } = useFillDays()
  const save = async ({ first, second, third, ...period }: Turn) => {
    try {
      await mutateAsync({ days: daysOf(period), people: [first, second, third].filter((id) => id !== '') })
      form.reset({ ...period, first, second, third })
      showToast({ title: 'Jouren är sparad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte spara jouren', error)
    }
  }
  return (
    <Card title="Fyll i dagar">
      <Form form={form} onSubmit={save} label="Fyll i dagar" warnsUnsaved>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <DateField control={form.control} name="from" label="Från och med" isRequired />
          <DateField control={form.control} name="to" label="Till och med" isRequired />
        </div>
        <People control={form.control} />
        <Replaced control={form.control} days={days} />
        <FormActions>
          <Button type="submit" variant="primary" isPending={form.formState.isSubmitting} pendingText="Sparar...">
            Spara
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

function peopleOn(day: string, days: OnCallDay[] | undefined) {
  const [first, second, third] = days?.find((one) => one.day === day)?.people ?? []
  const idOf = (person: OnCallDay['people'][number] | undefined) => (person?.isActive ? person.id : '')
  return { first: idOf(first), second: idOf(second), third: idOf(third) }
}

type FieldProps = { control: Control<Turn> }

function People({ control }: FieldProps) {
  const { choices } = useStaff()
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Select control={control} name="first" label="Larmas först" emptyLabel={NOBODY} choices={choices} />
      <Select control={control} name="second" label="Sedan" emptyLabel={NOBODY} choices={choices} />
      <Select control={control} name="third" label="Därefter" emptyLabel={NOBODY} choices={choices} />
    </div>
  )
}

/** How many of the shown days have somebody already. */
function Replaced({ control, days }: FieldProps & { days: OnCallDay[] | undefined }) {
  const [from, to, first] = useWatch({ control, name: ['from', 'to', 'first'] })
  const replaced = useMemo(() => days?.filter(({ day }) => from <= day && day <= to).length ?? 0, [days, from, to])
  if (replaced === 0) return null
  return (
    <p className="text-ink-soft text-sm">
      {plural(replaced, 'dag', 'dagar')} i perioden har redan någon.{' '}
      {first === '' ? 'Sparar du blir de utan jour.' : 'Det du sparar gäller i stället.'}
    </p>
  )
}
