// A phone in Chromium: small, touched, with nothing in its cache; slow as the one that Lighthouse imagines, or as fast as
// this machine.
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { chromiumArguments, ensureBrowser } from '../tools/ensure-browser.ts'

export type Phone = {
  page: Page
  context: BrowserContext
  /** Scrolled to and still, so that nothing but the touch remains to be done. */
  tap: (at: Locator) => Promise<void>
  /** Resolves when nothing is being fetched or computed, nor has been for a while. */
  settle: (quietMs?: number) => Promise<void>
  close: () => Promise<void>
}

/** Longer than the quarter of a second that a search waits with. */
const QUIET_MS = 350
/** After a scroll alone. */
const STILL_MS = 150
const LOOK_MS = 50
const LOST_MS = 1000
const DOWN_MS = 80
const OFF_CENTRE_PX = 2
const KILOBIT = 1000 / 8
/** Lighthouse's slow 4G. */
const slow4G = { latency: 150, downloadThroughput: 1600 * KILOBIT, uploadThroughput: 750 * KILOBIT }
const TIMES_SLOWER = 4
/** Around 780 × 1688 of the screen. */
const WINDOW = { width: 1000, height: 2000 }

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureBrowser(), args: chromiumArguments })

let networks = 0

export async function openPhone(browser: Browser, url: string, { isSlow }: { isSlow: boolean }): Promise<Phone> {
  networks++
  const context = await browser.newContext({
    ...{ baseURL: url, locale: 'sv-SE', timezoneId: 'Europe/Stockholm' },
    ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    // Each comes from a network of its own, or the limits of sign-in would stop the later ones.
    extraHTTPHeaders: { 'x-forwarded-for': `10.77.${networks >> 8}.${networks & 255}` },
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await showWhole(session)
  const settle = settling(page)
  const touch = finger(session)
  if (isSlow) await slowDown(session)
  return {
    ...{ page, context, settle },
    tap: async (at) => touch(await placeOf(at, settle)),
    close: () => context.close(),
  }
}

/** The window would be as large as the phone's screen is wide in CSS pixels: what lies outside is drawn, but never shown. */
async function showWhole(session: CDPSession) {
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: WINDOW })
}

async function slowDown(session: CDPSession) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
}

/**
 * A finger stays down for a moment: one that let go at once would charge the click with all that its touching the glass led
 * to. And it never meets the very middle, by which React Aria knows a screen reader.
 */
const finger =
  (session: CDPSession) =>
  async ({ x, y }: { x: number; y: number }) => {
    const touchPoints = [{ x: x + OFF_CENTRE_PX, y: y + OFF_CENTRE_PX }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await wait(DOWN_MS)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

/**
 * Where it lies when nothing moves. Playwright's own tap would listen in the page while it is touched, and its trial leaves
 * listeners that swallow keys.
 */
async function placeOf(at: Locator, settle: Phone['settle']) {
  for (let tries = 0; tries < 5; tries++) {
    await at.waitFor()
    await settle(STILL_MS)
    // A list that came anew meanwhile is looked at again.
    const place = await at.evaluate(middleInSight, undefined, { timeout: LOST_MS }).catch(() => null)
    if (place) return place
  }
  throw new Error(`${at.toString()} is not on the screen`)
}

/** Null when a finger would meet something else: it is brought into the middle of the screen. */
function middleInSight(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const met = document.elementFromPoint(x, y)
  if (met && (element.contains(met) || met.contains(element))) return { x, y }
  element.scrollIntoView({ block: 'center' })
  return null
}

/** What is told live stays open, and counts for nothing. */
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/live')

/**
 * React draws long lists in slices, and answers between them: only who waits for nothing at all knows that it is done.
 * Without a frame to come the browser may take its time until it is idle, and it may never be.
 */
const idle = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve())))

function settling(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => !isStream(request) && open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request))
  return async (quietMs = QUIET_MS) => {
    let quietSince = performance.now()
    while (performance.now() - quietSince < quietMs) {
      const asked = performance.now()
      await page.evaluate(idle)
      const isBusy = open.size > 0 || performance.now() - asked > LOOK_MS
      if (isBusy) quietSince = performance.now()
      await wait(LOOK_MS)
    }
  }
}

/** An element of `selector` that says what matches `text`. */
export type Sight = { selector: string; text: RegExp }
type Since = 'opening' | 'click' | 'input'

/**
 * Milliseconds until it is painted: since the page was opened, or since the next event of the page, which `act` brings
 * about.
 */
export async function timeTo(page: Page, { selector, text }: Sight, since: Since, act: () => Promise<unknown>) {
  if (since === 'opening') await act()
  const seen = page.evaluate(untilPainted, { selector, pattern: text.source, since })
  if (since === 'opening') return seen
  // The page answers in order: it has begun to look.
  await page.evaluate(() => undefined)
  await act()
  return seen
}

function untilPainted({ selector, pattern, since }: { selector: string; pattern: string; since: Since }) {
  const text = new RegExp(pattern)
  const isSeen = () =>
    [...document.querySelectorAll(selector)].some((one) => one.checkVisibility() && text.test(one.textContent))
  let began = since === 'opening' ? 0 : Number.NaN
  if (since !== 'opening') addEventListener(since, (event) => (began = event.timeStamp), { capture: true, once: true })
  return new Promise<number>((resolve) => {
    const look = () => {
      if (Number.isNaN(began) || !isSeen()) return requestAnimationFrame(look)
      // A message is delivered when the frame has been painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - began)
      port2.postMessage(null)
    }
    look()
  })
}
