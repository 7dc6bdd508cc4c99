// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { useEffect, useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../ui/testing.tsx'
import { useAddress } from './address.ts'

afterEach(cleanup)

/** Chooses `b` when the screen has only just taken `a` over, and `c` before it has taken `b` over. */
function Hasty() {
  const { params, set } = useAddress<'a' | 'b' | 'c'>()
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
