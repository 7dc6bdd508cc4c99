import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))

/**
 * The browser asks for confirmation before the tab is closed or reloaded. One rule for all: a text that is saved by itself (a
 * draft, a cell of the week) is asked about until the server has it, by `watchTab`; a form, until its text is on the device,
 * from where it comes back. Leaving a form within the product gives its text up, and is always asked about.
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
 * Asks for confirmation before unsaved changes are left: a dialog for navigation within the product, the browser's own for
 * closing the tab. Returns what to render. Pass `isDirty && !isSubmitting`, so that the navigation after saving is not blocked.
 */
export function useUnsavedChangesPrompt(isDirty: boolean, isOnDevice = false): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnloadPrompt(isDirty && !isOnDevice)

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      title="Lämna utan att spara?"
      text="Det du har skrivit här är inte sparat."
      confirmLabel="Lämna"
      cancelLabel="Stanna kvar"
      isDanger
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  )
}
