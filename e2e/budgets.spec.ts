// What opening a screen asks of the server, and what a public page sends: what budgets.json allows.
import type { BrowserContext, Page, Request } from '@playwright/test'
import budgets from '../budgets.json' with { type: 'json' }
import { sitePaths } from '../src/site/paths.ts'
import { fillInCompany } from '../tools/support/company.ts'
import { aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Budget IT AB' } })

/** Of every public page: bytes as they are sent, all requests together. */
const PROMISED_BYTES = 60_000
/** A screen that has asked for nothing for so long has all it needs. */
const QUIET_MS = 150
/** Longer than a screen waits before it asks for what it may have missed (`live.api.ts`). */
const AFTER_OPENING_MS = 1000

/** More than a page of each list: a request for every row, or for the next page, would show. */
const filled = [
  `insert into customers (org_id, id, name)
   select organizations.id, gen_random_uuid(), 'Kund ' || n from organizations, generate_series(1, 60) n`,
  `insert into tickets (org_id, id, ticket_number, customer_id, title, description)
   select org_id, gen_random_uuid(), row_number() over (order by id), id, 'Ärende', 'x' from customers`,
  `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment)
   select org_id, gen_random_uuid(), customer_id, tickets.id, profiles.id, 'Jag kommer.' from tickets join profiles using (org_id)`,
  `insert into time_entries (org_id, id, user_id, created_by, customer_id, work_date, time_from, time_to, reported_at, reported)
   select org_id, gen_random_uuid(), profiles.id, profiles.id, customers.id, '2026-03-02', '08:00', '09:00', at, at is not null
   from customers join profiles using (org_id), unnest(array[null, now()]) at`,
  `insert into enquiries (org_id, id, kind, name, email, message)
   select org_id, gen_random_uuid(), 'contact', name, 'vera@vik.example', 'Hej' from customers`,
]

let places: Record<string, string> = {}
let customerLogin: Awaited<ReturnType<typeof aLogin>>

test.beforeAll(async ({ product }) => {
  for (const statement of filled) await inDatabase(product, statement, [])
  const [ticket] = await inDatabase(product, 'select id, customer_id from tickets limit 1', [])
  places = { ':customer': ticket.customer_id, ':ticket': ticket.id }
  customerLogin = await aLogin(product, 'kund@budget.example', ticket.customer_id)
  const admin = await signedIn(product, product.admin)
  await admin.create('/api/reports', { customerId: '', from: '2026-03-01', to: '2026-03-31' })
})

const isPublic = (address: string) => sitePaths.some((path) => path === address)
const isOfPortal = (address: string) => address.startsWith('/customer-portal')
const screens = Object.entries(budgets.requests).filter(([address]) => !isPublic(address))

test('no screen of the back office asks for more than it may', async ({ context, product }) => {
  await (await signedIn(product, product.admin)).enter(context)
  await openEach(
    context,
    screens.filter(([address]) => !isOfPortal(address)),
  )
})

test('no screen of the portal asks for more than it may', async ({ context, product }) => {
  await (await signedIn(product, customerLogin)).enter(context)
  await openEach(
    context,
    screens.filter(([address]) => isOfPortal(address)),
  )
})

async function openEach(context: BrowserContext, budgeted: [address: string, allowed: number][]) {
  // Without a live stream, as in a tab beside the one that has it: what its opening asks for is told below.
  await context.addInitScript(() => {
    if (!('locks' in navigator)) return // the empty page before the first
    const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>
    navigator.locks.request = (name: string, ...rest: unknown[]) =>
      name.startsWith('live-') ? new Promise(() => undefined) : request(name, ...rest)
  })
  const page = await context.newPage()
  const traffic = follow(page)
  for (const [address, allowed] of budgeted) {
    await open(page, address)
    await traffic.settled()
    expect.soft(traffic.asked.length, `${address}: ${traffic.asked.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect(traffic.asked.length).toBeGreaterThan(0)
  }
}

test('when the live stream opens, a screen asks for everything once more', async ({ page, context, product }) => {
  await (await signedIn(product, product.admin)).enter(context)
  const { promise: mayOpen, resolve: openStream } = Promise.withResolvers<void>()
  await page.route('**/api/live', async (route) => {
    await mayOpen
    await route.continue()
  })
  const traffic = follow(page)
  await open(page, '/backoffice/tickets')
  await traffic.settled()
  const before = [...traffic.asked]
  openStream()
  await expect.poll(() => traffic.asked.length).toBeGreaterThan(before.length)
  await traffic.settled(AFTER_OPENING_MS)
  expect(traffic.asked.slice(before.length).sort()).toEqual(before.sort())
})

test('a public page is light, and asks nothing of others', async ({ anotherBrowser, product }) => {
  await fillInCompany(product.url)
  for (const path of sitePaths) {
    const page = await (await anotherBrowser()).newPage()
    const traffic = follow(page)
    const sent = await weigh(page)
    await open(page, path)
    await traffic.settled()
    const urls = [...sent.urls.values()]
    expect(urls.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([])
    expect.soft(urls.length, `${path}: ${urls.join(', ')}`).toBeLessThanOrEqual(budgets.requests[path])
    expect.soft(sent.bytes, path).toBeLessThanOrEqual(Math.min(budgets.pageBytes[path], PROMISED_BYTES))
    expect(sent.bytes).toBeGreaterThan(10_000)
    await page.close()
  }
})

/** What goes over the wire for a page, heads of answers among it. */
async function weigh(page: Page) {
  const sent = { urls: new Map<string, string>(), bytes: 0 }
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) sent.urls.set(requestId, request.url)
  })
  network.on('Network.responseReceived', ({ requestId, response }) => {
    // The picture in the page's head is its icon as well.
    if (response.fromDiskCache) sent.urls.delete(requestId)
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sent.bytes += encodedDataLength
  })
  await network.send('Network.enable')
  return sent
}

async function open(page: Page, address: string) {
  await page.goto(address.replace(/:\w+/, (name) => places[name] ?? name))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Counts what a page asks of the server; the live stream, which never ends, is left out. */
function follow(page: Page) {
  const asked: string[] = []
  const underWay = new Set<Request>()
  let changes = 0
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/live')) return
    if (request.isNavigationRequest()) asked.length = 0
    if (/^\/(api|auth\/v1)\//.test(pathname)) asked.push(`${request.method()} ${pathname}${search}`)
    underWay.add(request)
    changes++
  })
  const heard = (request: Request) => {
    underWay.delete(request)
    changes++
  }
  // Nobody need read an answer to its end.
  page.on('response', (response) => heard(response.request()))
  page.on('requestfinished', heard)
  page.on('requestfailed', heard)
  /** Nothing is under way, and what has arrived has led to nothing more. */
  const settled = async (quietMs = QUIET_MS) => {
    let before: number
    do {
      before = changes
      await page.waitForTimeout(quietMs)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    } while (changes > before || underWay.size > 0)
  }
  return { asked, settled }
}
