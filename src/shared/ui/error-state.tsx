import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { Button } from './button.tsx'

export type ErrorStateProps = {
  /** What happened: 'Kunde inte ladda tickets'. */
  title: string
  /** What the person can do. */
  text?: string
  onRetry?: () => void
  isRetrying?: boolean
}

export function ErrorState({
  title,
  text = 'Inget har gått förlorat. Försök igen om en liten stund.',
  onRetry,
  isRetrying = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <CircleAlert aria-hidden="true" className="mb-2 size-7 text-danger" strokeWidth={1.75} />
      <p className="text-md font-semibold">{title}</p>
      <p className="max-w-prose text-base text-ink-soft">{text}</p>
      {onRetry && (
        <div className="pt-3">
          <Button icon={RotateCw} onPress={onRetry} isPending={isRetrying} pendingText="Försöker">
            Försök igen
          </Button>
        </div>
      )}
    </div>
  )
}
