import { useQuery } from '@tanstack/react-query'
import { visitsOfWeekQuery } from '#features/tickets/web/visits.api.ts'
import { Card } from '#shared/ui/card.tsx'
import { DayVisits } from './day-visits.tsx'

/** The user's planned visits of a week; nothing without any. */
export function WeekVisits({ monday }: { monday: string }) {
  const { data: visits } = useQuery(visitsOfWeekQuery(monday))
  if (!visits || visits.length === 0) return null
  return (
    <Card title="Planerade besök">
      <DayVisits visits={visits} />
    </Card>
  )
}
