// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { rowIdOf, useUrlFilter } from './url.ts'

afterEach(cleanup)

/** Sets `b` in the commit that shows `a`, and `c` before `b` is committed. */
function Hasty() {
  const { chosen, set } = useUrlFilter<'a' | 'b' | 'c'>()
  const isShown = chosen.toString() === 'a=1'
  useLayoutEffect(() => {
    if (isShown) set('b', '2')
  })
  useEffect(() => {
    if (isShown) set('c', '3')
  })
  return (
    <button type="button" onClick={() => set('a', '1')}>
      Välj
    </button>
  )
}

function TwoFilters() {
  const { chosen, set } = useUrlFilter<'a' | 'b'>()
  return (
    <>
      <p role="status">{chosen.toString()}</p>
      <button type="button" onClick={() => set('a', '1')}>
        Första
      </button>
      <button type="button" onClick={() => set('b', '2')}>
        Andra
      </button>
    </>
  )
}

test('a filter is set during the event, also after another one in the same task, and the URL follows', async () => {
  const { router } = show(<TwoFilters />)
  const shown = () => screen.getByRole('status').textContent
  fireEvent.click(screen.getByRole('button', { name: 'Första' }))
  expect(shown()).toBe('a=1')
  fireEvent.click(screen.getByRole('button', { name: 'Andra' }))
  expect(shown()).toBe('a=1&b=2')
  await waitFor(() => expect(router.state.location.search).toBe('?a=1&b=2'))
  expect(shown()).toBe('a=1&b=2')
  await router.navigate(-1)
  await waitFor(() => expect(shown()).toBe('a=1'))
})

test('a filter set before the previous one is committed keeps both', async () => {
  const { router, getByRole } = show(<Hasty />)
  getByRole('button').click()
  await waitFor(() => expect(router.state.location.search).toBe('?a=1&b=2&c=3'))
})

test('A-212: an id from a URL becomes lower case, and text that is not an id is unchanged', () => {
  expect(rowIdOf('0192F0C1-2b3c-7D4E-8F50-0123456789AB')).toBe('0192f0c1-2b3c-7d4e-8f50-0123456789ab')
  expect(rowIdOf('Ärende')).toBe('Ärende')
})
