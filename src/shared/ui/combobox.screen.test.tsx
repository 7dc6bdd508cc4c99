// @vitest-environment jsdom
import { zodResolver } from '@hookform/resolvers/zod'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Button } from './button.tsx'
import { Combobox, ComboboxInput } from './combobox.tsx'
import { Form } from './form.tsx'
import { show } from './testing/show.tsx'
import { TextField } from './text-field.tsx'

const all = ['Anna AB', 'Bergs Bageri', 'Åkeri Öst'].map((label) => ({ value: label.toLowerCase(), label }))
const matching = (text: string) => all.filter(({ value }) => value.includes(text.toLowerCase()))

const Ids = z.enum(['', ...all.map(({ value }) => value)], 'Välj en kund')
const Values = z.object({ customerId: Ids.exclude([''], 'Välj en kund'), title: z.string() })
const NONE = 'Ingen kund heter så. Välj en i listan.'

type Search = { typed: string; answered: string }

/** The suggestions are those of `answered`; with `isSlow` only `answer()` loads those for the typed text. */
function OrderForm({
  start = '',
  isSlow,
  onSave,
}: {
  start?: string
  isSlow?: boolean
  onSave?: (to: string) => void
}) {
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { customerId: start, title: '' } })
  const [{ typed, answered }, setSearch] = useState<Search>({ typed: '', answered: '' })
  return (
    <Form form={form} onSubmit={({ customerId }) => onSave?.(customerId as string)}>
      <Combobox
        control={form.control}
        name="customerId"
        label="Kund"
        choices={matching(answered)}
        isSearching={typed !== answered}
        onSearch={(text) => setSearch((search) => ({ typed: text, answered: isSlow ? search.answered : text }))}
        unmatchedText={NONE}
      />
      <TextField control={form.control} name="title" label="Titel" />
      <Button type="submit">Spara</Button>
      <Button onPress={() => setSearch({ typed, answered: typed })}>Svara</Button>
    </Form>
  )
}

/** Loads the suggestions without moving the focus. */
const answer = () => fireEvent.click(screen.getByRole('button', { name: 'Svara' }))
const customer = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Kund' })
const highlighted = () => document.getElementById(customer().getAttribute('aria-activedescendant') ?? '')?.textContent
const save = () => userEvent.click(screen.getByRole('button', { name: 'Spara' }))

afterEach(cleanup)

test.each(['{Enter}', '{Tab}'])('the first hit is highlighted while typing, and %s chooses it', async (key) => {
  const onSave = vi.fn()
  show(<OrderForm onSave={onSave} />)
  await userEvent.type(customer(), 'b')
  expect(highlighted()).toBe('Anna AB')
  await userEvent.keyboard('e')
  expect(highlighted()).toBe('Bergs Bageri')
  await userEvent.keyboard(key)
  expect(customer().value).toBe('Bergs Bageri')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(key === '{Tab}' ? screen.getByLabelText('Titel') : customer())
  await save()
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith('bergs bageri'))
})

test('Ctrl+Enter chooses the first hit and submits it', async () => {
  const onSave = vi.fn()
  show(<OrderForm onSave={onSave} />)
  await userEvent.type(customer(), 'öst{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith('åkeri öst'))
})

test('the arrow keys begin with the first choice of an untouched list, and with the second after typing', async () => {
  show(<OrderForm />)
  await userEvent.click(customer())
  await userEvent.keyboard('{ArrowDown}')
  expect(highlighted()).toBe('Anna AB')
  await userEvent.keyboard('{Escape}b')
  expect(highlighted()).toBe('Anna AB')
  await userEvent.keyboard('{ArrowDown}')
  expect(highlighted()).toBe('Bergs Bageri')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(customer().value).toBe('Anna AB')
})

test.each(['{Enter}', '{Tab}'])('%s before the suggestions are loaded chooses the first of them', async (key) => {
  show(<OrderForm isSlow />)
  await userEvent.type(customer(), 'öst')
  expect(highlighted()).toBeUndefined()
  await userEvent.keyboard(key)
  expect(customer().value).toBe('öst')
  expect(screen.queryByText(NONE)).toBeNull()
  answer()
  await waitFor(() => expect(customer().value).toBe('Åkeri Öst'))
})

test('a form submitted before the suggestions are loaded waits for the only one, or only one with that name', async () => {
  for (const [typed, value] of [
    ['bageri', 'bergs bageri'],
    ['anna ab', 'anna ab'],
  ] as const) {
    const onSave = vi.fn()
    show(<OrderForm isSlow onSave={onSave} />)
    await userEvent.type(customer(), typed)
    await save()
    await save()
    expect(screen.queryByText(NONE)).toBeNull()
    answer()
    await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith(value))
    cleanup()
  }
})

test.each([
  ['none', 'xyz'],
  ['several', 'b'],
])('a form that waited for suggestions is refused when there are %s', async (_, typed) => {
  const onSave = vi.fn()
  show(<OrderForm isSlow onSave={onSave} />)
  await userEvent.type(customer(), typed)
  await save()
  answer()
  expect(await screen.findByText(NONE)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(customer()))
  expect(onSave).not.toHaveBeenCalled()
})

