// The requests of every screen and the transferred bytes of every public page, compared with budgets.json.
import type { BrowserContext, Page, Request } from '@playwright/test'
import budgets from '../budgets.json' with { type: 'json' }
import { sitePaths } from '../src/screens/site/paths.ts'
import { fillInBrand, fillInCompany, SERVICE_PAGE } from '../tools/support/company.ts'
import { aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Budget IT AB' } })

/** The specified maximum for every public page: transferred bytes of all requests. */
const SPECIFIED_BYTES = 60_000
/** Longer than the delay of any request of a screen. */
const DELAYED_MS = 1000

/** More than one page of each list, to reveal requests for every row or for the next page. */
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

let pathIds: Record<string, string> = {}
let customerLogin: Awaited<ReturnType<typeof aLogin>>

test.beforeAll(async ({ product }) => {
  for (const statement of filled) await inDatabase(product, statement, [])
  const [ticket] = await inDatabase(product, 'select id, customer_id from tickets limit 1', [])
  pathIds = { ':customer': ticket.customer_id, ':ticket': ticket.id }
  customerLogin = await aLogin(product, 'kund@budget.example', ticket.customer_id)
  const admin = await signedIn(product, product.admin)
  await admin.create('/api/reports', { customerId: '', from: '2026-03-01', to: '2026-03-31' })
})

const publicPaths = [...sitePaths, SERVICE_PAGE] as const
const isOfPortal = (address: string) => address.startsWith('/customer-portal')
const screens = Object.entries(budgets.requests)
const { requests } = budgets.publicPage
/** Some pages have their own budget. */
const budgetedBytes: Record<string, number> & { any: number } = budgets.publicPage.bytes

test('no screen of the back office exceeds its budget of requests', async ({ context, product }) => {
  await (await signedIn(product, product.admin)).enter(context)
  await openEach(
    context,
    screens.filter(([address]) => !isOfPortal(address)),
  )
})

test('no screen of the portal exceeds its budget of requests', async ({ context, product }) => {
  await (await signedIn(product, customerLogin)).enter(context)
  await openEach(
    context,
    screens.filter(([address]) => isOfPortal(address)),
  )
})

async function openEach(context: BrowserContext, budgeted: [address: string, allowed: number][]) {
  // Without a live stream, as in a second tab. The requests after the opening of a stream are tested by
  // live.screen.test.tsx.
  await context.addInitScript(() => {
    if (!('locks' in navigator)) return // the empty page before the first
    const request = navigator.locks.request.bind(navigator.locks) as (...options: unknown[]) => Promise<unknown>
    navigator.locks.request = (name: string, ...rest: unknown[]) =>
      name.startsWith('live-') ? new Promise(() => undefined) : request(name, ...rest)
  })
  const page = await context.newPage()
  await page.clock.install()
  const traffic = follow(page)
  for (const [address, allowed] of budgeted) {
    await open(page, address)
    await traffic.settled()
    expect.soft(traffic.requests.length, `${address}: ${traffic.requests.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect(traffic.requests.length).toBeGreaterThan(0)
  }
}

/** Additional requests for branding: the stylesheet of the colours, and an icon separate from the logo. */
const OWN_LOOK_REQUESTS = 2

test('a public page is within its budgets and loads nothing from other hosts', async ({ anotherBrowser, product }) => {
  await fillInCompany(product.url)
  for (const path of publicPaths) {
    const { urls, bytes } = await transferOf(await anotherBrowser(), product.url, path)
    expect.soft(urls.length, `${path}: ${urls.join(', ')}`).toBeLessThanOrEqual(requests)
    expect.soft(bytes, path).toBeLessThanOrEqual(Math.min(budgetedBytes[path] ?? budgetedBytes.any, SPECIFIED_BYTES))
  }
})

test('a public page is within its budgets with a logo, colours and four photos', async ({
  anotherBrowser,
  product,
}) => {
  await fillInCompany(product.url)
  await fillInBrand(product.url)
  for (const path of publicPaths) {
    const { urls, bytes } = await transferOf(await anotherBrowser(), product.url, path)
    const photos = path === '/om-oss' ? 1 : 0
    const allowed = requests + OWN_LOOK_REQUESTS + photos
    expect.soft(urls.length, `${path}: ${urls.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect.soft(bytes, path).toBeLessThanOrEqual(SPECIFIED_BYTES)
  }
})

/** What a page transfers without scrolling; nothing may come from another host. */
async function transferOf(context: BrowserContext, url: string, path: string) {
  const page = await context.newPage()
  await page.clock.install()
  const traffic = follow(page)
  const transfer = await measureTransfer(page)
  await open(page, path)
  await traffic.settled()
  const urls = [...transfer.urls.values()]
  expect(urls.filter((one) => !one.startsWith(`${url}/`))).toEqual([])
  expect(transfer.bytes).toBeGreaterThan(10_000)
  await page.close()
  return { urls, bytes: transfer.bytes }
}

/** The URLs and transferred bytes of a page, with response headers. */
async function measureTransfer(page: Page) {
  const transfer = { urls: new Map<string, string>(), bytes: 0 }
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) transfer.urls.set(requestId, request.url)
  })
  network.on('Network.responseReceived', ({ requestId, response }) => {
    // The image in the page's header is loaded again as its icon, from the cache.
    if (response.fromDiskCache) transfer.urls.delete(requestId)
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transfer.bytes += encodedDataLength
  })
  await network.send('Network.enable')
  return transfer
}

async function open(page: Page, address: string) {
  await page.goto(address.replace(/:\w+/, (name) => pathIds[name] ?? name))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Records the API requests of a page, except for the live stream, which never ends. */
function follow(page: Page) {
  const requests: string[] = []
  const pending = new Set<Request>()
  let changes = 0
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/live')) return
    if (request.isNavigationRequest()) requests.length = 0
    if (/^\/(api|auth\/v1)\//.test(pathname)) requests.push(`${request.method()} ${pathname}${search}`)
    pending.add(request)
    changes++
  })
  const finish = (request: Request) => {
    pending.delete(request)
    changes++
  }
  // The page may never read a body to its end.
  page.on('response', (response) => finish(response.request()))
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  /** Whether the page makes no request while it handles what it has received. */
  const isIdle = async () => {
    await expect.poll(() => pending.size).toBe(0)
    const before = changes
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    return changes === before
  }
  /** Resolves when no request is pending, and neither responses nor timers within DELAYED_MS cause another one. */
  const settled = async () => {
    for (;;) {
      // The clock is advanced only in an idle page, because several advances in a row would look like missing
      // heartbeats.
      if (!(await isIdle())) continue
      await page.clock.fastForward(DELAYED_MS)
      if (await isIdle()) return
    }
  }
  return { requests, settled }
}
