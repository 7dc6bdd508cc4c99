import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { useRemoveEnquiry } from './enquiries.api.ts'
import { INBOX } from './inbox-filter.tsx'

/** Deletes an enquiry, which senders can request according to the privacy policy. */
export function RemoveEnquiry({ id }: { id: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync: remove } = useRemoveEnquiry(id)
  const navigate = useNavigate()
  const disabledReason = useIsAdmin() ? undefined : 'Bara administratörer kan ta bort förfrågningar'
  const confirm = async () => {
    try {
      await remove()
      showToast({ title: 'Förfrågan borttagen', tone: 'success' })
      void navigate(INBOX, { replace: true })
    } catch (error) {
      showFailure('Kunde inte ta bort förfrågan', error)
      setConfirming(false)
    }
  }
  return (
    <>
      <Button size="sm" icon={Trash2} onPress={() => setConfirming(true)} {...(disabledReason && { disabledReason })}>
        Ta bort
      </Button>
      <ConfirmDialog
        title="Ta bort förfrågan"
        text="Förfrågan och svaren på den tas bort för gott. Ett ärende som gjorts av den finns kvar."
        confirmLabel="Ta bort förfrågan"
        isDanger
        isOpen={isConfirming}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}
