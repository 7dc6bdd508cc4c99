// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { connect } from '#shared/web/call.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { live } from '../live.contract.ts'
import { DISMISSED_MS, listenWithReconnect } from './reconnect.ts'

/** Longer than the longest reconnect delay. */
const PAST_RECONNECT_MS = 3000

let h: Harness
let person: Person
/** Streams that were requested, and those that the server has opened. */
let requested = 0
let opened = 0
const closing = new AbortController()

beforeAll(async () => {
  h = await startHarness()
  person = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  connect({
    fetch: async (input, init) => {
      requested++
      const response = await h.fetch(input, init)
      opened++
      return response
    },
    token: () => person.token,
    renew: async () => undefined,
  })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  closing.abort()
  await h.stop()
})

/** Opens as many streams on other devices as a login may have. */
async function openElsewhere() {
  const headers = { authorization: `Bearer ${person.token}`, accept: 'text/event-stream' }
  for (let n = 0; n < 10; n++)
    expect((await h.fetch('/api/live', { headers, signal: closing.signal })).status).toBe(200)
}

test('A-255: a screen whose stream was ended for a newer one reopens it when it gets focus or after DISMISSED_MS', async () => {
  let dismissed = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const listening = listenWithReconnect(live.staff, {
    onEvent: () => undefined,
    onActivity: () => undefined,
    onRefused: () => undefined,
    onDismissed: () => dismissed++,
    signal: closing.signal,
  })
  await until(() => expect(h.broker.counts().streams).toBe(1))

  await openElsewhere()
  await until(() => expect(dismissed).toBe(1))
  await vi.advanceTimersByTimeAsync(PAST_RECONNECT_MS)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(PAST_RECONNECT_MS)
  expect(requested).toBe(1)
  window.dispatchEvent(new Event('focus'))
  await until(() => expect(opened).toBe(2))

  await openElsewhere()
  await until(() => expect(dismissed).toBe(2))
  await vi.advanceTimersByTimeAsync(DISMISSED_MS / 2 - PAST_RECONNECT_MS)
  expect(requested).toBe(2)
  await vi.advanceTimersByTimeAsync(DISMISSED_MS / 2 + PAST_RECONNECT_MS)
  await until(() => expect(requested).toBeGreaterThan(2))
  closing.abort()
  await listening
})
