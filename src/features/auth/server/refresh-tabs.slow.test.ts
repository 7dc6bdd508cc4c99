// Clients that refresh more often than the product's: plain auth-js, and browsers with an older version.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { authClientOn, STORAGE_KEY } from '../testing/sign-in.ts'
import { aStoredSession, countLost, delays, isLive, pause, withDelays } from '../testing/tabs.ts'
import { raiseSession } from './sessions.queries.ts'

const AT_ONCE = 10
/** Of the harness. */
const REFRESH_KEY = Buffer.alloc(32, 7)

let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  anna = await h.aTechnician({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

test.each([2, 3, 6])(
  'A-231: %i tabs of plain auth-js refresh an expired session twice each and lose nothing',
  async (count) => {
    const delayMs = delays(count)
    const lost = await countLost(`${count} tabs of bare auth-js`, async () => {
      const browsers = await Promise.all(Array.from({ length: AT_ONCE }, () => anExpiredSession()))
      const startedAt = performance.now()
      await Promise.all(browsers.map((stored) => openTabs(stored, count, delayMs)))
      const tookMs = performance.now() - startedAt
      let lost = 0
      for (const stored of browsers) if (!(await isLive(h, stored.get(STORAGE_KEY)))) lost += 1
      return { checked: AT_ONCE, lost, tookMs }
    })
    expect(lost).toBe(0)
  },
  600_000,
)

test('A-711: ten tabs refresh while a factor is proved in an eleventh, whose answer is lost, and lose nothing', async () => {
  const delayMs = delays(11)
  const lost = await countLost('ten tabs and a proof', async () => {
    const browsers = await Promise.all(Array.from({ length: AT_ONCE }, () => anExpiredSession()))
    const startedAt = performance.now()
    await Promise.all(
      browsers.map((stored) => Promise.all([openTabs(stored, 10, delayMs), proveWithoutAnswer(stored, delayMs)])),
    )
    const tookMs = performance.now() - startedAt
    let lost = 0
    for (const stored of browsers) if (!(await isRaised(stored))) lost += 1
    return { checked: AT_ONCE, lost, tookMs }
  })
  expect(lost).toBe(0)
}, 600_000)

/** Raises the session as a right code does. */
async function proveWithoutAnswer(stored: Map<string, string>, delayMs: () => number) {
  const { access_token } = JSON.parse(stored.get(STORAGE_KEY) ?? '{}')
  const { sessionId } = await h.tokens.sessionOf(access_token)
  await pause(delayMs())
  const proof = { sessionId, userId: anna.userId, method: 'totp', refreshKey: REFRESH_KEY, endsOthers: false }
  await h.database.as('auth', (db) => raiseSession(db, proof))
}

/** Whether the stored tokens still lead to the live one of a session at aal2. */
async function isRaised(stored: Map<string, string>) {
  const tab = authClientOn(h.fetch, stored)
  await tab.refreshSession()
  const { data } = await tab.mfa.getAuthenticatorAssuranceLevel()
  await tab.dispose()
  return data?.currentLevel === 'aal2' && isLive(h, stored.get(STORAGE_KEY))
}

async function anExpiredSession() {
  const session = await aStoredSession(h, anna)
  return new Map([[STORAGE_KEY, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 })]])
}

/** Each tab reads the session and then refreshes it, as after a 401. */
const openTabs = (stored: Map<string, string>, count: number, delayMs: () => number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const tab = authClientOn(withDelays(h.fetch, delayMs), stored)
      await pause(delayMs())
      await tab.getSession()
      await tab.refreshSession()
      await tab.dispose()
    }),
  )
