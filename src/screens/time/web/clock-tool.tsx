import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Play from 'lucide-react/icons/play'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Save from 'lucide-react/icons/save'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { customerPath } from '#features/customers/customers.rules.ts'
import type { Clock } from '#features/time/clock.contract.ts'
import { type AnsweredClock, clockQuery, useElapsed, useStartClock } from '#features/time/web/clock.api.ts'
import { BaseButton } from '#shared/ui/base-button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { formatDuration } from '#shared/ui/format.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { openSubject } from './start-clock.tsx'
import { useStopClock } from './stop-clock.tsx'

/** In the rail, or on narrower screens in the bar above the page. */
export type ClockPlace = 'rail' | 'bar'

/** Starts, shows and stops the user's clock, on every screen of the back office. */
export function ClockTool({ place }: { place: ClockPlace }) {
  const { data: clock, isError, refetch, isFetching } = useQuery(clockQuery)
  const starting = useStartClock()
  const stopping = useStopClock()
  if (clock === undefined && !isError) return null
  const act: Act =
    clock === undefined
      ? { icon: RotateCw, label: 'Hämta klockan', onPress: () => void refetch(), isPending: isFetching }
      : clock === null
        ? {
            icon: Play,
            label: 'Starta klocka',
            onPress: () => void starting.start(openSubject()),
            isPending: starting.isPending,
          }
        : {
            ...(clock.stoppedAt ? { icon: Save, label: 'Spara' } : { icon: Square, label: 'Stoppa' }),
            accessibleName: clock.stoppedAt ? 'Spara klockans tid' : 'Stoppa klockan',
            onPress: () => void stopping.stop(clock),
            isPending: stopping.isPending,
          }
  return (
    <section aria-label="Klocka" className={frames[place]}>
      {clock && place === 'rail' && <Elapsed clock={clock} place={place} />}
      {clock && place === 'bar' && (
        <div className="min-w-0">
          <Elapsed clock={clock} place={place} />
          <WhatFor clock={clock} place={place} />
        </div>
      )}
      {/* The same element in every state, so that it retains the focus. */}
      <ActButton {...act} place={place} isFull={!clock && place === 'rail'} />
      {clock && place === 'rail' && <WhatFor clock={clock} place={place} />}
      {stopping.dialog}
    </section>
  )
}

const frames: Record<ClockPlace, string> = {
  rail: 'flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1',
  bar: 'flex min-w-0 items-center gap-3',
}

type Act = {
  icon: LucideIcon
  label: string
  accessibleName?: string
  onPress: () => void
  isPending: boolean
}

function ActButton({ icon, label, isPending, place, isFull, ...button }: Act & { place: ClockPlace; isFull: boolean }) {
  const Icon = isPending ? LoaderCircle : icon
  const plain = buttonClass({ variant: 'secondary', size: 'md', isFull, isPending })
  const onRail =
    'inline-flex h-9 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-sm border border-rail-line px-3 text-base font-semibold text-rail-ink-strong transition-colors hover:bg-rail-hover'
  return (
    <BaseButton
      {...button}
      isPending={isPending}
      className={place === 'rail' ? `${onRail} ${isFull ? 'w-full' : ''}` : plain}
    >
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${isPending ? 'animate-spin' : ''}`} />
      <span>{label}</span>
    </BaseButton>
  )
}

type RunningProps = { clock: AnsweredClock; place: ClockPlace }

function Elapsed({ clock, place }: RunningProps) {
  const minutes = useElapsed(clock, (seconds) => Math.floor(seconds / 60))
  const isRunning = clock.stoppedAt === null
  return (
    <p
      className={`flex min-w-0 items-center gap-2 font-semibold tabular-nums ${place === 'rail' ? 'flex-1 text-rail-ink-strong' : 'justify-end text-ink'}`}
    >
      {isRunning && <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[place]}`} />}
      <span>
        <span role="status" className="sr-only">
          {isRunning ? 'Klockan går' : 'Klockan är stoppad'}
        </span>
        <span className="sr-only">: </span>
        {formatDuration(minutes)}
      </span>
    </p>
  )
}

const dots: Record<ClockPlace, string> = {
  rail: 'bg-accent-on-rail forced-colors:bg-system-highlight',
  bar: 'bg-accent forced-colors:bg-system-highlight',
}

const WhatFor = ({ clock, place }: RunningProps) => (
  <p
    className={`flex min-w-0 text-sm ${place === 'rail' ? 'basis-full text-rail-ink' : 'max-w-20 justify-end text-ink-soft sm:max-w-72'}`}
  >
    {clock.stoppedAt !== null && <span className="shrink-0 whitespace-pre">Stoppad: </span>}
    <Subject {...clock} />
  </p>
)

function Subject({ customer, ticket }: Pick<Clock, 'customer' | 'ticket'>): ReactNode {
  if (!customer) return <span className="truncate">ingen kund</span>
  const [to, text] = ticket
    ? [`/backoffice/tickets/${ticket.id}`, `#${ticket.ticketNumber} ${ticket.title}`]
    : [customerPath(customer.id), customer.name]
  return (
    // A link that is cut itself: one that is cut by its paragraph reaches under the button beside it.
    <RouteLink to={to} title={text} className="-my-0.5 min-w-6 truncate rounded-sm py-0.5 hover:underline">
      {text}
    </RouteLink>
  )
}
