// Time until a screen is painted, for one person, on a throttled phone and on a desktop.
import type { Browser } from '@playwright/test'
import { findBrowser } from '../tools/ensure-browser.ts'
import { type Device, openDesk, openPhone, type Target, timeTo, withBrowser } from './device.ts'
import { measurePalette } from './palette.ts'
import type { Part } from './part.ts'
import { type Build, PASSWORD } from './stage.ts'
import { inTurns, type Measured } from './turns.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** How long a user looks at the Dashboard, while the code of the other screens is fetched. */
const READING_MS = 2000
/** Common in tickets, so that the search fills the list. */
const WORD = 'skrivare'

export const screens: Part = {
  name: 'screens',
  title: `screens of one person on the full demo, ${ROUNDS} rounds in turns; ms until painted`,
  missing: () => (findBrowser() ? undefined : 'chromium not installed'),
  run: async (stages) => {
    const { builds } = await stages()
    await withBrowser(async (chromium) => {
      for (const kind of ['desk', 'phone'] as const) {
        console.log(kind)
        await measureScreens(chromium, builds, kind, ROUNDS)
      }
    })
  },
}

/**
 * Signs in on a device for each build and opens the screens in every round, each time of another ticket and customer;
 * `startOthers` starts the load by other people meanwhile.
 */
export async function measureScreens(
  chromium: Browser,
  builds: readonly Build[],
  kind: 'desk' | 'phone',
  rounds: number,
  startOthers?: StartOthers,
) {
  const opened = new Map<Build, Opened>()
  try {
    for (const build of builds) {
      const device = await openDevice(chromium, build, kind)
      const lastFound = (await listed(build, `?search=${WORD}`)).at(-1)?.ticketNumber ?? 0
      opened.set(build, { device, shown: await shownTickets(build), lastFound })
      await signInOn(device, build)
    }
    const measure = async (build: Build, nth: number) => {
      const { device, shown, lastFound } = opened.get(build) as Opened
      const round = { ...(shown[nth % shown.length] as Shown), nth, lastFound }
      const others = startOthers?.(build, nth)
      const own = { ...(await byAddress(device, round)), ...(await byMenu(device, round)) }
      return { ...own, ...(await others?.()) }
    }
    await inTurns(builds, rounds, [measure])
  } finally {
    for (const { device } of opened.values()) await device.close()
  }
}

type Opened = { device: Device; shown: Shown[]; lastFound: number }

type StartOthers = (build: Build, round: number) => () => Promise<Measured>

const openDevice = (chromium: Browser, { product: { url } }: Build, kind: 'desk' | 'phone') =>
  kind === 'desk' ? openDesk(chromium, url) : openPhone(chromium, url)

/** A ticket on the first page of the list, and a pattern for its last comment. */
export type Shown = { id: string; lastComment: RegExp }
type Round = Shown & { nth: number; lastFound: number }

const patternFor = (text: string) => new RegExp(text.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&'))

async function listed({ product, people: [person] }: Build, query: string) {
  const headers = { authorization: `Bearer ${await person.token()}` }
  const answer = await fetch(`${product.url}/api/tickets${query}`, { headers })
  const { rows } = (await answer.json()) as { rows: { id: string; ticketNumber: number }[] }
  return rows
}

export async function shownTickets(build: Build): Promise<Shown[]> {
  const rows = await listed(build, '')
  const { rows: comments } = await build.query<{ id: string; comment: string }>(
    `select distinct on (ticket_id) ticket_id as id, comment from ticket_comments
     where ticket_id = any ($1) order by ticket_id, created_at desc, ticket_comments.id desc`,
    [rows.slice(0, 30).map(({ id }) => id)],
  )
  if (comments.length === 0) throw new Error('The demo has no tickets with comments')
  return comments.map(({ id, comment }) => ({ id, lastComment: patternFor(comment.split('\n')[0] ?? '') }))
}

const dashboardFigures = { selector: 'main a[href="/backoffice/time"]', text: /Orapporterade timmar.*\d.*tim/ }
export const ticketRow = { selector: 'tbody tr:nth-child(10)', text: /#\d/ }
/** Its thread, down to the last comment. */
export const ticketScreen = ({ lastComment }: Shown) => ({ selector: '[role=log] article', text: lastComment })
const timeRow = { selector: 'main tbody tr:nth-child(10)', text: /\d/ }
const customerDetails = { selector: 'main dl', text: /Utrustning/ }

export async function signInOn({ page, tap, settle }: Device, { people: [person] }: Build) {
  await page.goto('/auth')
  await page.getByLabel('E-post').fill(person.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD)
  await timeTo(page, dashboardFigures, 'click', () => tap(page.getByRole('button', { name: 'Logga in' })))
  await settle(READING_MS)
}

async function byAddress({ page, settle }: Device, shown: Shown): Promise<Measured> {
  const open = async (path: string, target: Target) => {
    const ms = await timeTo(page, target, 'opening', () => page.goto(path, { waitUntil: 'commit' }))
    await settle()
    return ms
  }
  return {
    'tickets by address': await open('/backoffice/tickets', ticketRow),
    'a ticket by address': await open(`/backoffice/tickets/${shown.id}`, ticketScreen(shown)),
    'time by address': await open('/backoffice/time', timeRow),
    'Dashboard by address': await open('/backoffice', dashboardFigures),
  }
}

/** Each screen from the Dashboard, for the first time since the page was loaded. */
async function byMenu(device: Device, { lastFound, nth, ...shown }: Round): Promise<Measured> {
  const { page, tap, settle } = device
  const menu = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true })
  const open = async (target: Target, at: Parameters<Device['tap']>[0]) => {
    const ms = await timeTo(page, target, 'click', () => tap(at))
    await settle()
    return ms
  }
  await settle(READING_MS)
  const list = await open(ticketRow, menu(/ärenden/i).first())
  const ticket = await open(ticketScreen(shown), page.locator(`[data-row-link][href$="${shown.id}"]`))
  await tap(page.getByRole('link', { name: 'Tillbaka till listan' }))
  await settle()
  const search = await typeSearch(page, tap, lastFound)
  await tap(menu(/Kunder/).first())
  await settle()
  const customer = await open(customerDetails, page.locator('[data-row-link]').nth(nth))
  const time = await open(timeRow, menu(/^Tid/).first())
  const palette = await measurePalette(device, nth)
  return {
    'menu to the tickets': list,
    'list to a ticket': ticket,
    'last key of a search to its rows': search,
    'list to a customer': customer,
    'menu to the time': time,
    ...palette,
  }
}

async function typeSearch(page: Device['page'], tap: Device['tap'], lastFound: number) {
  await tap(page.getByLabel('Sök ärende'))
  await page.keyboard.type(WORD.slice(0, -1), { delay: 30 })
  const lastRow = { selector: 'tbody tr:last-child', text: new RegExp(`#${lastFound}(?!\\d)`) }
  return timeTo(page, lastRow, 'input', () => page.keyboard.press(WORD.slice(-1)))
}
