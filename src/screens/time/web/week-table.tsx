import Pencil from 'lucide-react/icons/pencil'
import { dayOff, expectedOn } from '#features/time/own-week.rules.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { datesOfWeek, lineKey, overlapOf, type WeekLine } from '#features/time/week.rules.ts'
import { workKindMark } from '#features/time/work-kinds.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { shortHours } from '#shared/hours.rules.ts'
import { formatDuration, formatLongDate } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { useScrollToCurrent } from '#shared/ui/scroll-to-current.ts'
import type { LineWork } from './line-work.dialog.tsx'
import type { SaveCell } from './save-cell.ts'
import { nameOfLine, WeekCell } from './week-cell.tsx'

export type WeekTableProps = {
  monday: string
  lines: readonly WeekLine[]
  rows: readonly TimeEntry[]
  /** Dates on which the company is closed or closes early. */
  closedDays: readonly string[]
  workOf: (line: WeekLine) => LineWork
  onSave: SaveCell
  onOpen: (rows: readonly TimeEntry[]) => void
  /** Opens the dialog for the text and place of work of a line. */
  onDescribe: (line: WeekLine) => void
}

const sumOf = (rows: readonly TimeEntry[]) => rows.reduce((sum, { minutes }) => sum + minutes, 0)
const hours = (minutes: number) => (minutes > 0 ? shortHours(minutes) : '-')

/** The week: a line for each customer and ticket, a column for each day, with sums, overlaps and missing hours. */
export function WeekTable({ monday, lines, rows, closedDays, workOf, onSave, onOpen, onDescribe }: WeekTableProps) {
  const dates = datesOfWeek(monday)
  const row = useScrollToCurrent<HTMLDivElement>(monday)
  return (
    <div ref={row} className="scroll-pl-36 overflow-x-auto sm:scroll-pl-48 rounded-md border border-line bg-surface">
      <table aria-label="Min vecka" className="w-full min-w-268 table-fixed border-collapse text-base sm:min-w-257">
        <thead>
          <tr className="border-b border-line">
            <th
              scope="col"
              className="sticky left-0 z-1 w-36 bg-surface px-4 py-2 text-left font-medium text-ink-soft sm:w-48 min-[90rem]:w-64"
            >
              Kund
            </th>
            {dates.map((date) => (
              <Day key={date} date={date} />
            ))}
            <th scope="col" className="w-22 px-4 py-2 text-right font-medium text-ink-soft">
              Summa
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line
              key={lineKey(line)}
              line={line}
              work={workOf(line)}
              dates={dates}
              rows={rows.filter((row) => lineKey(row) === lineKey(line))}
              closedDays={closedDays}
              onSave={onSave}
              onOpen={onOpen}
              onDescribe={onDescribe}
            />
          ))}
        </tbody>
        <tfoot>
          <SumRow dates={dates} rows={rows} />
        </tfoot>
      </table>
    </div>
  )
}

type LineProps = Pick<WeekTableProps, 'rows' | 'closedDays' | 'onSave' | 'onOpen' | 'onDescribe'> & {
  line: WeekLine
  work: LineWork
  dates: readonly string[]
}

function Line({ line, work, dates, rows, closedDays, onSave, onOpen, onDescribe }: LineProps) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="sticky left-0 z-1 bg-surface px-4 py-1.5 text-left font-medium">
        <LineName line={line} work={work} onDescribe={onDescribe} />
      </th>
      {dates.map((date) => (
        <td key={date} className={`px-1 py-1.5 ${dayOff(date) ? 'bg-sunken' : ''}`}>
          <WeekCell
            line={line}
            date={date}
            onOpen={onOpen}
            onSave={onSave}
            work={work}
            isClosed={closedDays.includes(date)}
            rows={rows.filter(({ workDate }) => workDate === date)}
          />
        </td>
      ))}
      <td className="px-4 text-right tabular-nums">{hours(sumOf(rows))}</td>
    </tr>
  )
}

const SumRow = ({ dates, rows }: Pick<LineProps, 'dates' | 'rows'>) => (
  <tr>
    <th scope="row" className="sticky left-0 z-1 bg-surface px-4 py-2 text-left font-semibold">
      Summa
    </th>
    {dates.map((date, index) => (
      <DaySum key={date} date={date} index={index} rows={rows.filter(({ workDate }) => workDate === date)} />
    ))}
    <td className="px-4 py-2 text-right align-top font-semibold tabular-nums">{hours(sumOf(rows))}</td>
  </tr>
)

type LineNameProps = Pick<WeekTableProps, 'onDescribe'> & { line: WeekLine; work: LineWork }

/** The name of a line, with the text and place of work of its new entries. */
function LineName({ line, work, onDescribe }: LineNameProps) {
  const description = work.description ?? line.ticket?.title
  const text = [work.kind && workKindMark(work.kind), description].filter(Boolean).join(', ')
  return (
    <div className="flex items-center gap-1 max-sm:flex-col max-sm:items-start">
      <div className="w-full min-w-0 flex-1">
        <span className="block truncate">{line.customer.name}</span>
        {line.ticket && (
          <span className="block truncate text-sm font-normal text-ink-soft">
            #{line.ticket.ticketNumber} {line.ticket.title}
          </span>
        )}
        {text && text !== line.ticket?.title && (
          <span className="block truncate text-sm font-normal text-ink-soft">{text}</span>
        )}
      </div>
      <IconButton
        icon={Pencil}
        label={`Beskrivning och plats: ${nameOfLine(line)}`}
        tooltip="Beskrivning och plats"
        onPress={() => onDescribe(line)}
      />
    </div>
  )
}

function Day({ date }: { date: string }) {
  const [weekday = '', day = ''] = formatLongDate(date).split(' ')
  const isToday = date === todayInStockholm()
  const off = dayOff(date)
  return (
    <th
      scope="col"
      {...(isToday && { 'aria-current': 'date' })}
      className={`px-2 py-2 text-right font-medium ${off ? 'bg-sunken' : ''} ${isToday ? 'text-accent-ink forced-colors:border-b-3 forced-colors:border-system-highlight' : 'text-ink-soft'}`}
    >
      {weekday.slice(0, 3)} <span className="tabular-nums">{day}</span>
      {off && <span className="block text-xs font-normal">{off}</span>}
    </th>
  )
}

/** The day's hours. An overlap and, for a past day, the hours missing to eight are shown but not refused. */
function DaySum({ date, index, rows }: { date: string; index: number; rows: readonly TimeEntry[] }) {
  const minutes = sumOf(rows)
  const overlap = overlapOf(rows)
  const missing = date < todayInStockholm() ? Math.max(0, expectedOn(date, index) - minutes) : 0
  return (
    <td className={`px-2 py-2 text-right align-top tabular-nums ${dayOff(date) ? 'bg-sunken' : ''}`}>
      <span className="font-semibold">{hours(minutes)}</span>
      {overlap > 0 && <span className="block text-xs text-accent-ink">{formatDuration(overlap)} överlapp</span>}
      {missing > 0 && <span className="block text-xs text-ink-soft">{formatDuration(missing)} saknas</span>}
    </td>
  )
}
