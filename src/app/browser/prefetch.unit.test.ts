// @vitest-environment jsdom
import type { RouteObject } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { prefetchOnIntent } from './prefetch.ts'

const [layout, code, data, other] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]

beforeEach(() => {
  vi.useFakeTimers()
  const routes: RouteObject[] = [
    {
      lazy: async () => layout() ?? {},
      children: [
        { path: '/arenden/:id', lazy: async () => code() ?? {}, handle: { startData: data } },
        { path: '/kunder', lazy: async () => other(), handle: { startData: other } },
      ],
    },
  ]
  other.mockRejectedValue(new Error('offline'))
  onTestFinished(prefetchOnIntent(routes))
  document.body.innerHTML = `<a href="/arenden/7?flik=2"><span>Ärende 7</span></a><a href="/kunder">Kunder</a>
    <a href="https://example.se/arenden/7">Annan plats</a><a href="/okand">Okänd</a><p>Text</p>`
})
afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.resetAllMocks()
})

const on = (selector: string, intent: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(intent, { bubbles: true }))

test.each(['pointerover', 'focusin', 'pointerdown'])('%s on a link requests its code and data', (intent) => {
  on('span', intent)
  vi.runAllTimers()
  expect(layout).toHaveBeenCalledTimes(1)
  expect(code).toHaveBeenCalledTimes(1)
  expect(data).toHaveBeenCalledExactlyOnceWith({ params: { id: '7' }, search: new URLSearchParams({ flik: '2' }) })
})

test('crossing a link with the pointer requests nothing', () => {
  on('a[href="/kunder"]', 'pointerover')
  vi.advanceTimersByTime(50)
  on('span', 'pointerover')
  vi.runAllTimers()
  expect(other).not.toHaveBeenCalled()
  expect(data).toHaveBeenCalledTimes(1)
  on('a[href="/kunder"]', 'pointerover')
  on('p', 'pointerover')
  vi.runAllTimers()
  expect(other).not.toHaveBeenCalled()
})

test('a press requests once, although the finger also moves over and focuses the link', () => {
  for (const intent of ['pointerover', 'pointerdown', 'focusin']) on('span', intent)
  vi.runAllTimers()
  expect(data).toHaveBeenCalledTimes(1)
})

test('links of other sites and unknown pages, and code that cannot be fetched, cause no error', () => {
  for (const selector of ['a[href^="https"]', 'a[href="/okand"]', 'a[href="/kunder"]', 'p']) on(selector, 'pointerdown')
  vi.runAllTimers()
  expect(code).not.toHaveBeenCalled()
  expect(other).toHaveBeenCalledTimes(2)
})
