import Siren from 'lucide-react/icons/siren'
import type { Alarm } from '#features/on-call/on-call-now.contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { useTakeAlarm } from './on-call.api.ts'

/** Whom the alarm has reached, and 'Jag tar den'. Sticky, as a ticket opens at the end of its conversation. */
export function TakeAlarm({ alarm: { id, steps } }: { alarm: Alarm }) {
  const { mutateAsync, isPending } = useTakeAlarm()
  const take = () => attempt('Du fick den inte', () => mutateAsync(id), 'Den är din')
  return (
    <section
      aria-label="Larm"
      className="sticky top-[calc(var(--sticky-top)+0.5rem)] z-5 low:static flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border-danger border-l-4 bg-danger-soft p-4 text-danger-ink"
    >
      <div className="flex min-w-0 gap-3">
        <Siren aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">Det här är akut, och ingen har tagit det än</p>
          <ul className="text-sm">
            {steps.map(({ at, people }) => (
              <li key={at}>
                {formatDateTime(at).slice(-5)} larmades {people.length === 1 ? people[0] : 'alla'}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Button variant="primary" onPress={() => void take()} isPending={isPending}>
        Jag tar den
      </Button>
    </section>
  )
}
