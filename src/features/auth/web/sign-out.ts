import { discardDrafts } from '#shared/web/draft-owner.ts'
import { endOnServer, forgetSession } from './session.ts'

/** The public site shows 'Utloggad' when this key is set. */
const SIGNED_OUT = 'signed-out'

let hasStarted = false

/** Whether a sign-out is under way here, so that screens do not redirect to the login page. */
export const isSigningOut = () => hasStarted

/** Ends the session and removes the person's drafts from the device. Throws, and changes nothing, when the server cannot be reached. */
export async function endSession() {
  await endOnServer()
  await discardDrafts()
  await forgetSession()
}

/** Does the same and opens the public site, which shows 'Utloggad'. */
export async function signOut() {
  await endOnServer()
  hasStarted = true
  // The back button must not restore a page of the session from the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  // The person has confirmed that unsaved text is lost, so the browser must not ask again.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  await discardDrafts()
  await forgetSession()
  sessionStorage.setItem(SIGNED_OUT, '1')
  window.location.assign('/')
}
