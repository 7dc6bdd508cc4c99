// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILD_HEADER } from '../contract.ts'
import { codeState, loadCode, noticingBuild } from './load-code.ts'

/** The server that the page reaches, and what it answers with. */
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

test('a part is tried again, less and less often, until it is there', async () => {
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

test('a browser that is online again is not left waiting', async () => {
  const { load, arrive } = aPart()
  server = undefined
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(20_000)
  arrive()
  window.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('code')
})

test('two that wait for the same part try it once each time', async () => {
  const { load, arrive } = aPart()
  const both = [loadCode(load), loadCode(load)]
  await vi.advanceTimersByTimeAsync(0)
  arrive()
  await vi.advanceTimersByTimeAsync(500)
  expect(await Promise.all(both)).toEqual(['code', 'code'])
  expect(load).toHaveBeenCalledTimes(3)
})

test('code that fails by itself is an error, also of the type that a lost connection has', async () => {
  const failure = new TypeError('x is not a function')
  await expect(loadCode(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(codeState().isWaiting).toBe(false)
})

test('a missing part of a server with another build is outdated, and not asked for again', async () => {
  const { load } = aPart()
  server = { build: 'second' }
  void loadCode(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(codeState()).toEqual({ isWaiting: true, isOutdated: true })
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that stays missing with the server in reach needs a new document: the browser may remember the failure', async () => {
  const { load } = aPart()
  void loadCode(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(codeState()).toEqual({ isWaiting: true, isOutdated: true })
})

test('each answer tells the build of the server, and a document without one is never outdated', async () => {
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
