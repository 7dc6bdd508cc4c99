import { discardDrafts } from '#lib/web/draft-owner.ts'
import { signOutLocally } from './session.ts'

/** The public site shows 'Utloggad' when this key is set. */
const SIGNED_OUT = 'signed-out'

let hasStarted = false

/** Whether a sign-out has been started here, so that screens do not redirect to the login page. */
export const isSigningOut = () => hasStarted

/** Removes the person's texts from the device, signs out and opens the public site, which shows 'Utloggad'. */
export async function signOut() {
  hasStarted = true
  // The back button must not restore a page of the session from the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  await discardDrafts()
  await signOutLocally()
  sessionStorage.setItem(SIGNED_OUT, '1')
  window.location.assign('/')
}
