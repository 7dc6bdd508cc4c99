import Siren from 'lucide-react/icons/siren'
import type { Alarm } from '#features/on-call/on-call-now.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { useTakeAlarm } from './on-call.api.ts'

type Step = Alarm['steps'][number]

/** Whom the alarm has reached, and 'Jag tar den'. Sticky, as a ticket opens at the end of its conversation. */
export function TakeAlarm({ alarm: { id, steps } }: { alarm: Alarm }) {
  const { mutateAsync, isPending } = useTakeAlarm()
  const take = () => attempt('Du fick den inte', () => mutateAsync(id), 'Den är din')
  const last = steps.at(-1)
  return (
    <section
      aria-label="Larm"
      className="sticky top-[calc(var(--sticky-top)+0.5rem)] z-5 low:static flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border-danger border-l-4 bg-danger-soft p-4 text-danger-ink"
    >
      <div className="flex min-w-0 gap-3">
        <Siren aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">Det här är akut, och ingen har tagit det än</p>
          {last && <p className="text-sm">{stepText(formatDateTime(last.at).slice(-5), last)}</p>}
          {steps.length > 1 && <AllSteps steps={steps} />}
        </div>
      </div>
      <Button variant="primary" onPress={() => void take()} isPending={isPending}>
        Jag tar den
      </Button>
    </section>
  )
}

/** Folded, and never as high as a phone: the button stays in sight. The newest first. */
const AllSteps = ({ steps }: { steps: Step[] }) => (
  <details className="text-sm">
    <summary className="w-fit cursor-pointer rounded-sm py-1 underline decoration-1 underline-offset-3">
      {plural(steps.length, 'larm', 'larm')} hittills
    </summary>
    <ul className="max-h-[30dvh] overflow-y-auto overscroll-contain">
      {steps.toReversed().map((step) => (
        <li key={step.at}>{stepText(formatDateTime(step.at), step)}</li>
      ))}
    </ul>
  </details>
)

const stepText = (at: string, { people }: Step) => `${at} larmades ${people.length === 1 ? people[0] : 'alla'}`
