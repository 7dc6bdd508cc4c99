// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { prefetchOnIntent } from './prefetch.ts'

afterEach(() => document.body.replaceChildren())

test('the chunks of a screen and its layout are fetched once when a link to it is hovered, touched or focused', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [layout, screen, other] = [vi.fn(), vi.fn(), vi.fn().mockRejectedValue(new Error('offline'))]
  prefetchOnIntent([
    {
      lazy: async () => layout() ?? {},
      children: [
        { path: '/arenden/:id', lazy: async () => screen() ?? {} },
        { path: '/kunder', lazy: async () => other() },
      ],
    },
  ])
  document.body.innerHTML = `<a href="/arenden/7"><span>Ärende 7</span></a><a href="/kunder">Kunder</a>
    <a href="https://example.se/arenden/7">Annan plats</a><a href="/okand">Okänd</a><p>Text</p>`
  const on = (selector: string, intent: string) => {
    document.querySelector(selector)?.dispatchEvent(new Event(intent, { bubbles: true }))
    vi.runAllTimers()
  }
  on('p', 'pointerover')
  on('a[href^="https"]', 'pointerover')
  on('a[href="/okand"]', 'focusin')
  expect(layout).not.toHaveBeenCalled()
  on('span', 'pointerover')
  on('a', 'touchstart')
  on('a', 'focusin')
  expect(screen).toHaveBeenCalledTimes(1)
  expect(layout).toHaveBeenCalledTimes(1)
  on('a[href="/kunder"]', 'touchstart')
  expect(other).toHaveBeenCalledTimes(1)
  on('a', 'focusin')
  expect(screen).toHaveBeenCalledTimes(2)
})
