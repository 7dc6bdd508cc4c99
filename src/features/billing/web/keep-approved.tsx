import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import type { Act } from '#shared/ui/line-of-act.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useKeepApproved } from './invoice-bases.api.ts'
import { reasonKey } from './invoice-basis-recovery.ts'

const ReasonDialog = lazyPart(() => import('./reason.dialog.tsx').then((m) => m.ReasonDialog))

type Props = { id: string; isOffered: boolean; act: Act }

/** Keeps an approval although prices have changed since. The dialog stays with its text when that is no longer offered. */
export function KeepApprovedButton({ id, isOffered, act }: Props) {
  const recoveryKey = reasonKey(id, 'kept')
  const [isOpen, setOpen] = useState(hasFormSnapshot(recoveryKey))
  const keep = useKeepApproved()
  return (
    <>
      {isOffered && <Button onPress={() => setOpen(true)}>Behåll det godkända</Button>}
      {isOpen && (
        <ReasonDialog
          recoveryKey={recoveryKey}
          title="Behåll det godkända"
          text="Kunden faktureras som den har godkänt. Det som skiljer i underlagets abonnemang och månadsavgift faktureras inte senare. Ändras något mer kontrolleras underlaget igen."
          label="Varför det godkända gäller"
          submit="Behåll"
          done="Det godkända gäller"
          onSubmit={(text) => act(() => keep.mutateAsync({ id, text }))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
