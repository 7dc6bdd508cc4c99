// The palette of one person on a device: ms until its field is shown, until a key is painted, and until the server's hits are.
import { type Device, timeTo } from './device.ts'
import type { Measured } from './turns.ts'

/** Common in tickets, so that there are hits; another one in each round, as the browser keeps answers for some seconds. */
const WORDS = ['skrivare', 'nätverk', 'mejlen', 'datorn', 'internet', 'kassan', 'routern']
/** Pages have it; typed as slowly as a person who looks at each key. */
const PAGE = 'resor'
const SLOW_MS = 400

/** Opens it on the shown screen, and closes it. Nothing for a build without a palette. */
export async function measurePalette({ page, tap, settle }: Device, round: number): Promise<Measured> {
  const button = page.getByRole('button', { name: /^(Sök|Hitta)/ }).filter({ visible: true })
  if ((await button.count()) === 0) return {}
  const field = { selector: '[role=dialog]:has([role=combobox]) [role=option]', text: /./ }
  const opened = await timeTo(page, field, 'click', () => tap(button))
  await settle()
  await page.evaluate(observeKeys)
  await page.keyboard.type(PAGE, { delay: SLOW_MS })
  await settle()
  const slowestKey = await page.evaluate(() => Math.max(...(window as KeyTimes).keyTimes))
  for (const _ of PAGE) await page.keyboard.press('Backspace')
  await settle()
  const hit = { selector: '[role=group][aria-label="Ärenden"] [role=option]', text: /#\d/ }
  // In one event, as pauses between keys would ask for parts of the word too.
  const hits = await timeTo(page, hit, 'input', () => page.keyboard.insertText(WORDS[round % WORDS.length] ?? ''))
  await page.keyboard.press('Escape')
  await settle()
  return {
    'palette opened': opened,
    'palette: slowest key until painted': slowestKey,
    'palette: last key until the server’s hits are painted': hits,
  }
}

type KeyTimes = typeof window & { keyTimes: number[] }

/** Collects the time until the paint after each event of a key, which the browser reports from 16 ms. */
function observeKeys() {
  const keyTimes = [0]
  Object.assign(window, { keyTimes })
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (/^(key|input)/.test(name)) keyTimes.push(duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
