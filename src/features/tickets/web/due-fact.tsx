import { formatDateTime } from '#shared/ui/format.ts'
import { useMinute } from '#shared/web/minute.ts'
import { Fact } from './fact.tsx'

/** When something is due, and that it is late once the moment has passed. */
export function DueFact({ label, at }: { label: 'Ska vara besvarat' | 'Ska vara löst'; at: string }) {
  const isLate = new Date(at) < useMinute()
  return (
    <Fact label={label}>
      <time dateTime={at}>{formatDateTime(at)}</time>
      {isLate && <span className="block text-sm font-semibold text-accent-ink">Försenat</span>}
    </Fact>
  )
}
