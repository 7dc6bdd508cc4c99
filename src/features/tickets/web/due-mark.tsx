import { formatDateTime, formatDue } from '#shared/ui/format.ts'
import { useMinute } from '#shared/web/minute.ts'

/** When the answer that a customer waits for is due, as time passes: 'om 2 tim', 'försenat 40 min'. */
export function DueMark({ dueAt }: { dueAt: string }) {
  const { text, isLate } = formatDue(dueAt, useMinute())
  return (
    <time
      dateTime={dueAt}
      title={`Ska vara besvarat ${formatDateTime(dueAt)}`}
      className={`tabular-nums ${isLate ? 'font-semibold text-accent-ink' : ''}`}
    >
      {text}
    </time>
  )
}
