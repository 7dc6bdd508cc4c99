// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILD_HEADER } from '../contract.ts'
import { codeState, loadCode, noticingBuild } from './load-code.ts'

/** The reachable server with its build; undefined while it is unreachable. */
let server: { build: string } | undefined
const laterParts: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  server = { build: 'first' }
  document.documentElement.dataset.build = 'first'
  vi.stubGlobal('fetch', async () => {
    if (!server) throw new TypeError('Failed to fetch')
    return new Response(null, { headers: { [BUILD_HEADER]: server.build } })
  })
})
afterEach(async () => {
  server = { build: 'first' }
  for (const arrive of laterParts) arrive()
  await vi.advanceTimersByTimeAsync(20_000)
  await noticingBuild(fetch)('/healthz')
  delete document.documentElement.dataset.build
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const unreachable = () =>
  new TypeError('Failed to fetch dynamically imported module: https://example.se/assets/office.js')

/** A part that cannot be fetched until `arrive` is called. */
function aPart() {
  let isThere = false
  const load = vi.fn(async () => {
    if (!isThere) throw unreachable()
    return 'code'
  })
  const arrive = () => {
    isThere = true
  }
  laterParts.push(arrive)
  return { load, arrive }
}

test('a part is retried, less and less often, until it is loaded', async () => {
  const { load, arrive } = aPart()
  server = undefined
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(codeState()).toEqual({ isWaiting: true, isOutdated: false })
  expect(load.mock.calls.length).toBeGreaterThan(5)
  expect(load.mock.calls.length).toBeLessThan(15)
  arrive()
  await vi.advanceTimersByTimeAsync(8000)
  expect(await loaded).toBe('code')
  expect(codeState().isWaiting).toBe(false)
})

test('a part is retried as soon as the browser is online again', async () => {
  const { load, arrive } = aPart()
  server = undefined
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(20_000)
  arrive()
  window.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('code')
})

test('two callers that wait for the same part retry it together', async () => {
  const { load, arrive } = aPart()
  const both = [loadCode(load), loadCode(load)]
  await vi.advanceTimersByTimeAsync(0)
  arrive()
  await vi.advanceTimersByTimeAsync(500)
  expect(await Promise.all(both)).toEqual(['code', 'code'])
  expect(load).toHaveBeenCalledTimes(3)
})

test('an error in the code itself rejects, even when it has the type of a lost connection', async () => {
  const failure = new TypeError('x is not a function')
  await expect(loadCode(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(codeState().isWaiting).toBe(false)
})

test('a part that is missing in another build makes the app outdated, and is not requested again', async () => {
  const { load } = aPart()
  server = { build: 'second' }
  void loadCode(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(codeState()).toEqual({ isWaiting: true, isOutdated: true })
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that stays missing with a reachable server needs a new document, as browsers may cache the failure', async () => {
  const { load } = aPart()
  void loadCode(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(codeState()).toEqual({ isWaiting: true, isOutdated: true })
})

test('each response has the server’s build, and a document without a build is never outdated', async () => {
  const watched = noticingBuild(fetch)
  server = { build: 'second' }
  await watched('/api/time')
  expect(codeState().isOutdated).toBe(true)
  server = { build: 'first' }
  await watched('/api/time')
  expect(codeState().isOutdated).toBe(false)
  delete document.documentElement.dataset.build
  server = { build: 'second' }
  await watched('/api/time')
  expect(codeState().isOutdated).toBe(false)
})
