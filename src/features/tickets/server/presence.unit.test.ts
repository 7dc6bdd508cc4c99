import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Notifications } from '#platform/database/notifications.ts'
import { openPresence, type Presence } from './presence.ts'

type Subscriber = Parameters<Notifications['subscribe']>[1]

/** Processes that notify each other; `sent` are the payloads. */
const sent: string[] = []
const subscribers: Subscriber[] = []
const processes: Presence[] = []

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const presence of processes.splice(0)) presence.stop()
  subscribers.length = 0
  sent.length = 0
  vi.useRealTimers()
})

function start() {
  const changed: string[] = []
  const presence = openPresence({
    notifications: {
      subscribe: (_channel, subscriber) => {
        subscribers.push(subscriber)
        subscriber.onListening()
      },
      send: (_channel, payload) => {
        sent.push(payload)
        for (const subscriber of subscribers) subscriber.onMessage(payload)
      },
      close: async () => undefined,
    },
    broker: { publish: (change) => 'user' in change && changed.push(change.user) },
  })
  processes.push(presence)
  return { ...presence, changed }
}
const on = (rowId: string, userId: string) => ({ orgId: 'org', rowId, userId })
const nobody = on('t', 'nobody')

test('viewers are known at once in their process and after a second in others; each is told once', () => {
  const [one, other] = [start(), start()]
  one.renew(on('t', 'anna'))
  one.renew(on('t', 'anna'))
  expect([one.othersOn(nobody), other.othersOn(nobody)]).toEqual([['anna'], []])
  vi.advanceTimersByTime(1000)
  expect(other.othersOn(nobody)).toEqual(['anna'])
  expect(other.othersOn(on('t', 'anna'))).toEqual([])
  expect(other.othersOn(on('another ticket', 'nobody'))).toEqual([])
  one.end(on('t', 'anna'))
  vi.advanceTimersByTime(1000)
  expect([one.othersOn(nobody), other.othersOn(nobody)]).toEqual([[], []])
  expect([one.changed, other.changed]).toEqual([
    ['anna', 'anna'],
    ['anna', 'anna'],
  ])
})

test('who is not renewed for 40 seconds is gone, also in the other processes', () => {
  const [one, other] = [start(), start()]
  one.renew(on('t', 'anna'))
  vi.advanceTimersByTime(30_000)
  one.renew(on('t', 'bo'))
  vi.advanceTimersByTime(9000)
  expect(other.othersOn(nobody)).toEqual(['anna', 'bo'])
  vi.advanceTimersByTime(6000)
  expect([one.othersOn(nobody), other.othersOn(nobody)]).toEqual([['bo'], ['bo']])
  vi.advanceTimersByTime(40_000)
  expect([one.othersOn(nobody), other.othersOn(nobody)]).toEqual([[], []])
})

test('a process that starts later learns who is there, in messages of at most 8000 bytes', () => {
  const one = start()
  for (let n = 0; n < 120; n += 1)
    one.renew({
      orgId: '0'.repeat(36),
      rowId: 't',
      userId: `${n}`.padStart(36, '0'),
    })
  vi.advanceTimersByTime(1000)
  const late = start()
  vi.advanceTimersByTime(1000)
  expect(late.othersOn(nobody)).toHaveLength(120)
  expect(Math.max(...sent.map((payload) => payload.length))).toBeLessThan(8000)
})

test('a message that this version does not know changes nothing', () => {
  const one = start()
  one.renew(on('t', 'anna'))
  for (const payload of ['', 'x', 'null', '{"from":"another","asks":true}', '{"viewers":[["org","t","bo","away"]]}'])
    for (const subscriber of subscribers) subscriber.onMessage(payload)
  expect(one.othersOn(nobody)).toEqual(['anna'])
})
