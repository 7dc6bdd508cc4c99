// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useSavedChoice } from './saved-choice.ts'

const ROUNDS = 20

test('a saved choice is shown from the press on, without the former value between', async () => {
  let stored = 0
  const shownValues: string[] = []
  function Stored() {
    const { data = 0 } = useQuery({ queryKey: ['stored'], queryFn: async () => stored })
    return <Choice value={String(data)} />
  }
  function Choice({ value }: { value: string }) {
    const client = useQueryClient()
    const { shown, save, state } = useSavedChoice(value, async (chosen) => {
      stored = Number(chosen)
      await client.invalidateQueries()
    })
    if (shownValues.at(-1) !== shown) shownValues.push(shown)
    return <button type="button" onClick={() => save(String(Number(shown) + 1))}>{`${shown} ${state ?? ''}`}</button>
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stored />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  for (let round = 1; round <= ROUNDS; round++) {
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe(`${round} saved`))
  }
  expect(shownValues).toEqual(Array.from({ length: ROUNDS + 1 }, (_, index) => String(index)))
})
