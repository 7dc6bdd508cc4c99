// Lifetimes of tokens and links. Those of sessions, and with them of refresh tokens, are defined by the database functions
// auth.session_idle_limit() and auth.session_age_limit() (migrations/0003-sign-in.sql), which the cleanup
// (server/cleanup.ts) also calls; change them with a new migration.

export const ACCESS_TOKEN_SECONDS = 15 * 60

/** How long any spent refresh token is still accepted, so that tabs can refresh concurrently; the live token's parent always is. */
export const REFRESH_REUSE_SECONDS = 10

/** As a PostgreSQL interval, and in Swedish. */
const [hour, week] = [
  { interval: '1 hour', label: 'en timme' },
  { interval: '7 days', label: 'sju dagar' },
] as const
/** How long a one-time link works. */
export const linkLifetimes = { recovery: hour, invitation: week, first_admin: week } as const
export type LinkPurpose = keyof typeof linkLifetimes
