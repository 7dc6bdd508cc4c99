// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SavedSelect, SelectInput } from './select-input.tsx'

const colours = ['Blå', 'Grön', 'Röd'].map((label) => ({ value: label.toLowerCase(), label }))
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Färg' })
const shown = () => select().selectedOptions[0]?.textContent

afterEach(cleanup)

function offer(onChange: (value: string) => void = vi.fn()) {
  const input = (value: string, choices = colours) => (
    <SelectInput value={value} choices={choices} onChange={onChange} label="Färg" />
  )
  const { rerender } = render(input('blå'))
  return (...given: Parameters<typeof input>) => rerender(input(...given))
}

test('a choice is reported once, during its event, and shown when the screen accepts it', async () => {
  const onChange = vi.fn()
  const change = offer(onChange)
  await userEvent.selectOptions(select(), 'Röd')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('röd')
  change('röd')
  expect(shown()).toBe('Röd')
})

test('a choice that the screen does not accept is not shown', async () => {
  offer()
  await userEvent.selectOptions(select(), 'Röd')
  expect(shown()).toBe('Blå')
})

test('a value set from outside is shown, as soon as its choice is there', () => {
  const change = offer()
  change('grön')
  expect(shown()).toBe('Grön')
  change('svart')
  expect(shown()).toBe('Välj')
  change('svart', [{ value: 'svart', label: 'Svart' }, ...colours])
  expect(shown()).toBe('Svart')
  change('', colours)
  expect(shown()).toBe('Välj')
})

test('a choice that is saved at once is shown while the latest request is in flight, then the saved value', async () => {
  const requests: (() => void)[] = []
  const onSave = vi.fn(() => new Promise<void>((resolve) => requests.push(resolve)))
  render(<SavedSelect value="blå" choices={colours} onSave={onSave} label="Färg" />)
  await userEvent.selectOptions(select(), 'Röd')
  await userEvent.selectOptions(select(), 'Grön')
  expect(onSave.mock.calls).toEqual([['röd'], ['grön']])
  await act(async () => requests[0]?.())
  expect(shown()).toBe('Grön')
  await act(async () => requests[1]?.())
  await waitFor(() => expect(shown()).toBe('Blå'))
})

test('a choice that is saved at once shows saving and saved, but a refused one is not shown as saved', async () => {
  const requests: (() => void)[] = []
  const onSave = () => new Promise<void>((resolve) => requests.push(resolve))
  const saved = (value: string) => <SavedSelect value={value} choices={colours} onSave={onSave} label="Färg" />
  const { rerender } = render(saved('blå'))
  const statusText = () => screen.getByRole('status').textContent
  expect(statusText()).toBe('')
  await userEvent.selectOptions(select(), 'Röd')
  expect(statusText()).toBe('Sparar')
  rerender(saved('röd'))
  await act(async () => requests[0]?.())
  await waitFor(() => expect(statusText()).toBe('Sparat'))
  await userEvent.selectOptions(select(), 'Grön')
  await act(async () => requests[1]?.())
  await waitFor(() => expect(statusText()).toBe(''))
})
