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

const text = (comment: string, version: string | null) => ({
  draft: { comment },
  version,
  savedAt: version === null ? null : new Date().toISOString(),
})

/** A store whose saves meet the server's draft, and that draft. */
function aStore(first: ReturnType<typeof text>) {
  const server = { stored: first, isDown: false }
  const empty = { comment: '' }
  const store = new DraftStore({
    key: `ticket:${crypto.randomUUID()}`,
    empty,
    load: () => (server.isDown ? Promise.reject(new Error('offline')) : Promise.resolve(server.stored)),
    save: ({ comment }, { version, basedOn }) => {
      if (server.stored.version !== basedOn && server.stored.version !== null) return Promise.reject(new Error('409'))
      server.stored = text(comment, version)
      return Promise.resolve(server.stored)
    },
    conflictOf: () => server.stored,
  })
  const type = async (comment: string) => {
    store.change({ comment }, empty)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  const recheck = async () => {
    await store.recheck()
    await vi.advanceTimersByTimeAsync(2_000)
  }
  return { server, store, type, recheck }
}

test('another version that was sent is no longer offered, and the text here is saved', async () => {
  const { server, store, type, recheck } = aStore(text('A', 'v1'))
  await type('B')
  expect(store.read().other).toMatchObject({ from: 'server', draft: { comment: 'A' } })
  server.stored = text('', null)
  await recheck()
  expect(store.read()).toMatchObject({ draft: { comment: 'B' }, isSaved: true, other: undefined })
  expect(server.stored.draft).toEqual({ comment: 'B' })
})

test('another version that is still on the server is offered as it is now', async () => {
  const { server, store, type, recheck } = aStore(text('A', 'v1'))
  await type('B')
  server.stored = text('A, längre', 'v2')
  await recheck()
  expect(store.read()).toMatchObject({
    draft: { comment: 'B' },
    isSaved: false,
    other: { draft: { comment: 'A, längre' } },
  })
  expect(server.stored.version).toBe('v2')
  server.isDown = true
  await recheck()
  expect(store.read().other).toMatchObject({ version: 'v2' })
})

test('the server’s text that is shown here unchanged disappears once it was sent', async () => {
  const { server, store, recheck } = aStore(text('A', 'v1'))
  store.receive(server.stored)
  await recheck()
  expect(store.read().draft).toBeUndefined()
  server.stored = text('', null)
  await recheck()
  expect(store.read()).toMatchObject({ draft: { comment: '' }, isSaved: true })
})

test('a text that is changed while the server is asked stays', async () => {
  const { server, store, type } = aStore(text('A', 'v1'))
  store.receive(server.stored)
  server.stored = text('', null)
  const checked = store.recheck()
  await type('A och B')
  await checked
  expect(store.read()).toMatchObject({ draft: { comment: 'A och B' }, isSaved: true })
  expect(server.stored.draft).toEqual({ comment: 'A och B' })
})
