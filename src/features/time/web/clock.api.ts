// The user's clock: its query and operations.
import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveEvent } from '#platform/live/live.contract.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { call } from '#shared/web/call.ts'
import { messageOf } from '#shared/web/forms.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { useStore } from '#shared/web/store.ts'
import { type Clock, clocks, type NewClock } from '../clock.contract.ts'
import { clockSeconds } from '../clock.rules.ts'

/** `answeredAt` is on the document's monotonic clock, as the device's time of day may be wrong or be set while a clock runs. */
export type AnsweredClock = Clock & { answeredAt: number }
const answered = (clock: Clock): AnsweredClock => ({ ...clock, answeredAt: performance.now() })

/** The user's clock; null without one. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async ({ signal }): Promise<AnsweredClock | null> => {
    const { clock } = await call(clocks.own, {}, { signal })
    return clock && answered(clock)
  },
})

/** The keys of the queries to refetch after an event. */
export const clockKeysOf = ({ about }: LiveEvent): QueryKey[] => (about === 'clock' ? [clockQuery.queryKey] : [])

const TICK_MS = 1000
function subscribeToTicks(onTick: () => void) {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}

/** The result of `read` for the elapsed seconds of a clock, updated each second. */
export const useElapsed = <Value extends string | number | boolean>(
  clock: AnsweredClock,
  read: (seconds: number) => Value,
): Value => useStore(subscribeToTicks, () => read(clockSeconds(clock, performance.now() - clock.answeredAt)))

/** Shows the given clock, and ignores responses in flight. */
export function useShowClock() {
  const client = useQueryClient()
  return (clock: Clock | null) => showChanged(client, clockQuery, clock && answered(clock))
}

/** Runs an operation on the clock. A failure is shown in a toast that begins with `failed`, and the clock is refetched. */
export function useClockOperation() {
  const client = useQueryClient()
  const show = useShowClock()
  const [isPending, setPending] = useState(false)
  const run = async <Answer extends Clock | undefined>(failed: string, operation: () => Promise<Answer>) => {
    setPending(true)
    try {
      const clock = await operation()
      await show(clock ?? null)
      return { clock }
    } catch (error) {
      showToast({ title: `${failed}: ${messageOf(error)}`, tone: 'error' })
      void invalidate(client, clockQuery.queryKey)
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { run, isPending }
}

/** Starts the user's clock; `clock` is the existing one, if any. */
export function useStartClock() {
  const { data: clock } = useQuery(clockQuery)
  const { run, isPending } = useClockOperation()
  const idempotency = useIdempotencyKey()
  const start = async (body: NewClock) => {
    const started = await run('Kunde inte starta klockan', () =>
      call(clocks.start, { body }, { idempotencyKey: idempotency.keyFor(body) }),
    )
    if (started) idempotency.clear()
  }
  return { clock, start, isPending }
}
