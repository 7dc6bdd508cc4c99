// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#features/auth/web/session.ts'
import { rememberPortal, SESSION_KEY } from '#features/auth/web/session-key.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { layoutReady } from './layout-ready.ts'

const counts = vi.fn<() => Promise<Response>>()
let endSession: (() => Promise<void>) | undefined

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await endSession?.()
  endSession = undefined
  vi.useRealTimers()
  vi.resetAllMocks()
  queryClient.clear()
  localStorage.clear()
})

/** Opens the back office with a stored session; returns whether its layout is to be painted. */
async function open(portal: 'staff' | 'customer' | 'unknown' = 'staff'): Promise<() => boolean> {
  const session = { access_token: 't', user: { id: 'anna' }, expires_at: Date.now() / 1000 + 3600 }
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  rememberPortal(portal === 'unknown' ? undefined : portal)
  const fetch = async (url: unknown) => (url === '/api/counts' ? counts() : Response.json({ kind: 'staff' }))
  endSession = startSession({ fetch, autoRefreshToken: false })
  let isReady = false
  void layoutReady().then(() => {
    isReady = true
  })
  await vi.advanceTimersByTimeAsync(100)
  return () => isReady
}

test('the layout is painted together with the counts', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  counts.mockReturnValue(promise)
  const isReady = await open()
  expect(isReady()).toBe(false)
  resolve(Response.json({ notifications: 7 }))
  await vi.advanceTimersByTimeAsync(1)
  expect(isReady()).toBe(true)
  expect(queryClient.getQueryData(['counts'])).toMatchObject({ notifications: 7 })
})

test('counts that do not come delay the layout only for a moment', async () => {
  counts.mockReturnValue(new Promise(() => undefined))
  const isReady = await open()
  expect(isReady()).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isReady()).toBe(true)
})

test('counts that cannot be read do not delay the layout', async () => {
  counts.mockResolvedValue(Response.json({ error: { code: 'internal', message: 'Fel' } }, { status: 500 }))
  expect((await open())()).toBe(true)
})

test.each(['unknown', 'customer'] as const)('nothing is read for a person whose last portal is %s', async (portal) => {
  expect((await open(portal))()).toBe(true)
  expect(counts).not.toHaveBeenCalled()
})
