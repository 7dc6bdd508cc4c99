// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { WeekCell } from './week-cell.tsx'

afterEach(cleanup)

const line = { customer: { id: 'c1', name: 'Åkeriet AB', isArchived: false }, ticket: null }
const work = { description: null, kind: 'remote' as const }

test('a cell that loses focus after it was saved, but before React renders, is one row', async () => {
  let confirm: (failure?: undefined) => void = () => {}
  const onSave = vi.fn(() => new Promise<undefined>((resolve) => (confirm = resolve)))
  render(
    <WeekCell line={line} date="2026-11-16" rows={[]} isClosed={false} work={work} onSave={onSave} onOpen={() => {}} />,
  )
  const field = screen.getByRole('textbox')
  await userEvent.setup().type(field, '2{Enter}')
  confirm()
  // Enough for the save to resolve, too few for React to render.
  for (let tick = 0; tick < 5; tick++) await Promise.resolve()
  fireEvent.blur(field)
  expect(onSave).toHaveBeenCalledTimes(1)
})
