import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setDraftOwner } from './draft-owner.ts'
import type { Saving } from './draft-place.ts'
import { DraftStore } from './draft-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setDraftOwner('anna')
})
afterEach(() => void vi.useRealTimers())

test('a text whose draft another tab has sent is saved as a new draft without another key press', async () => {
  const server: Saving[] = []
  const empty = { comment: '' }
  const gone = { draft: empty, version: null, savedAt: null }
  const store = new DraftStore({
    key: 'ticket:1',
    empty,
    save: async (draft, saving) => {
      server.push(saving)
      if (saving.basedOn !== null) throw new Error('409')
      return { draft, version: saving.version, savedAt: new Date().toISOString() }
    },
    conflictOf: () => gone,
  })
  store.receive({ draft: { comment: 'Vi kommer' }, version: 'v1', savedAt: new Date().toISOString() })
  store.change({ comment: 'Vi kommer i morgon' }, empty)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.map(({ basedOn }) => basedOn)).toEqual(['v1', null])
  expect(store.read().isSaved).toBe(true)
})
