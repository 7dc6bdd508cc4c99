// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Button } from './button.tsx'
import { focusRow, keepFocus } from './lost-focus.ts'
import { show } from './testing/show.tsx'

let stop: () => void
beforeEach(() => {
  stop = keepFocus()
})
afterEach(() => {
  cleanup()
  stop()
})

function Notes({ rows }: { rows: string[] }) {
  const [left, setLeft] = useState(rows)
  const remove = (row: string) => setLeft(left.filter((one) => one !== row))
  return (
    <section>
      <h2>Anteckningar</h2>
      {left.length === 0 ? (
        <Button>Lägg till</Button>
      ) : (
        <ul>
          {left.map((row) => (
            <li key={row} data-row={row}>
              <Button>Ändra {row}</Button>
              <Button onPress={() => remove(row)}>Ta bort {row}</Button>
            </li>
          ))}
        </ul>
      )}
      <Button onPress={() => setLeft(rows)}>Återställ</Button>
    </section>
  )
}

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}
const isFocused = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))

test('a removed row’s focus moves to the same button of the next row, else of the row before, else to the heading', async () => {
  show(<Notes rows={['ett', 'två', 'tre']} />)
  await press('Ta bort två')
  await isFocused('Ta bort tre')
  await userEvent.keyboard('{Enter}')
  await isFocused('Ta bort ett')
  await userEvent.keyboard('{Enter}')
  await isFocused('Anteckningar')
})

test('a restored row gets the focus, unless the user has moved on', async () => {
  show(<Notes rows={['ett', 'två']} />)
  await press('Ta bort två')
  await isFocused('Ta bort ett')
  focusRow('två')
  screen.getByRole('button', { name: 'Återställ' }).click()
  await isFocused('Ändra två')

  await press('Ta bort två')
  await isFocused('Ta bort ett')
  focusRow('två')
  await userEvent.keyboard('{Shift}')
  screen.getByRole('button', { name: 'Återställ' }).click()
  await screen.findByText('Ändra två')
  expect(document.activeElement?.textContent).toBe('Återställ')
})

function Editor() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h2>Text</h2>
      <div>
        {isOpen ? (
          <form key="form">
            <Button onPress={() => setOpen(false)}>Klar</Button>
          </form>
        ) : (
          <Button key="button" onPress={() => setOpen(true)}>
            Ändra
          </Button>
        )}
      </div>
    </section>
  )
}

test('what replaces a focused button gets the focus', async () => {
  show(<Editor />)
  await press('Ändra')
  await isFocused('Klar')
  await userEvent.keyboard('{Enter}')
  await isFocused('Ändra')
})
