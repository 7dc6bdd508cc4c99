import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FirstScreen } from './first-responses.ts'

let first: typeof import('./first-responses.ts')
beforeEach(async () => {
  vi.resetModules()
  first = await import('./first-responses.ts')
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'firstScreen')
})

function came(answer: FirstScreen['answer'], sentAt = performance.now()) {
  const network = vi.fn(async () => new Response('from the network'))
  Object.assign(globalThis, { firstScreen: { token: 't', sentAt, answer } satisfies FirstScreen })
  const fetch = first.usingFirstResponses(network)
  const get = async (url: string, { token = 't', method = 'GET' } = {}) =>
    (await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })).text()
  return { get, network }
}

test('a response is used once, and only with its own token', async () => {
  const { get, network } = came(Promise.resolve({ responses: { '/api/me': '{"kind":"staff"}' } }))
  expect(await get('/api/me', { token: 'of another' })).toBe('from the network')
  expect(await get('/api/me', { method: 'DELETE' })).toBe('from the network')
  expect(network).toHaveBeenCalledTimes(2)
  expect(await get('/api/me')).toBe('{"kind":"staff"}')
  expect(network).toHaveBeenCalledTimes(2)
  expect(await get('/api/me')).toBe('from the network')
})

test('a request waits for the answer, and is sent when that has no response to it or fails', async () => {
  const { promise, resolve } = Promise.withResolvers<{ responses: Record<string, string> }>()
  const { get, network } = came(promise)
  const asked = [get('/api/me'), get('/api/other')]
  await Promise.resolve()
  expect(network).not.toHaveBeenCalled()
  resolve({ responses: { '/api/me': '{}' } })
  expect(await Promise.all(asked)).toEqual(['{}', 'from the network'])
})

test('a refused first screen is requested part by part', async () => {
  const { get } = came(Promise.reject(new Error('Forbidden')))
  expect(await get('/api/me')).toBe('from the network')
})

test('a request waits two seconds for the answer, which is not used when it comes later', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<{ responses: Record<string, string> }>()
  const { get } = came(promise, performance.now())
  const asked = get('/api/me')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await asked).toBe('from the network')
  vi.useRealTimers()
  resolve({ responses: { '/api/me': '{}' } })
  expect(await get('/api/me')).toBe('from the network')
})

test('an old response is not used, and a fetch counts as sent with the document while responses are left', async () => {
  const sentAt = performance.now() - 100
  const { get } = came(Promise.resolve({ responses: { '/api/me': '{}' } }), sentAt)
  expect(first.timeOfRequest()).toBe(sentAt)
  await get('/api/me')
  expect(first.timeOfRequest()).toBeGreaterThan(sentAt)
  const old = came(Promise.resolve({ responses: { '/api/me': '{}' } }), performance.now() - 31_000)
  expect(await old.get('/api/me')).toBe('from the network')
})
