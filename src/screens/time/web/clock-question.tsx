import { useQuery } from '@tanstack/react-query'
import TimerReset from 'lucide-react/icons/timer-reset'
import { clocks } from '#features/time/clock.contract.ts'
import { asksWhetherRight } from '#features/time/clock.rules.ts'
import { type AnsweredClock, clockQuery, useClockOperation, useElapsed } from '#features/time/web/clock.api.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { call } from '#shared/web/call.ts'
import { recoverableClock } from './clock-recovery.ts'
import { useStopClock } from './stop-clock.tsx'

/**
 * Asks, above every page, whether a clock that has run for ten hours is right. Its time is never saved without an
 * answer.
 */
export function ClockQuestion() {
  const { data: clock } = useQuery(clockQuery)
  const { stop, isPending, dialog } = useStopClock(recoverableClock)
  return (
    <>
      {clock && <Question clock={clock} onStop={() => void stop(clock)} isStopping={isPending} />}
      {dialog}
    </>
  )
}

type Props = { clock: AnsweredClock; onStop: () => void; isStopping: boolean }

function Question({ clock, onStop, isStopping }: Props) {
  const hours = useElapsed(clock, (seconds) => (asksWhetherRight(clock, seconds) ? Math.floor(seconds / 3600) : 0))
  const { run, isPending } = useClockOperation()
  if (hours === 0) return null
  const resume = () => run('Klockan kunde inte gå vidare', () => call(clocks.resume, { params: { id: clock.id } }))
  return (
    <section
      aria-label="Klockan"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 border-b border-accent bg-accent-soft px-4 py-2 text-base text-accent-ink print:hidden"
    >
      <p role="alert" className="flex items-center gap-2">
        <TimerReset aria-hidden="true" className="size-4.5 shrink-0" />
        Klockan har gått i {plural(hours, 'timme', 'timmar')}. Stämmer det?
      </p>
      <div className="flex gap-2">
        <Button size="sm" onPress={() => void resume()} isPending={isPending}>
          Låt den gå vidare
        </Button>
        <Button size="sm" variant="primary" onPress={onStop} isPending={isStopping}>
          Stoppa
        </Button>
      </div>
    </section>
  )
}
