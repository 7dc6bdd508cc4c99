import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { joinSharedStream } from './cross-tab-stream.ts'

type Tab = { events: string[]; missed: string[][]; leave: () => void }

const tabs: Tab[] = []
/** Reaches the stream of the tab that reads it. */
let emit: ((event: string) => void) | undefined
let name: string

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  emit = undefined
  name = `tabs-${crypto.randomUUID()}`
})
afterEach(() => {
  for (const { leave } of tabs.splice(0)) leave()
  vi.unstubAllGlobals()
})

/** A tab that sends all its events to the tabs that join later. */
function aTab(): Tab {
  const tab: Tab = { events: [], missed: [], leave: () => undefined }
  tab.leave = joinSharedStream<string, string[]>({
    name,
    onEvent: (event) => tab.events.push(event),
    recent: () => (tab.events.length > 0 ? [...tab.events] : undefined),
    onMissed: (missed) => tab.missed.push(missed),
    onContact: () => undefined,
    runStream: ({ onEvent }, signal) => {
      emit = onEvent
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
  })
  tabs.push(tab)
  return tab
}

test('an event reaches every tab through the stream of one tab', async () => {
  const [first, second] = [aTab(), aTab()]
  await until(() => expect(emit).toBeDefined())
  emit?.('one')
  await until(() => expect([first.events, second.events]).toEqual([['one'], ['one']]))
})

test('only a tab that joins later gets the events that it missed', async () => {
  const first = aTab()
  await until(() => expect(emit).toBeDefined())
  emit?.('before')
  const second = aTab()
  await until(() => expect(second.missed).toEqual([['before']]))
  emit?.('after')
  await until(() => expect(second.events).toEqual(['after']))
  const third = aTab()
  await until(() => expect(third.missed).toEqual([['before', 'after']]))
  expect([first.missed, second.missed]).toEqual([[], [['before']]])
})
