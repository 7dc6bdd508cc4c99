// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { useEffect, useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../ui/testing.tsx'
import { rowIdOf, useUrlFilter } from './url.ts'

afterEach(cleanup)

/** Chooses `b` when the screen has only just taken `a` over, and `c` before it has taken `b` over. */
function Hasty() {
  const { params, set } = useUrlFilter<'a' | 'b' | 'c'>()
  const isTaken = params.toString() === 'a=1'
  useLayoutEffect(() => {
    if (isTaken) set('b', '2')
  })
  useEffect(() => {
    if (isTaken) set('c', '3')
  })
  return (
    <button type="button" onClick={() => set('a', '1')}>
      Välj
    </button>
  )
}

test('who chooses before the screen has taken over the choice before loses neither', async () => {
  const { router, getByRole } = show(<Hasty />)
  getByRole('button').click()
  await waitFor(() => expect(router.state.location.search).toBe('?a=1&b=2&c=3'))
})

test('A-212: an id out of an address is in small letters, and what is none stays as it is', () => {
  expect(rowIdOf('0192F0C1-2b3c-7D4E-8F50-0123456789AB')).toBe('0192f0c1-2b3c-7d4e-8f50-0123456789ab')
  expect(rowIdOf('Ärende')).toBe('Ärende')
})
