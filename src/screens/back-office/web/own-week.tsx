import type { DayVisit } from '#features/tickets/visits.contract.ts'
import { dayOff } from '#features/time/own-week.rules.ts'
import { DayVisits } from '#screens/time/web/day-visits.tsx'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { formatHours, formatLongDate, formatWeek } from '#shared/ui/format.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { OwnWeek } from '../dashboard.contract.ts'

type Day = OwnWeek['days'][number]

/** The actor's time for each day of this week, beside the length of a full day, and the visits of the next days. */
export function OwnWeekCard({ week, visits }: { week: OwnWeek | undefined; visits: DayVisit[] | undefined }) {
  const monday = week?.days[0]?.date
  return (
    <Card
      title={monday ? `Min vecka, ${formatWeek(monday)}` : 'Min vecka'}
      action={
        <LinkButton to="/backoffice/time" size="sm" variant="quiet">
          Fyll i
        </LinkButton>
      }
    >
      {week ? <Days {...week} /> : <Skeleton className="h-56" />}
      {visits && visits.length > 0 && (
        <div className="mt-3 border-line border-t pt-3">
          <h3 className="mb-2 font-semibold">Planerade besök</h3>
          <DayVisits visits={visits} />
        </div>
      )}
    </Card>
  )
}

function Days({ days, lastWeek }: OwnWeek) {
  const today = todayInStockholm()
  const hours = days.reduce((sum, { minutes }) => sum + minutes, 0)
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">Min tid den här veckan</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Dag</th>
            <th scope="col">Registrerad tid</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(
              ({ minutes, expectedMinutes, date }) => minutes > 0 || expectedMinutes > 0 || isHolidayOnWorkDay(date),
            )
            .map((day) => (
              <DayRow key={day.date} day={day} today={today} />
            ))}
        </tbody>
      </table>
      <p className="mt-3 border-line border-t pt-3 text-ink-soft text-sm">
        Hittills {formatBriefly(hours)} tim. Förra veckan {formatBriefly(lastWeek.minutes)} av{' '}
        {formatBriefly(lastWeek.expectedMinutes)} tim.
      </p>
    </>
  )
}

const SATURDAY = 6
const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay()
const isHolidayOnWorkDay = (date: string) => weekdayOf(date) % SATURDAY !== 0 && dayOff(date) !== undefined

function DayRow({ day: { date, minutes, expectedMinutes }, today }: { day: Day; today: string }) {
  const isToday = date === today
  const isGap = date < today && minutes < expectedMinutes
  const [weekday = ''] = formatLongDate(date).split(' ')
  return (
    <tr className={isToday ? 'font-semibold' : ''}>
      <th scope="row" className="w-24 py-1 pr-3 text-left font-[inherit]">
        {weekday}
      </th>
      <td
        className={`w-32 py-1 pr-3 whitespace-nowrap tabular-nums ${isGap ? 'font-semibold text-accent-ink' : 'text-ink-soft'}`}
      >
        {textOf({ date, minutes, expectedMinutes }, date > today)}
      </td>
      <td aria-hidden="true" className="py-1">
        {expectedMinutes > 0 && <Progress share={Math.min(1, minutes / expectedMinutes)} isGap={isGap} />}
      </td>
    </tr>
  )
}

function textOf({ date, minutes, expectedMinutes }: Day, isAhead: boolean) {
  if (expectedMinutes === 0) return minutes > 0 ? `${formatBriefly(minutes)} tim` : (dayOff(date) ?? '-')
  if (isAhead && minutes === 0) return '-'
  return `${formatBriefly(minutes)} av ${formatBriefly(expectedMinutes)} tim`
}

/** For example '8' or '2,5'. */
const formatBriefly = (minutes: number) => formatHours(minutes, 1).replace(/,0$/, '')

/** Widths are SVG attributes because the Content-Security-Policy forbids inline styles. */
const Progress = ({ share, isGap }: { share: number; isGap: boolean }) => (
  <svg aria-hidden="true" width="100%" height="8" className={isGap ? 'fill-accent' : 'fill-primary'}>
    <rect width="100%" height="8" rx="4" className="fill-sunken forced-colors:stroke-system-text" />
    {share > 0 && <rect width={`${share * 100}%`} height="8" rx="4" />}
  </svg>
)
