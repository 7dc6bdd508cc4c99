import { forget } from './session.ts'

/** Read by the public site, which then says 'Utloggad'. */
const SIGNED_OUT = 'signed-out'

let leaving = false

/** Whether the person is on the way out by the own hand: nobody is then asked to sign in. */
export const isSigningOut = () => leaving

/** Signs out and goes to the public site, which says 'Utloggad'. */
export async function leave() {
  leaving = true
  // Coming back by the back button shows no page from before.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  await forget()
  sessionStorage.setItem(SIGNED_OUT, '1')
  window.location.assign('/')
}