test('further typing cancels a waiting submission, and the next one is sent', async () => {
  const onSave = vi.fn()
  show(<OrderForm isSlow onSave={onSave} />)
  await userEvent.type(customer(), 'bag')
  await save()
  await userEvent.clear(customer())
  await userEvent.type(customer(), 'öst')
  answer()
  expect(onSave).not.toHaveBeenCalled()
  await save()
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith('åkeri öst'))
})

test('a suggestion with exactly the typed name is chosen, although longer names contain it', async () => {
  const both = [...all, { value: 'anna syd', label: 'Anna AB Syd' }]
  const onChange = vi.fn()
  render(<ComboboxInput onChange={onChange} choices={both} label="Kund" value="" onSearch={() => {}} />)
  await userEvent.type(customer(), 'anna ab')
  await userEvent.keyboard('{Escape}')
  act(() => customer().blur())
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('anna ab'))
})

test('text without a hit stays when the field is left, with an error that the submission repeats', async () => {
  const onSave = vi.fn()
  show(<OrderForm start="anna ab" onSave={onSave} />)
  await userEvent.clear(customer())
  await userEvent.type(customer(), 'xyz')
  expect(screen.getByText('Inga träffar')).toBeTruthy()
  expect(screen.queryByText(NONE)).toBeNull()
  await userEvent.tab()
  expect(customer().value).toBe('xyz')
  expect(screen.getByText(NONE)).toBeTruthy()
  await save()
  expect(onSave).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(customer()))
  expect([customer().value, customer().getAttribute('aria-invalid')]).toEqual(['xyz', 'true'])
  expect(screen.getByText(NONE)).toBeTruthy()
  expect(screen.queryByText('Välj en kund')).toBeNull()

  await userEvent.clear(customer())
  await userEvent.keyboard('anna{Enter}')
  expect(screen.queryByText(NONE)).toBeNull()
  await save()
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith('anna ab'))
})

test('Enter on text without a hit shows an error, and Escape closes only the list', async () => {
  show(<OrderForm />)
  await userEvent.type(customer(), 'xyz{Escape}')
  expect(screen.queryByText('Inga träffar')).toBeNull()
  expect(customer().value).toBe('xyz')
  await userEvent.keyboard('z{Enter}')
  expect(screen.getByText(NONE)).toBeTruthy()
})

test('a click elsewhere chooses the only hit, but none of several', async () => {
  show(<OrderForm />)
  await userEvent.type(customer(), 'bag')
  await userEvent.click(screen.getByLabelText('Titel'))
  expect(customer().value).toBe('Bergs Bageri')
  await userEvent.clear(customer())
  await userEvent.type(customer(), 'b')
  await userEvent.click(screen.getByLabelText('Titel'))
  expect(customer().value).toBe('b')
  expect(screen.getByText(NONE)).toBeTruthy()
})

test('an emptied field chooses nothing', async () => {
  const onSave = vi.fn()
  show(<OrderForm start="anna ab" onSave={onSave} />)
  await userEvent.clear(customer())
  expect(highlighted()).toBeUndefined()
  await userEvent.tab()
  expect(customer().value).toBe('')
  await save()
  expect(await screen.findByText('Välj en kund')).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
})

test('all choices are offered again after one is chosen', async () => {
  show(<OrderForm />)
  await userEvent.type(customer(), 'anna{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Kund: visa förslag' }))
  expect(await screen.findByRole('option', { name: 'Anna AB', selected: true })).toBeTruthy()
  expect(screen.getAllByRole('option')).toHaveLength(3)
})

test('keys that are pressed faster than the screen renders choose correctly', async () => {
  show(<OrderForm />)
  await userEvent.type(customer(), 'öst')
  await screen.findByRole('option')
  act(() => {
    fireEvent.keyDown(customer(), { key: 'ArrowDown' })
    fireEvent.keyDown(customer(), { key: 'Enter' })
  })
  await waitFor(() => expect(customer().value).toBe('Åkeri Öst'))
})

test('the highlighted choice stays highlighted when suggestions change, and is chosen', async () => {
  const onChange = vi.fn()
  const offering = (choices: typeof all) => (
    <ComboboxInput choices={choices} onChange={onChange} label="Kund" value="" onSearch={() => {}} />
  )
  const { rerender } = render(offering(all))
  await userEvent.type(customer(), 'b{ArrowDown}')
  rerender(offering([{ value: 'ny', label: 'Nya Bageriet' }, ...all]))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('bergs bageri'))
})

test('a filter keeps its value while another is searched for', async () => {
  const onChange = vi.fn()
  render(<ComboboxInput onChange={onChange} choices={all} label="Kund" value="anna ab" onSearch={() => {}} />)
  await userEvent.clear(customer())
  expect(onChange).toHaveBeenLastCalledWith('')
  await userEvent.type(customer(), 'b')
  expect(onChange).toHaveBeenCalledTimes(1)
})
