// A screen by its address, with an empty cache and with the app's files cached, for one person.
import type { Browser } from '@playwright/test'
import { findBrowser } from '../tools/ensure-browser.ts'
import { type Device, openDesk, openPhone, type Target, timeTo, withBrowser } from './device.ts'
import type { Part } from './part.ts'
import { type Shown, shownTickets, signInOn, ticketRow, ticketScreen } from './screens.ts'
import type { Build } from './stage.ts'
import { inTurns, type Measured } from './turns.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)

export const loading: Part = {
  name: 'loading',
  title: `screens by their address on the full demo, ${ROUNDS} rounds in turns; ms until painted`,
  missing: () => (findBrowser() ? undefined : 'chromium not installed'),
  run: async (stages) => {
    const { builds } = await stages()
    await withBrowser(async (chromium) => {
      for (const [kind, open] of [['phone', openPhone] as const, ['desk', openDesk] as const]) {
        console.log(kind)
        await measureLoading(chromium, builds, open)
      }
    })
  },
}

type Opened = { device: Device; shown: Shown[] }

async function measureLoading(chromium: Browser, builds: readonly Build[], open: typeof openDesk) {
  const opened = new Map<Build, Opened>()
  try {
    for (const build of builds) {
      const device = await open(chromium, build.product.url)
      opened.set(build, { device, shown: await shownTickets(build) })
      await signInOn(device, build)
    }
    const measure = async (build: Build, nth: number) => {
      const { device, shown } = opened.get(build) as Opened
      const ticket = shown[nth % shown.length] as Shown
      return {
        ...(await openTwice(device, 'list', '/backoffice/tickets', ticketRow)),
        ...(await openTwice(device, 'ticket', `/backoffice/tickets/${ticket.id}`, ticketScreen(ticket))),
      }
    }
    await inTurns(builds, ROUNDS, [measure])
  } finally {
    for (const { device } of opened.values()) await device.close()
  }
}

/** With an empty cache, and again once everything has been fetched. */
async function openTwice({ page, settle }: Device, name: string, path: string, target: Target): Promise<Measured> {
  const session = await page.context().newCDPSession(page)
  const open = async () => {
    await page.goto('about:blank')
    const ms = await timeTo(page, target, 'opening', () => page.goto(path, { waitUntil: 'commit' }))
    const pressable = await page.evaluate(untilPressable)
    await settle()
    return { ms, pressable, ...(await page.evaluate(loadedUntil, ms)) }
  }
  await session.send('Network.clearBrowserCache')
  const uncached = await open()
  const cached = await open()
  await session.detach()
  return {
    [`${name}, nothing cached: first content`]: uncached.firstContent,
    [`${name}, nothing cached`]: uncached.ms,
    [`${name}, nothing cached: can be pressed`]: uncached.pressable,
    [`${name}, nothing cached: kB until then`]: uncached.kB,
    [`${name}, nothing cached: requests until then`]: uncached.requests,
    [`${name}, cached`]: cached.ms,
    [`${name}, cached: can be pressed`]: cached.pressable,
  }
}

/** When the app has replaced what the server has drawn, which takes presses but does not answer them. */
async function untilPressable() {
  while (document.querySelector('#app[inert]')) await new Promise(requestAnimationFrame)
  return performance.now()
}

/** The first contentful paint, and what the browser had received by a time; a response counts 300 bytes of headers. */
function loadedUntil(ms: number) {
  const responses = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[]
  const received = responses.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ms)
  return {
    firstContent: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    kB: received.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    requests: received.length,
  }
}
