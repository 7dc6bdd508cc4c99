import { expect, test } from 'vitest'
import { portalKeysOf } from './portal.api.ts'

test('a live event refetches the list, the ticket and its conversation', () => {
  const ticketId = '01970000-0000-7000-8000-000000000000'
  for (const about of ['ticket', 'comment'] as const)
    expect(portalKeysOf({ about, ticketId })).toEqual([
      ['portal', 'list'],
      ['portal', 'one', ticketId],
      ['portal', 'thread', ticketId],
    ])
  expect(portalKeysOf({ about: 'company' })).toEqual([
    ['portal', 'company'],
    ['portal', 'promise'],
  ])
  expect(portalKeysOf({ about: 'everything' })).toEqual([['portal']])
})
