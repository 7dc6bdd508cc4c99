import { beforeEach, expect, test } from 'vitest'
import { openRecentEvents } from './recent-events.ts'

let now = 0
beforeEach(() => {
  now = 0
})

const aMemory = () => openRecentEvents(() => now)

test('before the stream has begun nothing is known', () => {
  expect(aMemory().get()).toBeUndefined()
})

test('each event has its age, also those that the server knew before the stream began', () => {
  const recent = aMemory()
  now = 10_000
  recent.restart({ coveredMs: 4000, changes: [{ ageMs: 1500, event: { about: 'user' } }] })
  now = 12_000
  recent.add({ about: 'company' })
  now = 12_500.7
  expect(recent.get()).toEqual({
    coveredMs: 6500,
    changes: [
      { ageMs: 4000, event: { about: 'user' } },
      { ageMs: 500, event: { about: 'company' } },
    ],
  })
})

test('a resumed stream knows nothing of the time without it', () => {
  const recent = aMemory()
  recent.restart()
  recent.add({ about: 'user' })
  now += 3000
  recent.restart()
  now += 1000
  expect(recent.get()).toEqual({ coveredMs: 1000, changes: [] })
})

test('beyond the limit only the time since the oldest stored event is covered', () => {
  const recent = aMemory()
  recent.restart()
  for (let n = 0; n < 250; n++) {
    now += 100
    recent.add({ about: 'user' })
  }
  const { coveredMs, changes } = recent.get() ?? {}
  expect([coveredMs, changes?.length]).toEqual([20_000, 200])
})
