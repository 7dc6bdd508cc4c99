// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchAhead, fetchParts, lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

const Counter = () => {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  )
}

test('a part is shown when its code arrives, and keeps its state', async () => {
  const code = Promise.withResolvers<typeof Counter>()
  const Part = lazyPart(() => code.promise)
  const { rerender } = render(<Part />)
  expect(screen.queryByRole('button')).toBeNull()
  await act(async () => code.resolve(Counter))
  await userEvent.click(await screen.findByRole('button', { name: '0' }))
  rerender(<Part />)
  screen.getByRole('button', { name: '1' })
})

test('a part whose code is fetched already is shown at once, without the 300 ms that React shows a fallback', async () => {
  const Part = lazyPart(async () => Counter)
  await fetchParts()
  render(<Part />)
  screen.getByRole('button')
})

test('code that could not be fetched ahead is fetched again when the part is rendered', async () => {
  const load = vi.fn(async () => Counter).mockRejectedValueOnce(new Error('offline'))
  const Part = lazyPart(load)
  fetchAhead(Part)
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  render(<Part />)
  await screen.findByRole('button')
})
