import { personKnown } from '#features/auth/web/me.ts'
import { currentSession, onceRead } from '#features/auth/web/session.ts'
import { PORTAL_KEY } from '#features/auth/web/session-key.ts'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import { queryClient } from '#shared/web/query-client.ts'

/** How long it waits once the code and the person are there; skeletons wait as long. */
const COUNTS_MS = 150

/**
 * Resolves when the layout of the back office is to be painted: with the alarms and who has jour, rows above every screen
 * that would push it from under a finger if they came later. They are read beside the person, and so only for one who is
 * known to use the back office.
 */
export async function layoutReady() {
  await onceRead()
  if (currentSession().status !== 'in' || localStorage.getItem(PORTAL_KEY) !== 'staff') return
  const counts = queryClient.ensureQueryData(countsQuery).catch(() => undefined)
  await personKnown(queryClient)
  await Promise.race([counts, new Promise((resolve) => setTimeout(resolve, COUNTS_MS))])
}
