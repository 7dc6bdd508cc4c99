import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Lets the browser ask before the tab is closed or loaded again. */
export function useBeforeUnloadPrompt(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

/**
 * Asks before what is written is left: on links within the product with our dialog, on closing the tab with the browser's.
 * Returns what to render. Give `isDirty && !isSubmitting`, so that going on after saving is not stopped.
 */
export function useUnsavedChangesPrompt(isDirty: boolean): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnloadPrompt(isDirty)

  if (blocker.state !== 'blocked') return null
  return (
    <Suspense fallback={null}>
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
    </Suspense>
  )
}
