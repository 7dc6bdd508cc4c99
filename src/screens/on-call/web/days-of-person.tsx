import { useQueries } from '@tanstack/react-query'
import { ON_CALL_DAYS_MAX } from '#features/on-call/on-call.contract.ts'
import { daysText, onCallDay } from '#features/on-call/on-call.rules.ts'
import { addDays, lastDay } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Link } from '#shared/ui/link.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { onCallDaysQuery } from './on-call.api.ts'
import { ON_CALL_PAGE } from './on-call-path.ts'

/** The coming days on which a person has jour, who is about to be deactivated; nothing without any. */
export function DaysOfPerson({ userId }: { userId: string }) {
  const today = onCallDay(useMinute())
  const periods = useQueries({ queries: periodsFrom(today).map(({ from, to }) => onCallDaysQuery(from, to)) })
  if (periods.some(({ data, isError }) => !data && isError))
    return <p className="mt-2">Kunde inte hämta jouren. Se efter under {jour} om personen har dagar där.</p>
  // All of them, as the number of days would grow while it is read.
  if (periods.some(({ data }) => !data)) return null
  const days = periods.flatMap(({ data = [] }) =>
    data.filter(({ people }) => people.some(({ id }) => id === userId)).map(({ day }) => day),
  )
  if (days.length === 0) return null
  return (
    <p className="mt-2 font-semibold text-ink">
      Har jour {plural(days.length, 'dag', 'dagar')}: {daysText(days)}. Sätt in någon annan under {jour}.
    </p>
  )
}

const jour = <Link to={ON_CALL_PAGE}>Jour</Link>

/** All days that the roster may have, in parts of what one request reads. */
function periodsFrom(today: string) {
  const last = lastDay(today)
  const periods: { from: string; to: string }[] = []
  for (let from = today; from <= last; from = addDays(from, ON_CALL_DAYS_MAX)) {
    const to = addDays(from, ON_CALL_DAYS_MAX - 1)
    periods.push({ from, to: to < last ? to : last })
  }
  return periods
}
