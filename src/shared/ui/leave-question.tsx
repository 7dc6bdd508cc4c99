import { useBlocker, useLocation } from 'react-router'
import { returnForms, storeForms } from '../web/form-recovery.ts'
import { ConfirmDialog } from './confirm-dialog.lazy.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

/**
 * The confirmation before unsaved changes are left. Rendered once per page, inside the router, which supports one blocker. Typed
 * text is restored by Back and Forward, if its form can be restored.
 */
export function LeaveQuestion() {
  const { key } = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname) return true
    if (historyAction === 'POP') returnForms(nextLocation.key)
    return false
  })
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      title="Lämna utan att spara?"
      text="Det du har skrivit här är inte sparat."
      confirmLabel="Lämna"
      cancelLabel="Stanna kvar"
      isDanger
      onConfirm={() => {
        storeForms(key)
        returnForms(blocker.location.key)
        blocker.proceed()
      }}
      onClose={() => blocker.reset()}
    />
  )
}
