// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#features/auth/web/session.ts'
import { rememberPortal, SESSION_KEY } from '#features/auth/web/session-key.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { frame } from './screen.ts'

const code = async () => ({ Component: () => null })
const query = vi.fn<() => Promise<unknown>>()
let endSession: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  rememberPortal('staff')
})
afterEach(async () => {
  await endSession()
  vi.useRealTimers()
  vi.resetAllMocks()
  queryClient.clear()
  localStorage.clear()
})

/** Opens a layout for somebody with a stored session; returns whether it is about to be painted. */
async function openLayout(): Promise<() => boolean> {
  const session = { access_token: 't', user: { id: 'anna' }, expires_at: Date.now() / 1000 + 3600 }
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  endSession = startSession({ fetch: async () => Response.json({ kind: 'staff' }), autoRefreshToken: false })
  const layoutData = async () => query
  const { loader } = frame({ kind: 'staff', code, screens: {}, data: async () => ({}), layoutData, login: code })
  let isReady = false
  void (loader as () => Promise<null>)().then(() => {
    isReady = true
  })
  await vi.advanceTimersByTimeAsync(100)
  return () => isReady
}

test('a layout is painted together with its data', async () => {
  const { promise, resolve } = Promise.withResolvers()
  query.mockReturnValue(promise)
  const isReady = await openLayout()
  expect(isReady()).toBe(false)
  resolve(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(isReady()).toBe(true)
})

test('data that does not come delays a layout only for a moment', async () => {
  query.mockReturnValue(new Promise(() => undefined))
  const isReady = await openLayout()
  await vi.advanceTimersByTimeAsync(100)
  expect(isReady()).toBe(true)
})

test('data that cannot be read does not delay a layout', async () => {
  query.mockRejectedValue(new Error('offline'))
  expect((await openLayout())()).toBe(true)
})

test.each([undefined, 'customer' as const])(
  'nothing is read for a person who has last used the portal %s',
  async (portal) => {
    rememberPortal(portal)
    expect((await openLayout())()).toBe(true)
    expect(query).not.toHaveBeenCalled()
  },
)
