// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Button } from './button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { Table } from './table.tsx'
import { show } from './testing/show.tsx'

afterEach(cleanup)

test('on a phone the filters are behind a button with the number of active filters', async () => {
  const panel = (activeCount: number) => (
    <FilterPanel first={<p>Sök</p>} activeCount={activeCount}>
      <p>Månad</p>
    </FilterPanel>
  )
  show(panel(0))
  const button = screen.getByRole('button', { name: 'Filter' })
  const content = document.getElementById(button.getAttribute('aria-controls') ?? '')
  const isHiddenOnPhones = () => content?.classList.contains('max-sm:hidden')
  expect([content?.textContent, isHiddenOnPhones()]).toEqual(['Månad', true])
  await userEvent.click(button)
  expect([button.getAttribute('aria-expanded'), isHiddenOnPhones()]).toEqual(['true', false])
  cleanup()
  show(panel(2))
  expect(screen.getByRole('button', { name: /^Filter.*2 valda/ })).toBeTruthy()
})

test('in a row of two lines the hover actions are behind a button', async () => {
  show(
    <Table
      label="Tidrader"
      columns={[{ key: 'customer', header: 'Kund', cell: ({ name }: { name: string }) => name }]}
      rows={[{ name: 'Åkermans El' }]}
      rowKey={({ name }) => name}
      hasTwoLines
      actions={() => <Button>Kopiera</Button>}
      hoverActions={() => <Button>Ta bort</Button>}
      empty={null}
    />,
  )
  const isHiddenOnPhones = (name: string) =>
    screen.getByRole('button', { name }).closest('[class~="stacked:hidden"]') !== null
  expect([isHiddenOnPhones('Kopiera'), isHiddenOnPhones('Ta bort')]).toEqual([false, true])
  await userEvent.click(screen.getByRole('button', { name: 'Fler åtgärder' }))
  expect(isHiddenOnPhones('Ta bort')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Färre åtgärder' }))
  expect(isHiddenOnPhones('Ta bort')).toBe(true)
})

test('all actions of a row of two lines can be behind the button', async () => {
  show(
    <Table
      label="Kunder"
      columns={[{ key: 'name', header: 'Namn', cell: ({ name }: { name: string }) => name }]}
      rows={[{ name: 'Åkermans El' }]}
      rowKey={({ name }) => name}
      hasTwoLines
      collapsesActions
      actions={() => <Button>Ändra</Button>}
      empty={null}
    />,
  )
  const isHiddenOnPhones = () =>
    screen.getByRole('button', { name: 'Ändra' }).closest('[class~="stacked:hidden"]') !== null
  expect(isHiddenOnPhones()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Fler åtgärder' }))
  expect(isHiddenOnPhones()).toBe(false)
})
