import { useEffect, useLayoutEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { keepForms, returnForms } from '../web/form-recovery.ts'
import { ConfirmDialog } from './confirm-dialog.lazy.ts'

/** What is on the screen and not saved. */
const unsaved = new Set<symbol>()

/**
 * The browser asks for confirmation before the tab is closed or reloaded. One rule for all: a text that is saved by itself (a
 * draft, a cell of the week) is asked about until the server has it, by `watchTab`; a form, until its text is on the device,
 * from where it comes back. Leaving a form within the product is always asked about.
 */
export function useBeforeUnloadPrompt(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

/**
 * Asks for confirmation before unsaved changes are left: a dialog for navigation within the product, also by Back, the browser's
 * own for closing the tab. Pass `isDirty && !isSubmitting`, so that the navigation after saving is not blocked.
 */
export function useUnsavedChangesPrompt(isDirty: boolean, isOnDevice = false): void {
  useBeforeUnloadPrompt(isDirty && !isOnDevice)
  // At once with the form: a passive effect may still be waiting when Forward is pressed, which would then be asked about.
  useLayoutEffect(() => {
    if (!isDirty) return
    const form = Symbol('form')
    unsaved.add(form)
    return () => void unsaved.delete(form)
  }, [isDirty])
}

/**
 * Once per page, inside the router, which knows of one blocker: the question before unsaved changes are left. What was typed
 * comes back with Back and Forward, where its form can be restored.
 */
export function LeaveQuestion() {
  const { key } = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname) return true
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
        keepForms(key)
        returnForms(blocker.location.key)
        blocker.proceed()
      }}
      onClose={() => blocker.reset()}
    />
  )
}
