import CalendarX from 'lucide-react/icons/calendar-x'
import type { ReactNode } from 'react'
import { daysText, GAPS_AHEAD_DAYS } from '#features/on-call/on-call.rules.ts'
import { plural } from '#shared/plural.rules.ts'

/** Warns of days ahead without anybody. `action` leads to the page. */
export function OnCallGaps({ gaps, action }: { gaps: string[]; action?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-5 py-4"
    >
      <div className="flex min-w-0 gap-3">
        <CalendarX aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="font-semibold">
            Ingen har jour {plural(gaps.length, 'dag', 'dagar')} av de närmaste {GAPS_AHEAD_DAYS}
          </p>
          <p className="max-w-prose text-ink-soft">{daysText(gaps)}. Då larmas ingen om något akut kommer.</p>
        </div>
      </div>
      {action}
    </div>
  )
}
