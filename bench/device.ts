// An emulated phone in Chromium: small touch screen, empty cache, throttled as in Lighthouse; and a desktop browser.
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Locator, type Page, type Request } from '@playwright/test'
import { chromiumArguments, ensureBrowser } from '../tools/ensure-browser.ts'

export type Device = {
  page: Page
  /** Scrolls the element into view and waits until the page is idle before touching it. */
  tap: (at: Locator) => Promise<void>
  /** Resolves when the network and the main thread have been idle for `quietMs`. */
  settle: (quietMs?: number) => Promise<void>
  close: () => Promise<void>
}

/** Longer than the debounce of a search (70 ms) and its next request on the phone. */
const QUIET_MS = 350
/** After a scroll only. */
const STILL_MS = 150
const POLL_MS = 50
const EVALUATE_TIMEOUT_MS = 1000
const TOUCH_MS = 80
const OFF_CENTRE_PX = 2
const KILOBIT = 1000 / 8
/** Lighthouse's slow 4G. */
const slow4G = { latency: 150, downloadThroughput: 1600 * KILOBIT, uploadThroughput: 750 * KILOBIT }
const CPU_SLOWDOWN = 4
/** The size of the phone's screen is 780 × 1688. */
const WINDOW = { width: 1000, height: 2000 }

/** Runs `work` with a browser, which it closes afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: chromiumArguments })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

let networks = 0

export async function openPhone(browser: Browser, url: string): Promise<Device> {
  networks++
  const context = await browser.newContext({
    baseURL: url,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    // Each phone gets its own network, because rate limits of sign-ins are per network.
    extraHTTPHeaders: { 'x-forwarded-for': `10.77.${networks >> 8}.${networks & 255}` },
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await resizeWindow(session)
  const settle = settling(page)
  const touch = touchWith(session)
  await slowDown(session)
  return {
    page,
    settle,
    tap: async (at) => touch(await positionOf(at, settle)),
    close: () => context.close(),
  }
}

/** A desktop browser with a mouse, as fast as this machine and its network. */
export async function openDesk(browser: Browser, url: string): Promise<Device> {
  networks++
  const context = await browser.newContext({
    baseURL: url,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': `10.78.${networks >> 8}.${networks & 255}` },
  })
  const page = await context.newPage()
  const settle = settling(page)
  return {
    page,
    settle,
    tap: async (at) => {
      const { x, y } = await positionOf(at, settle)
      await page.mouse.move(x, y)
      await page.mouse.down()
      await wait(TOUCH_MS)
      await page.mouse.up()
    },
    close: () => context.close(),
  }
}

/**
 * The default window is smaller than the phone's screen in physical pixels, and Chromium does not present what is
 * outside it.
 */
async function resizeWindow(session: CDPSession) {
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: WINDOW })
}

async function slowDown(session: CDPSession) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/**
 * Touches for a moment: with an immediate touchEnd the click would include the work caused by touchStart. Slightly off
 * the centre, because React Aria takes a click at the exact centre for a screen reader's.
 */
const touchWith =
  (session: CDPSession) =>
  async ({ x, y }: { x: number; y: number }) => {
    const touchPoints = [{ x: x + OFF_CENTRE_PX, y: y + OFF_CENTRE_PX }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await wait(TOUCH_MS)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

/**
 * The element's position once the page is idle. Playwright's own tap adds listeners to the page during the touch, and
 * its trial run leaves listeners that swallow key presses.
 */
async function positionOf(at: Locator, settle: Device['settle']) {
  for (let tries = 0; tries < 5; tries++) {
    await at.waitFor()
    await settle(STILL_MS)
    // Retried when a refetched list has replaced the element.
    const position = await at.evaluate(visibleCentre, undefined, { timeout: EVALUATE_TIMEOUT_MS }).catch(() => null)
    if (position) return position
  }
  throw new Error(`${at.toString()} is not on the screen`)
}

/** The centre of the element; scrolls to it and returns null if another element covers that point. */
function visibleCentre(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  if (hit && (element.contains(hit) || hit.contains(element))) return { x, y }
  element.scrollIntoView({ block: 'center' })
  return null
}

/** A live stream stays open and is not counted. */
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/live')

/**
 * React renders long lists in time slices between events, so only an idle callback shows that it is done. It is
 * requested from an animation frame, because the browser may delay it otherwise.
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
      const polledAt = performance.now()
      await page.evaluate(idle)
      const isActive = open.size > 0 || performance.now() - polledAt > POLL_MS
      if (isActive) quietSince = performance.now()
      await wait(POLL_MS)
    }
  }
}

/** An element that matches `selector`, whose text matches `text`. */
export type Target = { selector: string; text: RegExp }
type Since = 'opening' | 'click' | 'input'

/** Milliseconds until the target is painted, since navigation or since the next click or input event, which `act` triggers. */
export async function timeTo(page: Page, { selector, text }: Target, since: Since, act: () => Promise<unknown>) {
  if (since === 'opening') await act()
  const painted = page.evaluate(untilPainted, { selector, pattern: text.source, since })
  if (since === 'opening') return painted
  // Evaluations run in order, so the page is being observed after this one.
  await page.evaluate(() => undefined)
  await act()
  return painted
}

function untilPainted({ selector, pattern, since }: { selector: string; pattern: string; since: Since }) {
  const text = new RegExp(pattern)
  const isVisible = () =>
    [...document.querySelectorAll(selector)].some((one) => text.test(one.textContent) && one.checkVisibility())
  let startedAt = since === 'opening' ? 0 : Number.NaN
  if (since !== 'opening')
    addEventListener(since, (event) => (startedAt = event.timeStamp), { capture: true, once: true })
  return new Promise<number>((resolve) => {
    const report = () => {
      // Runs after the paint of this frame, and before tasks of default priority, in which React renders what is not
      // visible.
      void scheduler.postTask(() => resolve(performance.now() - startedAt), { priority: 'user-blocking' })
    }
    const check = () => {
      if (Number.isNaN(startedAt) || !isVisible()) return
      observer.disconnect()
      requestAnimationFrame(report)
    }
    // Polling frames would paint them before the tasks that the screen waits for.
    const observer = new MutationObserver(check)
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    check()
  })
}
