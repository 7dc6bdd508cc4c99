import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCodeState } from '../web/load-code.ts'
import { Button } from './button.tsx'

/** Shown while a part of the app that the user waits for cannot be fetched. */
export function CodeNotice() {
  const { isWaiting, isOutdated } = useCodeState()
  if (!isWaiting) return null
  const Icon = isOutdated ? RefreshCw : CloudOff
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-20 z-60 mx-auto flex w-fit items-center gap-3 rounded-md border border-accent bg-accent-soft px-4 py-2.5 text-accent-ink text-base shadow-high sm:bottom-6 print:hidden"
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {isOutdated ? (
        <>
          Stödpunkt har uppdaterats.
          <Button size="sm" onPress={() => location.reload()}>
            Ladda om sidan
          </Button>
        </>
      ) : (
        'Ingen kontakt. Försöker igen …'
      )}
    </div>
  )
}
