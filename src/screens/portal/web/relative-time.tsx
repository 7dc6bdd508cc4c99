import { addDays } from '#shared/dates.rules.ts'
import { formatDate, formatDateTime, formatLongDate, formatRelative } from '#shared/ui/format.ts'

type Props = { at: string }

/** A relative time, like 'i går'; the exact time on hover and on paper. */
export const RelativeTime = ({ at }: Props) => <Moment at={at} text={relativeText(at)} />

/** A relative day with its time of day, like 'i går 13:05'; the exact time on hover and on paper. */
export const RelativeDayTime = ({ at }: Props) => (
  <Moment at={at} text={`${dayText(formatDate(at))} ${formatDateTime(at).slice(11)}`} />
)

const Moment = ({ at, text }: Props & { text: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    <span className="print:hidden">{text}</span>
    <span className="hidden print:inline">{formatDateTime(at)}</span>
  </time>
)

const relativeText = (at: string) => formatRelative(at, new Date())

function dayText(date: string) {
  const today = formatDate(new Date())
  if (date === today) return 'i dag'
  if (date === addDays(today, -1)) return 'i går'
  return formatLongDate(date)
}
