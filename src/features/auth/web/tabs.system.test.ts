// @vitest-environment jsdom
// Several tabs of one browser: each has its own modules, and they share local storage.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { auth } from '../auth.contract.ts'
import { hashToken } from '../server/token-hash.ts'
import { addressOf, postToken } from '../testing/sign-in.ts'
import { aStoredSession, countLost, delays, isLive, pause, withDelays } from '../testing/tabs.ts'

const AT_ONCE = 10
const HOUR_MS = 3_600_000

let h: Harness
let anna: Person
let eva: Person
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  eva = await h.aTechnician({ orgId })
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // auth-js warns about a second client in one browsing context, and about each refusal.
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})
afterAll(() => h.stop())

type Tab = { session: typeof import('./session.ts'); web: typeof import('#shared/web/call.ts') }

async function someTabs(count: number): Promise<Tab[]> {
  const tabs: Tab[] = []
  while (tabs.length < count) {
    vi.resetModules()
    tabs.push({ session: await import('./session.ts'), web: await import('#shared/web/call.ts') })
  }
  return tabs
}

type Browser = { storageKey: string; refreshToken: string; tabs: Tab[]; close: () => Promise<void> }

/** A browser with a session, open in several tabs. */
async function open(
  tabs: Tab[],
  storageKey: string,
  fetch: typeof globalThis.fetch,
  { autoRefreshToken = true } = {},
): Promise<Browser> {
  const stored = await aStoredSession(h, anna)
  localStorage.setItem(storageKey, JSON.stringify(stored))
  const ends: (() => Promise<void>)[] = []
  for (const { session } of tabs) {
    ends.push(session.startSession({ fetch, storageKey, autoRefreshToken }))
    const client = await session.authClient()
    await new Promise<void>((resolve) => {
      client.onAuthStateChange((event) => event === 'INITIAL_SESSION' && resolve())
    })
  }
  const close = async () => void (await Promise.all(ends.map((end) => end())))
  return { storageKey, refreshToken: stored.refresh_token, tabs, close }
}

/** Simulates the computer waking up: auth-js checks the session and every tab sends a request. Returns whether all succeeded. */
async function wake({ tabs }: Browser, delayMs: () => number) {
  const answers = tabs.map(async ({ web }) => {
    await pause(delayMs())
    return (await web.call(auth.me, {})).userId === anna.userId
  })
  return (await Promise.allSettled(answers)).every((answer) => answer.status === 'fulfilled' && answer.value)
}

/** Simulates a refresh whose response was lost an hour ago. */
async function loseResponse({ refreshToken }: Browser) {
  await postToken(h, 'refresh_token', { refresh_token: refreshToken })
  await h.test.superuser.query(
    `update auth.refresh_tokens set spent_at = spent_at - interval '1 hour' where token_hash = $1`,
    [hashToken(refreshToken)],
  )
}

test.each([
  { count: 2, state: 'an expired session' },
  { count: 3, state: 'an expired session' },
  { count: 6, state: 'an expired session' },
  { count: 3, state: 'a session whose last refresh was never answered', before: loseResponse },
])(
  'A-231: $count tabs wake with $state and stay signed in',
  async ({ count, state, before }) => {
    const delayMs = delays(count)
    const fetch = withDelays(h.fetch, delayMs)
    const tabGroups: Tab[][] = []
    while (tabGroups.length < AT_ONCE) tabGroups.push(await someTabs(count))

    const lost = await countLost(`${count} tabs with ${state}`, async (round) => {
      const browsers = await Promise.all(
        tabGroups.map((tabs, index) => open(tabs, `${count}-${round}-${index}`, fetch)),
      )
      for (const browser of browsers) await before?.(browser)
      vi.setSystemTime(Date.now() + HOUR_MS)
      const startedAt = performance.now()
      window.dispatchEvent(new Event('visibilitychange'))
      const answered = await Promise.all(browsers.map((browser) => wake(browser, delayMs)))
      const tookMs = performance.now() - startedAt
      let lost = 0
      for (const [index, { storageKey, close }] of browsers.entries()) {
        if (!answered[index] || !(await isLive(h, localStorage.getItem(storageKey)))) lost += 1
        await close()
      }
      return { checked: AT_ONCE, lost, tookMs }
    })
    expect(lost).toBe(0)
  },
  600_000,
)

test('a tab uses the token that another tab has refreshed, without refreshing itself', async () => {
  const fetch = vi.fn(h.fetch)
  const [tab] = await someTabs(1)
  const browser = await open([tab!], 'taken', fetch, { autoRefreshToken: false })
  vi.setSystemTime(Date.now() + HOUR_MS)
  const another = (await postToken(h, 'refresh_token', { refresh_token: browser.refreshToken })).json()
  localStorage.setItem('taken', JSON.stringify(another))
  expect((await tab!.web.call(auth.me, {})).userId).toBe(anna.userId)
  expect(fetch.mock.calls.filter(([url]) => addressOf(url).includes('/token'))).toEqual([])
  await browser.close()
})

test('an expired token is refreshed once for concurrent requests', async () => {
  const fetch = vi.fn(h.fetch)
  const [tab] = await someTabs(1)
  const browser = await open([tab!], 'once', fetch)
  vi.setSystemTime(Date.now() + HOUR_MS)
  const answers = await Promise.all(Array.from({ length: 5 }, () => tab!.web.call(auth.me, {})))
  expect(answers.map(({ userId }) => userId)).toEqual(Array(5).fill(anna.userId))
  expect(fetch.mock.calls.filter(([url]) => addressOf(url).includes('/token'))).toHaveLength(1)
  await browser.close()
})

test('A-236: a request is never resent as another person who signed in in another tab', async () => {
  const sent: (string | null)[] = []
  const [tab] = await someTabs(1)
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (addressOf(input).includes('/api/me')) sent.push(new Headers(init?.headers).get('authorization'))
    return h.fetch(input, init)
  }
  const browser = await open([tab!], 'other', fetch, { autoRefreshToken: false })
  vi.setSystemTime(Date.now() + HOUR_MS)
  const evas = JSON.stringify(await aStoredSession(h, eva))
  localStorage.setItem('other', evas)
  await expect(tab!.web.call(auth.me, {})).rejects.toMatchObject({ status: 401, code: 'signed_out' })
  expect(sent).toHaveLength(1)
  expect(localStorage.getItem('other')).toBe(evas)
  await browser.close()
})

test('a session that has ended is forgotten at once, before auth-js is loaded', async () => {
  const [tab] = await someTabs(1)
  const { session } = tab!
  const storageKey = 'ended'
  localStorage.setItem(storageKey, JSON.stringify(await aStoredSession(h, anna)))
  const end = session.startSession({ fetch: h.fetch, storageKey, autoRefreshToken: false })
  expect(session.currentSession().status).toBe('in')
  const forgotten = session.forgetSession()
  expect([session.currentSession().status, localStorage.getItem(storageKey)]).toEqual(['out', null])
  await forgotten
  await end()
})
