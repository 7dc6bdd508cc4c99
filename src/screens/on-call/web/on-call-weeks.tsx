import type { OnCallDay } from '#features/on-call/on-call.contract.ts'
import { addDays } from '#shared/dates.rules.ts'
import { monthNames } from '#shared/month-names.rules.ts'
import { formatLongDate, formatWeek } from '#shared/ui/format.ts'
import type { Period } from './seen-days.tsx'

type Props = {
  first: string
  weeks: number
  today: string
  days: OnCallDay[]
  /** For administrators: a day or a week was pressed. */
  onChoose: ((period: Period) => void) | undefined
}

const WEEKDAYS = ['Mån', 'Tis', 'Ons', 'Tors', 'Fre', 'Lör', 'Sön']
const rowClass = 'grid grid-cols-1 sm:grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]'
const range = (length: number) => Array.from({ length }, (_, index) => index)

/** The weeks with the names of each day: in columns, on a phone below each other. */
export function OnCallWeeks({ first, weeks, today, days, onChoose }: Props) {
  const byDay = new Map(days.map((one) => [one.day, one]))
  return (
    <div className="-m-1">
      <div aria-hidden="true" className={`${rowClass} pb-1 text-ink-soft text-sm max-sm:hidden`}>
        <span />
        {WEEKDAYS.map((name) => (
          <span key={name} className="px-2">
            {name}
          </span>
        ))}
      </div>
      <ul className="flex flex-col">
        {range(weeks).map((week) => {
          const monday = addDays(first, week * 7)
          return (
            <li key={monday} className={`${rowClass} border-line border-t py-1`}>
              <Week monday={monday} today={today} onChoose={onChoose} />
              {range(7).map((day) => (
                <Day
                  key={day}
                  day={addDays(monday, day)}
                  today={today}
                  row={byDay.get(addDays(monday, day))}
                  isUsed={days.length > 0}
                  onChoose={onChoose}
                />
              ))}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type WeekProps = Pick<Props, 'today' | 'onChoose'> & { monday: string }

function Week({ monday, today, onChoose }: WeekProps) {
  const sunday = addDays(monday, 6)
  const className =
    'self-start rounded-sm px-1 py-1.5 text-left text-ink-soft text-sm tabular-nums max-sm:px-2 max-sm:font-semibold'
  if (!onChoose || sunday < today) return <span className={className}>{formatWeek(monday)}</span>
  return (
    <button
      type="button"
      onClick={() => onChoose({ from: monday < today ? today : monday, to: sunday })}
      title="Fyll i veckan"
      className={`${className} cursor-pointer underline decoration-1 underline-offset-3 hover:bg-hover`}
    >
      {formatWeek(monday)}
      <span className="sr-only">, fyll i veckan</span>
    </button>
  )
}

type DayProps = Pick<Props, 'today' | 'onChoose'> & DayOfRoster
type DayOfRoster = {
  day: string
  row: OnCallDay | undefined
  /** Some day has somebody: one without anybody is then a gap. */
  isUsed: boolean
}

function Day({ day, today, row, isUsed, onChoose }: DayProps) {
  const isPast = day < today
  const className = `flex min-h-14 min-w-0 flex-col rounded-sm border px-2 py-1.5 text-left text-sm max-sm:min-h-11 max-sm:flex-row max-sm:gap-3 ${dayTone({ isToday: day === today, isPast })}`
  const content = <DayContent day={day} row={row} isUsed={isUsed} isPast={isPast} />
  if (!onChoose || isPast) return <div className={className}>{content}</div>
  return (
    <button
      type="button"
      onClick={() => onChoose({ from: day, to: day })}
      className={`${className} cursor-pointer hover:bg-hover`}
    >
      {content}
    </button>
  )
}

const dayTone = ({ isToday, isPast }: { isToday: boolean; isPast: boolean }) =>
  isToday ? 'border-accent' : `border-transparent ${isPast ? 'text-ink-faint' : ''}`

function DayContent({ day, row, isUsed, isPast }: DayOfRoster & { isPast: boolean }) {
  const people = row?.people ?? []
  return (
    <>
      <span className="text-ink-soft tabular-nums max-sm:w-28 max-sm:shrink-0" title={formatLongDate(day)}>
        <span className="sm:hidden">{WEEKDAYS[weekdayOf(day)]} </span>
        {Number(day.slice(8))} {monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}
      </span>
      <span className="min-w-0">
        {people.map(({ id, fullName, isActive }, index) => (
          <span key={id} className={`block wrap-anywhere ${index === 0 ? 'font-medium' : 'text-ink-soft'}`}>
            {fullName}
            {!isActive && ' (inaktiv)'}
          </span>
        ))}
        {people.length === 0 && (
          <span className={isUsed && !isPast ? 'text-accent-ink' : ''}>{isPast ? '-' : 'Ingen'}</span>
        )}
      </span>
    </>
  )
}

/** Monday first. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
