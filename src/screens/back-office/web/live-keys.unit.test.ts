import { expect, test } from 'vitest'
import { LiveEvent } from '#platform/live/live.contract.ts'
import { subjectsIn } from '#platform/live/testing/subjects.ts'
import { keysOf } from './live-keys.ts'

const ID = '019f0000-0000-7000-8000-000000000000'
/** `everything` refetches all without keys; `company` concerns only the portal. */
const others = ['everything', 'company']

test('every event refetches something', () => {
  const subjects = subjectsIn(LiveEvent).filter((about) => !others.includes(about))
  expect(subjects.length).toBeGreaterThan(5)
  const unheard = subjects.filter((about) => {
    const event = LiveEvent.parse({
      about,
      ticketId: ID,
      enquiryId: ID,
      customerId: ID,
      hasReported: true,
      ticketIds: null,
    })
    return keysOf.flatMap((keys) => keys(event)).length === 0
  })
  expect(unheard).toEqual([])
})
