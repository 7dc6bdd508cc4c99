import { useEffect, useLayoutEffect } from 'react'

/** The forms on the screen with unsaved changes. */
const unsaved = new Set<symbol>()

/**
 * Makes the browser ask for confirmation before the tab is closed or reloaded. For autosaved texts (a draft, a cell of the week)
 * `watchTab` asks until the server has them; for a form this asks until its text is stored on the device, from which it is
 * restored. Leaving a form within the product always asks.
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
 * own for closing the tab. Pass false while a form is being saved, so that the navigation after saving is not blocked.
 */
export function useUnsavedChangesPrompt(isDirty: boolean, isOnDevice = false): void {
  useBeforeUnloadPrompt(isDirty && !isOnDevice)
  // A layout effect: a passive one may not have run yet when Forward is pressed, which would then wrongly ask.
  useLayoutEffect(() => {
    if (!isDirty) return
    const form = Symbol('form')
    unsaved.add(form)
    return () => void unsaved.delete(form)
  }, [isDirty])
}

/** Whether a form on the screen has unsaved changes. */
export const hasUnsavedChanges = () => unsaved.size > 0
