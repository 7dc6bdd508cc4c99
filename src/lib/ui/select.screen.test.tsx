// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SelectInput } from './select.tsx'

const colours = ['Blå', 'Grön', 'Röd'].map((label) => ({ value: label.toLowerCase(), label }))
const shown = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Färg' }).selectedOptions[0]?.textContent

afterEach(cleanup)

function offer(onChange: (value: string) => void = vi.fn()) {
  const select = (value: string, choices = colours) => <SelectInput {...{ value, choices, onChange }} label="Färg" />
  const { rerender } = render(select('blå'))
  return (...given: Parameters<typeof select>) => rerender(select(...given))
}

test('what is chosen is shown at once and told once', async () => {
  const onChange = vi.fn()
  const change = offer(onChange)
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Röd')
  expect(shown()).toBe('Röd')
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('röd'))
  change('röd')
  expect(shown()).toBe('Röd')
})

test('what the screen does not take is put back', async () => {
  const change = offer()
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Röd')
  change('blå') // drawn again for another reason
  expect(shown()).toBe('Röd')
  await waitFor(() => expect(shown()).toBe('Blå'), { timeout: 5000 })
})

test('a value from elsewhere is shown, and one whose choice comes later when it comes', () => {
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
