// How long what proves a sign-in is valid. How long a session, and with it its refresh token, lives is decided by the
// database at every request: auth.session_idle_limit() and auth.session_age_limit() in migrations/0003-sign-in.sql, which a
// new migration replaces. The cleanup (server/cleanup.ts) asks the same functions.

export const ACCESS_TOKEN_SECONDS = 15 * 60

/** How long a spent refresh token that is not the live one's parent is still answered: tabs that refresh at once. */
export const REFRESH_REUSE_SECONDS = 10

/** How long after a password was given it need not be given again to choose another. */
export const PASSWORD_PROOF_MINUTES = 10

/** As a PostgreSQL interval, and in words. */
const [hour, week] = [
  { interval: '1 hour', inWords: 'en timme' },
  { interval: '7 days', inWords: 'sju dagar' },
] as const
/** How long a one-time link works. */
export const linkLifetimes = { recovery: hour, invitation: week, first_admin: week } as const
export type LinkPurpose = keyof typeof linkLifetimes
