import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { type Clock, clocks } from '#features/time/clock.contract.ts'
import { useClockOperation } from '#features/time/web/clock.api.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { call } from '#shared/web/call.ts'
import { type StoppedClock, stoppedOf } from './clock-recovery.ts'

const ClockTimeDialog = lazyPart(() => import('./clock-time.dialog.tsx').then((m) => m.ClockTimeDialog))

/**
 * `stop` stops a clock and opens the dialog of its time entry. A navigation closes the dialog, and opens it for the
 * clock that `recover` returns, if any. Render `dialog`.
 */
export function useStopClock(recover?: () => StoppedClock | undefined): {
  stop: (clock: Clock) => Promise<void>
  isPending: boolean
  dialog: ReactNode
} {
  const { run, isPending } = useClockOperation()
  // The clock as it was when stopped: the dialog and its input remain, whatever happens to the clock elsewhere.
  const [stopped, setStopped] = useState<StoppedClock | undefined>(recover)
  const { pathname } = useLocation()
  const [shownOn, setShownOn] = useState(pathname)
  if (shownOn !== pathname) {
    setShownOn(pathname)
    setStopped(recover?.())
  }
  const stop = async (clock: Clock) => {
    const answer = clock.stoppedAt
      ? { clock }
      : await run('Kunde inte stoppa klockan', () => call(clocks.stop, { params: { id: clock.id } }))
    setStopped(stoppedOf(answer?.clock))
  }
  const dialog = stopped && <ClockTimeDialog key={stopped.id} clock={stopped} onClose={() => setStopped(undefined)} />
  return { stop, isPending, dialog }
}
