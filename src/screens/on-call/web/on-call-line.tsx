import PhoneCall from 'lucide-react/icons/phone-call'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { ON_CALL_PAGE } from './on-call-path.ts'
import { namesOf, untilText } from './on-call-text.ts'
import { useOnCall } from './use-on-call.ts'

type Props = {
  /** In the side menu, or below the bar above the page. */
  place: 'rail' | 'bar'
  /** Something urgent waits. */
  isUrgent: boolean
}

/** Who has jour now, on every screen of a company that uses jour. */
export function OnCallLine({ place, isUrgent }: Props) {
  const data = useOnCall()
  const now = useMinute()
  if (!data || data.lastDay === null) return null
  const isNobody = data.people.length === 0
  const name = isNobody ? 'Ingen har jour nu' : namesOf(data)
  const detail = isNobody && isUrgent ? 'något akut väntar' : untilText(data, now)
  const line = (
    <RouteLink to={ON_CALL_PAGE} className={place === 'rail' ? railClass : barClass}>
      <PhoneCall aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0">
        {!isNobody && 'Jour: '}
        <span className={`wrap-anywhere ${place === 'rail' ? 'text-rail-ink-strong' : 'font-medium text-ink'}`}>
          {name}
        </span>
        {place === 'bar' && ', '}
        <span className={place === 'rail' ? 'block' : 'whitespace-nowrap'}>{detail}</span>
      </span>
    </RouteLink>
  )
  if (place === 'rail') return line
  // A landmark: what stands above the page is in none.
  return (
    <section aria-label="Vem som har jour nu" className="rail:hidden print:hidden">
      {line}
    </section>
  )
}

const railClass = '-mx-2 flex gap-2 rounded-sm px-2 py-1 text-sm transition-colors hover:bg-rail-hover'
const barClass = 'flex gap-2 border-line border-b bg-surface px-4 py-2 text-ink-soft text-sm hover:text-ink sm:px-6'
