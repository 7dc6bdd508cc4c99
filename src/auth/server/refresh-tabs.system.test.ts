// The server alone under clients that refresh more often than ours: bare auth-js, and browsers that still run an older version.
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aStoredSession, countLost, delays, isLive, pause, slowly } from '../testing/tabs.ts'

const AT_ONCE = 10
const KEY = 'session'

let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  anna = await h.aTechnician({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

test.each([2, 3, 6])(
  'A-231: %i tabs of bare auth-js with an expired session refresh twice each, and the session goes on',
  async (count) => {
    const delayMs = delays(count)
    const lost = await countLost(`${count} tabs of bare auth-js`, async () => {
      const browsers = await Promise.all(Array.from({ length: AT_ONCE }, () => anExpiredSession()))
      const began = performance.now()
      await Promise.all(browsers.map((stored) => openTabs(stored, count, delayMs)))
      const tookMs = performance.now() - began
      let lost = 0
      for (const stored of browsers) if (!(await isLive(h, stored.get(KEY)))) lost += 1
      return { judged: AT_ONCE, lost, tookMs }
    })
    expect(lost).toBe(0)
  },
  600_000,
)

async function anExpiredSession() {
  const session = await aStoredSession(h, anna)
  return new Map([[KEY, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 })]])
}

/** Each tab wants the session, and on a 401 another. */
const openTabs = (stored: Map<string, string>, count: number, delayMs: () => number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const tab = new AuthClient({
        url: 'http://localhost/auth/v1',
        fetch: slowly(h.fetch, delayMs),
        storageKey: KEY,
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
          removeItem: (key) => void stored.delete(key),
        },
        autoRefreshToken: false,
        detectSessionInUrl: false,
      })
      await pause(delayMs())
      await tab.getSession()
      await tab.refreshSession()
      await tab.dispose()
    }),
  )
