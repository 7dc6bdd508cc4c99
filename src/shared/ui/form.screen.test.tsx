// @vitest-environment jsdom
import { zodResolver } from '@hookform/resolvers/zod'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { todayInStockholm } from '../dates.rules.ts'
import { askToConfirm, shownQuestion } from '../web/confirmation-question.ts'
import { Button } from './button.tsx'
import { Combobox } from './combobox.tsx'
import { DateField } from './date-field.tsx'
import { Form } from './form.tsx'
import { show } from './testing/show.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { TimeField } from './time-field.tsx'

const Entry = z.object({
  customerId: z.string().min(1, 'Välj en kund'),
  workDate: z.iso.date('Ange ett datum'),
  from: z.iso.time({ precision: -1, error: 'Ange en tid, till exempel 08:30' }),
  title: z.string().trim().min(1, 'Titel krävs'),
  notes: z.string(),
})
type Entry = z.infer<typeof Entry>
const customers = [{ value: 'anna ab', label: 'Anna AB' }]
const blank: Entry = { customerId: '', workDate: '', from: '', title: '', notes: '' }

function EntryForm({ start = blank, onSave }: { start?: Entry; onSave: (entry: Entry) => void | Promise<void> }) {
  const form = useForm({ resolver: zodResolver(Entry), defaultValues: start })
  const { control } = form
  return (
    <Form form={form} onSubmit={onSave} warnsUnsaved>
      <Combobox control={control} choices={customers} name="customerId" label="Kund" onSearch={() => {}} isRequired />
      <DateField control={control} name="workDate" label="Datum" isRequired />
      <TimeField control={control} name="from" label="Från" isRequired />
      <TextField control={control} name="title" label="Titel" isRequired />
      <TextArea control={control} name="notes" label="Notering" rows={3} isOptional />
      <Button type="submit" variant="primary">
        Spara
      </Button>
    </Form>
  )
}

const whole: Entry = { customerId: 'anna ab', workDate: '2026-11-20', from: '08:00', title: 'WiFi', notes: '' }
const field = (name: string) => screen.getByRole('textbox', { name })

afterEach(cleanup)

test('a typed time is parsed and saved with Ctrl+Enter from within the field', async () => {
  const onSave = vi.fn()
  show(<EntryForm start={{ ...whole, from: '' }} onSave={onSave} />)
  const user = userEvent.setup()
  await user.type(field('Från'), '805{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onSave.mock.calls[0]?.[0]).toEqual({ ...whole, from: '08:05' }))
  await user.tab()
  expect(field('Från')).toHaveProperty('value', '08:05')
})

test('an invalid time is refused and remains as typed', async () => {
  const onSave = vi.fn()
  show(<EntryForm start={{ ...whole, from: '' }} onSave={onSave} />)
  await userEvent.setup().type(field('Från'), '2575{Enter}')
  expect(await screen.findByText('Ange en tid, till exempel 08:30')).toBeDefined()
  expect(field('Från')).toHaveProperty('value', '2575')
  expect(onSave).not.toHaveBeenCalled()
})

test.each(['2026-11-21', '20261121', '21/11 2026'])('a typed date %s replaces the current one', async (typed) => {
  const onSave = vi.fn()
  show(<EntryForm start={whole} onSave={onSave} />)
  const user = userEvent.setup()
  await user.click(field('Datum'))
  await user.keyboard(typed)
  expect(field('Datum')).toHaveProperty('value', typed)
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(field('Datum')).toHaveProperty('value', '2026-11-21')
  await waitFor(() => expect(onSave.mock.calls[0]?.[0]).toEqual({ ...whole, workDate: '2026-11-21' }))
})

test('the arrow keys give the next and previous day, and today in an empty field', async () => {
  const onSave = vi.fn()
  show(<EntryForm start={{ ...whole, workDate: '2026-10-31' }} onSave={onSave} />)
  const user = userEvent.setup()
  await user.click(field('Datum'))
  await user.keyboard('{ArrowUp}')
  expect(field('Datum')).toHaveProperty('value', '2026-11-01')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(field('Datum')).toHaveProperty('value', '2026-10-30')
  await user.clear(field('Datum'))
  await user.keyboard('{ArrowUp}')
  expect(field('Datum')).toHaveProperty('value', todayInStockholm())
})

test('a date is picked in the calendar, which closes and returns the focus', async () => {
  const onSave = vi.fn()
  show(<EntryForm start={whole} onSave={onSave} />)
  const user = userEvent.setup()
  await user.click(field('Datum'))
  const button = screen.getByRole('button', { name: 'Datum: öppna kalendern' })
  await user.keyboard('2026-11-03')
  await user.click(button)
  await user.click(within(await screen.findByRole('dialog', { name: 'Datum' })).getByText('17'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field('Datum')).toHaveProperty('value', '2026-11-17')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('an invalid date is refused and remains as typed', async () => {
  const onSave = vi.fn()
  show(<EntryForm start={whole} onSave={onSave} />)
  const user = userEvent.setup()
  await user.click(field('Datum'))
  await user.keyboard('31/4 2026{Enter}')
  expect(await screen.findByText('Ange ett datum')).toBeDefined()
  expect(field('Datum')).toHaveProperty('value', '31/4 2026')
  expect(onSave).not.toHaveBeenCalled()
})

test('the first invalid field gets the focus and a message, and no typed text is lost', async () => {
  show(<EntryForm start={{ ...blank, customerId: 'anna ab' }} onSave={() => {}} />)
  const user = userEvent.setup()
  await user.type(field('Notering'), 'Kabeln är bytt')
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Ange ett datum')).toBeDefined()
  expect(screen.getByText('Titel krävs')).toBeDefined()
  expect(document.activeElement).toBe(field('Datum'))
  expect(field('Titel').getAttribute('aria-invalid')).toBe('true')
  expect(field('Titel').getAttribute('aria-describedby')).not.toBeNull()
  expect(field('Notering')).toHaveProperty('value', 'Kabeln är bytt')
})

test('leaving with unsaved text asks whether to stay or leave', async () => {
  const { router } = show(<EntryForm onSave={() => {}} />)
  const user = userEvent.setup()
  await user.type(field('Titel'), 'Halvfärdig')
  await act(() => router.navigate('/annan'))
  expect(await screen.findByRole('alertdialog', { name: 'Lämna utan att spara?' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stanna kvar' }))
  expect(field('Titel')).toHaveProperty('value', 'Halvfärdig')
  await act(() => router.navigate('/annan'))
  await user.click(await screen.findByRole('button', { name: 'Lämna' }))
  expect(await screen.findByText('En annan sida')).toBeDefined()
})

test('leaving asks also while a save waits for an answer, and not while it waits for the server', async () => {
  const saving = Promise.withResolvers<void>()
  const { router } = show(<EntryForm start={whole} onSave={() => saving.promise} />)
  const user = userEvent.setup()
  await user.type(field('Titel'), ' nere')
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  let question: Promise<boolean> | undefined
  act(() => {
    question = askToConfirm({ rows: [], seen: 'x' }, 'Spara ändå?')
  })
  await act(() => router.navigate('/annan'))
  await user.click(await screen.findByRole('button', { name: 'Stanna kvar' }))
  act(() => shownQuestion()?.answer(true))
  expect(await question).toBe(true)
  await act(() => router.navigate('/annan'))
  expect(await screen.findByText('En annan sida')).toBeDefined()
  saving.resolve()
})
