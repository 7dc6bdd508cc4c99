import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { AddAuthenticator } from './add-authenticator.tsx'
import { useRefetchFactors } from './factors.api.ts'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'

type Props = {
  name: string
  /** The first factor: recovery codes follow. */
  isFirst: boolean
  onClose: () => void
}

/** Adds an authenticator app to the own login, and shows recovery codes after the first one. */
export function AddAuthenticatorDialog({ name, isFirst, onClose }: Props) {
  const [isAdded, setAdded] = useState(false)
  const [opened] = useState({ name, isFirst })
  const refetch = useRefetchFactors()
  const added = () => {
    showToast({ title: 'Appen är tillagd', tone: 'success' })
    if (opened.isFirst) setAdded(true)
    else onClose()
    void refetch()
  }
  if (isAdded) return <RecoveryCodesDialog onClose={onClose} />
  return (
    <Dialog title="Lägg till autentiseringsapp" isOpen onClose={onClose}>
      <AddAuthenticator
        name={opened.name}
        isNamed
        onAdded={added}
        end={({ label, ...pending }) => (
          <DialogActions>
            <DialogCancel />
            <Button type="submit" variant="primary" {...pending}>
              {label}
            </Button>
          </DialogActions>
        )}
      />
    </Dialog>
  )
}
