import type { createBrowserRouter } from 'react-router'
import { hasUnsavedDrafts, saveDrafts } from '#shared/web/draft-owner.ts'
import { hasFormSnapshots } from '#shared/web/form-recovery.ts'
import { codeState, subscribeToCode } from '#shared/web/load-code.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'createHref'>

/**
 * Once the server has a newer build, replaces the next navigation to another screen by a document load. Unsaved changes
 * of a form have been confirmed by then. With a draft that cannot be saved, or a form that waits for its user to sign
 * in again, it is postponed to a later navigation.
 */
export function reloadWhenOutdated(router: Router, load: (href: string) => void = loadDocument): () => void {
  let isLeaving = false
  const loadNext = async () => {
    isLeaving = true
    if (hasUnsavedDrafts()) await saveDrafts()
    const target = nextScreen(router)
    isLeaving = !hasUnsavedDrafts() && !hasFormSnapshots() && target !== undefined
    if (isLeaving && target) load(router.createHref(target))
  }
  const check = () => {
    if (!isLeaving && codeState().isOutdated && nextScreen(router)) void loadNext()
  }
  const stops = [router.subscribe(check), subscribeToCode(check)]
  return () => {
    for (const stop of stops) stop()
  }
}

function nextScreen({ state: { navigation, location } }: Router) {
  return navigation.location?.pathname === location.pathname ? undefined : navigation.location
}

function loadDocument(href: string) {
  // The user has already agreed to leave the form, or nothing is unsaved.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  window.location.assign(href)
}
