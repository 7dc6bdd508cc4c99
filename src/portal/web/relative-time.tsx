import { addDays } from '#lib/dates.rules.ts'
import { formatDate, formatDateInWords, formatDateTime, formatRelative } from '#lib/ui/format.ts'

/** A relative time, like 'i går'; the exact time on hover. */
export const RelativeTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {inWords(at)}
  </time>
)

/** A relative day with its time of day, like 'i går 13:05'; the exact time on hover. */
export const RelativeDayTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {dayInWords(formatDate(at))} {formatDateTime(at).slice(11)}
  </time>
)

const inWords = (at: string) => formatRelative(at, new Date())

function dayInWords(date: string) {
  const today = formatDate(new Date())
  if (date === today) return 'i dag'
  if (date === addDays(today, -1)) return 'i går'
  return formatDateInWords(date)
}
