// The requests of every screen and the transferred bytes of every public page, compared with budgets.json.
import type { BrowserContext } from '@playwright/test'
import budgets from '../budgets.json' with { type: 'json' }
import { fillInCompany } from '../tools/support/company.ts'
import { aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import { follow, open, publicPaths, SPECIFIED_BYTES, transferOf } from './fixtures/traffic.ts'

test.use({ settings: { ORG_NAME: 'Budget IT AB' } })

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
    await open(
      page,
      address.replace(/:\w+/, (name) => pathIds[name] ?? name),
    )
    await traffic.settled()
    expect.soft(traffic.requests.length, `${address}: ${traffic.requests.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect(traffic.requests.length).toBeGreaterThan(0)
  }
}

test('a public page is within its budgets and loads nothing from other hosts', async ({ anotherBrowser, product }) => {
  await fillInCompany(product.url)
  for (const path of publicPaths) {
    const { urls, bytes } = await transferOf(await anotherBrowser(), product.url, path)
    expect.soft(urls.length, `${path}: ${urls.join(', ')}`).toBeLessThanOrEqual(requests)
    expect.soft(bytes, path).toBeLessThanOrEqual(Math.min(budgetedBytes[path] ?? budgetedBytes.any, SPECIFIED_BYTES))
  }
})
