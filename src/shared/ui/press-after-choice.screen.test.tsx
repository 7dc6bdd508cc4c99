// @vitest-environment jsdom
// A form submits the values at the time of the press: each kind of control is changed and the button pressed in the same task,
// before any frame is painted.
import { zodResolver } from '@hookform/resolvers/zod'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Combobox } from './combobox.tsx'
import { DateField } from './date-field.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Select } from './select.tsx'
import { show } from './testing/show.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { TimeField } from './time-field.tsx'

const Values = z.object({
  title: z.string().min(1, 'Titel krävs'),
  notes: z.string(),
  password: z.string(),
  customer: z.string(),
  priority: z.string(),
  role: z.string(),
  isUrgent: z.boolean(),
  date: z.string(),
  time: z.string(),
})
type Values = z.infer<typeof Values>
const start: Values = {
  title: 'WiFi',
  notes: '',
  password: '',
  customer: 'anna',
  priority: 'normal',
  role: 'tech',
  isUrgent: false,
  date: '2026-11-20',
  time: '08:00',
}
const customers = [
  { value: 'anna', label: 'Anna AB' },
  { value: 'berg', label: 'Bergs El' },
]
const priorities = [
  { value: 'normal', label: 'Normal' },
  { value: 'urgent', label: 'Akut' },
]
const roles = [
  { value: 'tech', label: 'Tekniker' },
  { value: 'admin', label: 'Administratör' },
]

function EveryControl({ onSave }: { onSave: (values: Values) => unknown }) {
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: start })
  const { control } = form
  return (
    <Form form={form} onSubmit={async (values) => void (await onSave(Values.parse(values)))}>
      <TextField control={control} name="title" label="Titel" />
      <TextArea control={control} name="notes" label="Notering" rows={3} />
      <PasswordField control={control} name="password" label="Lösenord" autoComplete="new-password" />
      <Combobox control={control} name="customer" label="Kund" choices={customers} onSearch={() => {}} />
      <Select control={control} name="priority" label="Prioritet" choices={priorities} />
      <RadioGroup control={control} name="role" label="Roll" choices={roles} />
      <Checkbox control={control} name="isUrgent" label="Bråttom" />
      <DateField control={control} name="date" label="Datum" />
      <TimeField control={control} name="time" label="Tid" />
      <Button type="submit">Spara</Button>
    </Form>
  )
}

const labelled = (name: string) => screen.getByLabelText(name, { exact: true })
const write = (name: string, value: string) => fireEvent.change(labelled(name), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Spara' }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Prevents further frames from being painted. */
const stopPainting = () => vi.stubGlobal('requestAnimationFrame', () => 0)

const changes: [kind: string, change: () => void, sent: Partial<Values>][] = [
  ['a text field', () => write('Titel', 'Skrivaren'), { title: 'Skrivaren' }],
  ['a text area', () => write('Notering', 'Kabeln'), { notes: 'Kabeln' }],
  ['a password', () => write('Lösenord', 'regn och rusk'), { password: 'regn och rusk' }],
  ['a select', () => write('Prioritet', 'urgent'), { priority: 'urgent' }],
  ['a radio button', () => fireEvent.click(labelled('Administratör')), { role: 'admin' }],
  ['a checkbox', () => fireEvent.click(labelled('Bråttom')), { isUrgent: true }],
  ['a typed date', () => write('Datum', '2026-11-22'), { date: '2026-11-22' }],
  [
    'a date changed by an arrow key',
    () => fireEvent.keyDown(labelled('Datum'), { key: 'ArrowUp' }),
    { date: '2026-11-21' },
  ],
  ['a time', () => write('Tid', '930'), { time: '09:30' }],
]

test.each(changes)('%s that is changed and submitted in the same task sends the new value', async (_, change, sent) => {
  const onSave = vi.fn()
  show(<EveryControl onSave={onSave} />)
  stopPainting()
  change()
  press()
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith({ ...start, ...sent }))
})

test('a choice in a combobox, by key or by press, is sent by a press in the same task', async () => {
  for (const choose of [
    () => fireEvent.keyDown(screen.getByRole('combobox', { name: 'Kund' }), { key: 'Enter' }),
    () => fireEvent.click(screen.getByRole('option', { name: 'Bergs El' })),
  ]) {
    const onSave = vi.fn()
    show(<EveryControl onSave={onSave} />)
    await userEvent.click(screen.getByRole('button', { name: 'Kund: visa förslag' }))
    await userEvent.hover(await screen.findByRole('option', { name: 'Bergs El' }))
    stopPainting()
    choose()
    press()
    await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith({ ...start, customer: 'berg' }))
    vi.unstubAllGlobals()
    cleanup()
  }
})

test('a day picked in the calendar is sent by a press in the same task', async () => {
  const onSave = vi.fn()
  show(<EveryControl onSave={onSave} />)
  // Found before the calendar opens, as that hides the rest of the page from queries by role.
  const save = screen.getByRole('button', { name: 'Spara' })
  await userEvent.click(screen.getByRole('button', { name: 'Datum: öppna kalendern' }))
  const day = within(await screen.findByRole('dialog', { name: 'Datum' })).getByText('17')
  stopPainting()
  fireEvent.click(day)
  fireEvent.click(save)
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith({ ...start, date: '2026-11-17' }))
})

test('text typed after the press is not sent, and does not make an invalid form valid', async () => {
  const onSave = vi.fn()
  show(<EveryControl onSave={onSave} />)
  press()
  write('Titel', 'Senare text')
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith(start))
  write('Titel', '')
  press()
  write('Titel', 'Ännu senare')
  await waitFor(() => expect(document.activeElement).toBe(labelled('Titel')))
  expect(onSave).toHaveBeenCalledTimes(1)
})

test('a double press sends once, in one task and while the request is in flight, and a failure can be retried', async () => {
  const requests: (() => void)[] = []
  const onSave = vi.fn(() => new Promise<void>((resolve) => requests.push(resolve)))
  show(<EveryControl onSave={onSave} />)
  press()
  press()
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1))
  press()
  requests[0]?.()
  await waitFor(() => {
    press()
    expect(onSave).toHaveBeenCalledTimes(2)
  })
})

test('a dialog that closes after saving accepts no press before it is unmounted', async () => {
  const onSave = vi.fn(async () => {})
  function SavedOnce() {
    const [isOpen, setOpen] = useState(true)
    const save = () => onSave().then(() => setOpen(false))
    return (
      isOpen && (
        <Dialog title="Ny" isOpen onClose={() => {}}>
          <EveryControl onSave={save} />
        </Dialog>
      )
    )
  }
  show(<SavedOnce />)
  const button = screen.getByRole('button', { name: 'Spara' })
  fireEvent.click(button)
  // Only microtasks: the save completes long before React renders the closed dialog.
  for (let turn = 0; turn < 100; turn++) {
    await Promise.resolve()
    button.click()
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onSave).toHaveBeenCalledTimes(1)
})
