import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#shared/plural.rules.ts'
import { ProgressBar } from '#shared/ui/progress-bar.tsx'
import { recomputationQuery } from './recomputation.api.ts'

/** How far the job is that follows a change of opening hours, targets or terms; nothing while it does not run. */
export function RecomputationStatus() {
  const progress = useQuery(recomputationQuery).data?.progress
  const text = progress && `Räknar om svarstider: ${formatNumber(progress.done)} av ${formatNumber(progress.total)}`
  return (
    <div role="status">
      {progress && (
        <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
          <p id="recomputation">{text}</p>
          <ProgressBar
            labelledBy="recomputation"
            value={progress.done}
            max={Math.max(progress.total, 1)}
            className="h-2 w-full"
          />
        </div>
      )}
    </div>
  )
}
