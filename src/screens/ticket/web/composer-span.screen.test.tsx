// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#shared/web/query-client.ts'
import { emptyTime, type TimeDraft } from './composer-draft.ts'
import { ComposerSpan } from './composer-span.tsx'

afterEach(cleanup)

/** The fields as they are while a comment with typed times is sent. */
function Typed({ typed }: { typed: NonNullable<TimeDraft['typed']> }) {
  const [time, setTime] = useState<TimeDraft>({
    ...emptyTime,
    minutes: '30',
    typed,
    proposal: { span: null, isMoved: false, needsTimes: true },
  })
  return (
    <QueryClientProvider client={queryClient}>
      <ComposerSpan ticketId="x" time={time} onChange={(changed) => setTime({ ...time, ...changed })} isFixed />
      <output>{JSON.stringify(time.typed)}</output>
    </QueryClientProvider>
  )
}

test('only typed times in the repeated hour of autumn have a choice of which hour', async () => {
  render(
    <Typed
      typed={{ workDate: '2026-10-25', timeFrom: '02:10', timeTo: '02:40', toIsFirst: true, fromIsFirst: true }}
    />,
  )
  expect(screen.getByRole('checkbox', { name: 'Från är före omställningen (sommartid)' })).toHaveProperty(
    'checked',
    true,
  )
  expect(screen.getByRole('checkbox', { name: 'Till är före omställningen (sommartid)' })).toHaveProperty(
    'checked',
    true,
  )
  cleanup()
  render(<Typed typed={{ workDate: '2026-10-24', timeFrom: '02:10', timeTo: '02:40' }} />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
