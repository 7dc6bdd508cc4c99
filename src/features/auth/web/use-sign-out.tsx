import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { dismissErrors, showToast } from '#shared/ui/toast.tsx'
import { hasUnsavedTexts, saveDrafts } from '#shared/web/draft-owner.ts'
import { hasUnsavedForms } from '#shared/web/form-recovery.ts'
import { messageOf } from '#shared/web/forms.ts'
import { signOut } from './sign-out.ts'

/** How long a sign-out waits for drafts that are being saved. */
const SAVE_TIMEOUT_MS = 3000

type SigningOut = { request: () => Promise<void>; isSigningOut: boolean; question: ReactNode }

/**
 * Signs out by `end`, after a question when this device has text that is not saved on the server; shows a toast when that fails
 * and the person is still signed in. Render `question`.
 */
export function useSignOut(end: () => Promise<void> = signOut): SigningOut {
  const [isSigningOut, setSigningOut] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const finish = async () => {
    dismissErrors()
    try {
      await end()
    } catch (error) {
      const text = `Du är fortfarande inloggad. ${messageOf(error)}`
      showToast({ tone: 'error', title: 'Kunde inte logga ut', text })
    }
  }
  const request = async () => {
    setSigningOut(true)
    const timeout = new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS))
    await Promise.race([saveDrafts(), timeout])
    if (!hasUnsavedForms() && !(await hasUnsavedTexts())) await finish()
    else setAsked(true)
    setSigningOut(false)
  }
  const question = isAsked && (
    <ConfirmDialog
      isOpen
      title="Logga ut utan att spara?"
      text="Det finns text som inte är skickad eller sparad på servern. Den tas bort från den här enheten när du loggar ut."
      confirmLabel="Logga ut ändå"
      cancelLabel="Stanna kvar"
      isDanger
      onConfirm={finish}
      onClose={() => setAsked(false)}
    />
  )
  return { request, isSigningOut, question }
}
