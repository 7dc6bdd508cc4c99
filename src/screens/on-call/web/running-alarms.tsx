import Siren from 'lucide-react/icons/siren'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Alarm } from '#features/on-call/on-call-now.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { BaseButton } from '#shared/ui/base-button.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'

/** The others are folded, so that the page stays in sight on a phone. */
const SHOWN = 2

/** Alarms that nobody has taken, the oldest first, above every page but that of the ticket or enquiry itself. */
export function RunningAlarms({ alarms }: { alarms: Alarm[] }) {
  const { pathname } = useLocation()
  const others = alarms.filter((alarm) => pathOf(alarm) !== pathname)
  const folded = others.slice(SHOWN)
  if (others.length === 0) return null
  return (
    <section aria-label="Larm som ingen har tagit" className="print:hidden">
      {others.slice(0, SHOWN).map((alarm) => (
        <RunningAlarm key={alarm.id} alarm={alarm} />
      ))}
      {folded.length > 0 && <FoldedAlarms key={pathname} alarms={folded} />}
    </section>
  )
}

const pathOf = ({ ticket, enquiry }: Alarm) =>
  ticket ? `/backoffice/tickets/${ticket.id}` : `/backoffice/inbox/${enquiry?.id}`

const rowClass =
  'flex items-center justify-center gap-2 border-danger border-b bg-danger-soft px-4 py-2 text-base text-danger-ink'
const linkClass = 'font-semibold underline decoration-1 underline-offset-3 wrap-anywhere hover:decoration-2'

const RunningAlarm = ({ alarm }: { alarm: Alarm }) => (
  <p role="status" className={rowClass}>
    <Siren aria-hidden="true" className="size-4.5 shrink-0" />
    <span className="min-w-0">
      Ingen har tagit{' '}
      <RouteLink to={pathOf(alarm)} className={linkClass}>
        {alarm.ticket
          ? `#${alarm.ticket.ticketNumber} ${alarm.ticket.title}`
          : `felanmälan från ${alarm.enquiry?.name}`}
      </RouteLink>
    </span>
  </p>
)

/** Unfolds below its button, which so stays where it was pressed. Folded again on every other page. */
function FoldedAlarms({ alarms }: { alarms: Alarm[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={`${rowClass} relative`}>
        <p role="status">
          och {plural(alarms.length, 'till', 'till')}
          <span className="sr-only"> som ingen har tagit</span>
        </p>
        <BaseButton
          isExpanded={isOpen}
          onPress={() => setOpen(!isOpen)}
          className={`${linkClass} cursor-pointer rounded-sm after:absolute after:inset-0`}
        >
          {isOpen ? 'Visa färre' : 'Visa alla'}
        </BaseButton>
      </div>
      {isOpen && alarms.map((alarm) => <RunningAlarm key={alarm.id} alarm={alarm} />)}
    </>
  )
}
