import PhoneCall from 'lucide-react/icons/phone-call'
import Siren from 'lucide-react/icons/siren'
import { useLocation } from 'react-router'
import type { Alarm } from '#features/on-call/on-call.contract.ts'
import { ON_CALL_PAGE } from '#features/on-call/on-call.rules.ts'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { useOnCall } from './on-call.api.ts'
import { namesOf, untilText } from './on-call-now.tsx'

type Props = {
  /** In the side menu, or below the bar above the page. */
  place: 'rail' | 'bar'
  /** Something urgent waits. */
  isUrgent: boolean
}

/** Who has jour now, on every screen; that nobody has it while something urgent waits. */
export function OnCallLine({ place, isUrgent }: Props) {
  const data = useOnCall()
  const now = useMinute()
  if (!data || (data.people.length === 0 && !isUrgent)) return null
  const isNobody = data.people.length === 0
  const [name, detail] = isNobody ? ['Ingen har jour nu', 'något akut väntar'] : [namesOf(data), untilText(data, now)]
  return (
    <RouteLink to={ON_CALL_PAGE} className={place === 'rail' ? railClass : barClass}>
      <PhoneCall aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0">
        {!isNobody && 'Jour: '}
        <span className={`wrap-anywhere ${place === 'rail' ? 'text-rail-ink-strong' : 'font-medium text-ink'}`}>
          {name}
        </span>
        {place === 'rail' ? <span className="block">{detail}</span> : `, ${detail}`}
      </span>
    </RouteLink>
  )
}

const railClass = '-mx-2 flex gap-2 rounded-sm px-2 py-1 text-sm transition-colors hover:bg-rail-hover'
const barClass =
  'flex gap-2 border-line border-b bg-surface px-4 py-2 text-ink-soft text-sm hover:text-ink sm:px-6 rail:hidden print:hidden'

/** Alarms that nobody has taken, above every page but that of the ticket or enquiry itself. */
export function RunningAlarms() {
  const data = useOnCall()
  const { pathname } = useLocation()
  const others = data?.alarms.filter((alarm) => pathOf(alarm) !== pathname)
  return others?.map((alarm) => <RunningAlarm key={alarm.id} alarm={alarm} />)
}

const pathOf = ({ ticket, enquiry }: Alarm) =>
  ticket ? `/backoffice/tickets/${ticket.id}` : `/backoffice/inbox/${enquiry?.id}`

const RunningAlarm = ({ alarm }: { alarm: Alarm }) => (
  <p
    role="status"
    className="flex items-center justify-center gap-2 border-danger border-b bg-danger-soft px-4 py-2 text-base text-danger-ink print:hidden"
  >
    <Siren aria-hidden="true" className="size-4.5 shrink-0" />
    <span className="min-w-0">
      Ingen har tagit{' '}
      <RouteLink
        to={pathOf(alarm)}
        className="font-semibold underline decoration-1 underline-offset-3 wrap-anywhere hover:decoration-2"
      >
        {alarm.ticket
          ? `#${alarm.ticket.ticketNumber} ${alarm.ticket.title}`
          : `felanmälan från ${alarm.enquiry?.name}`}
      </RouteLink>
    </span>
  </p>
)
