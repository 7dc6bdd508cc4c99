import { useQuery } from '@tanstack/react-query'
import { visitsOfDaysQuery } from '#features/tickets/web/visits.api.ts'
import { WEEK_DAYS } from '#features/time/week.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { DayVisits } from './day-visits.tsx'

/** The user's planned visits of a week; nothing without any. */
export function WeekVisits({ monday }: { monday: string }) {
  const { data: visits } = useQuery(visitsOfDaysQuery(monday, WEEK_DAYS))
  if (!visits || visits.length === 0) return null
  return (
    <Card title="Planerade besök">
      <DayVisits visits={visits} />
    </Card>
  )
}
