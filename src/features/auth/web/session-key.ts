/** Where auth-js stores the session in local storage: its own default. */
export const SESSION_KEY = 'supabase.auth.token'
/** auth-js renews a session that expires within 90 seconds before it is used. */
export const MIN_LIFE_MS = 100_000
/** Where the app stores which portal the signed-in person has used: 'staff' or 'customer'. */
export const PORTAL_KEY = 'portal'

/** Remembers it in this browser, so that the next document requests data only for that portal; undefined forgets it. */
export function rememberPortal(portal: 'staff' | 'customer' | undefined) {
  try {
    if (portal) localStorage.setItem(PORTAL_KEY, portal)
    else localStorage.removeItem(PORTAL_KEY)
  } catch {
    // Storage may be forbidden.
  }
}
