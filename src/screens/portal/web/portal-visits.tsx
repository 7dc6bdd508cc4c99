import CalendarClock from 'lucide-react/icons/calendar-clock'
import type { PortalVisit } from '#features/tickets/visits.contract.ts'
import { visitText } from '#features/tickets/visits.rules.ts'
import { SaveCalendar } from '#features/tickets/web/save-calendar.tsx'

/** The coming visits about a ticket. */
export const PortalVisits = ({ visits }: { visits: PortalVisit[] }) => (
  <ul aria-label="Planerade besök" className="grid gap-3">
    {visits.map((visit) => (
      <li
        key={visit.id}
        className="flex flex-col gap-x-6 gap-y-2 rounded-md border border-line bg-sunken px-4 py-3 sm:flex-row sm:items-center sm:justify-between"
      >
        <div className="flex min-w-0 items-start gap-3">
          <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary" />
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">Planerat besök {visitText(visit)}</span>, {visit.who}
            {visit.note !== null && <span className="mt-1 block whitespace-pre-wrap">{visit.note}</span>}
          </p>
        </div>
        <div className="shrink-0 print:hidden">
          <SaveCalendar visit={visit} />
        </div>
      </li>
    ))}
  </ul>
)
