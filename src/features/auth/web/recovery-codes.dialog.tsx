import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions } from '#shared/ui/dialog.tsx'
import { useRefetchFactors } from './factors.api.ts'
import { useMe } from './me.ts'
import { NewRecoveryCodes, RECOVERY_LEAD } from './recovery-codes.tsx'

/** Makes new recovery codes and shows them, once; asks before it closes unless they are said to be saved. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { email } = useMe()
  const [isSaved, setSaved] = useState(false)
  const refetch = useRefetchFactors()
  const close = () => {
    onClose()
    void refetch()
  }
  return (
    <Dialog title="Spara dina reservkoder" isOpen onClose={close} hasUnsaved={!isSaved}>
      <div className="flex flex-col gap-4">
        <p className="text-base text-ink-soft">{RECOVERY_LEAD}</p>
        <NewRecoveryCodes
          email={email}
          onSaved={setSaved}
          end={(unsaved) => (
            <DialogActions>
              <Button variant="primary" disabledReason={unsaved} onPress={close}>
                Klar
              </Button>
            </DialogActions>
          )}
        />
      </div>
    </Dialog>
  )
}
