// Screens are as the database is: across two processes, and after every cut.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startRelay } from '../src/lib/server/testing/relay.ts'
import { openClient } from '../tools/drills/support/drill-client.ts'
import { openStream } from '../tools/support/live-client.ts'
import { type Product, startProduct } from '../tools/support/product.ts'
import { aCustomer, aLogin, inDatabase, type Signed, signedIn } from './fixtures/people.ts'
import { preparedDataDir } from './fixtures/prepared-data.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Direkt AB' } })

/** How long a screen may lag behind once whatever was cut is whole again. */
const CONVERGES_MS = 5000

/** A second process on the database of the first, with its keys. */
function startBeside({ dataDir }: Product): Promise<Product> {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const socket = new URLSearchParams({ host: String(host), port: String(port), user: 'stodpunkt' })
  return startProduct({
    dataDir,
    environment: {
      ...{ LOG_LEVEL: 'warn', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' },
      DATABASE_URL: `postgresql://localhost/stodpunkt?${socket}`,
    },
  })
}

const open = (as: Signed, customerId: string, title: string) =>
  as.create('/api/tickets', { title, description: 'x', customerId })

const sees = (page: Page, title: string) =>
  expect(page.getByRole('link', { name: title, exact: true })).toBeVisible({ timeout: CONVERGES_MS })

test('200 tickets opened at once by four people on two processes have 200 numbers, each with its creator', async ({
  product,
}) => {
  const beside = await startBeside(product)
  try {
    const admin = await signedIn(product, product.admin)
    const logins = [product.admin]
    for (const name of ['ett', 'två', 'tre']) {
      const { id } = await aCustomer(admin, `Kund ${name} AB`)
      logins.push(await aLogin(product, `${name.replace('å', 'a')}@fyra.example`, id))
    }
    const { id: customerId } = await aCustomer(admin, 'Kund fyra AB')
    const people = await Promise.all(
      [product, beside].flatMap(({ url }) =>
        logins.map(async (login) => ({ login, as: await signedIn({ url }, login) })),
      ),
    )
    const made = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const { login, as } = people[n % people.length]!
        const ticket = { title: `Samtidigt ${n}`, description: login.email }
        const path = login === product.admin ? '/api/tickets' : '/api/portal/tickets'
        return as.create(path, login === product.admin ? { ...ticket, customerId } : ticket)
      }),
    )
    expect(new Set(made.map(({ ticketNumber }) => ticketNumber)).size).toBe(200)
    const wrong = await inDatabase(
      product,
      `select title from tickets join auth.users on users.id = created_by where title like 'Samtidigt%' and email <> description`,
      [],
    )
    expect(wrong).toEqual([])
    const [{ n }] = await inDatabase(
      product,
      `select count(*)::int as n from tickets where title like 'Samtidigt%'`,
      [],
    )
    expect(n).toBe(200)
  } finally {
    await beside.stop()
  }
})

test('what happens on one process is seen at once on the other, in every tab; signing out in one signs out all', async ({
  product,
  context,
}) => {
  const beside = await startBeside(product)
  try {
    const admin = await signedIn(beside, product.admin)
    const { id } = await aCustomer(admin, 'Grannen AB')
    await admin.enter(context)
    const page = await context.newPage()
    await page.goto(`${beside.url}/backoffice/tickets`)
    await expect(page.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
    const elsewhere = await signedIn(product, product.admin)
    await open(elsewhere, id, 'Från andra sidan')
    await sees(page, 'Från andra sidan')
    // Two tabs share a stream; what is told reaches both.
    const second = await context.newPage()
    await second.goto(`${beside.url}/backoffice/tickets`)
    await sees(second, 'Från andra sidan')
    await open(elsewhere, id, 'Till båda flikarna')
    await Promise.all([page, second].map((tab) => sees(tab, 'Till båda flikarna')))
    await page.close()
    await open(elsewhere, id, 'Till den som är kvar')
    await sees(second, 'Till den som är kvar')
    const third = await context.newPage()
    await third.goto(`${beside.url}/backoffice`)
    await third.getByRole('button', { name: 'Logga ut' }).click()
    await expect(third.getByText('Utloggad')).toBeVisible()
    await expect(second).toHaveURL(/\/auth/)
  } finally {
    await beside.stop()
  }
})

test('a session that is ended elsewhere takes its screen to the sign-in by itself', async ({
  product,
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of (400|401|403)/)
  await (await signedIn(product, product.admin)).enter(context)
  await page.goto('/backoffice/tickets')
  await expect(page.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
  await inDatabase(product, 'update auth.sessions set ended_at = now() where ended_at is null', [])
  await expect(page).toHaveURL(/\/auth\?next=/, { timeout: CONVERGES_MS })
})

test('A-255: with too many screens of one login the oldest says that it has no contact, in every tab, and gets it back when somebody returns', async ({
  product,
  context,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aCustomer(admin, 'Många skärmar AB')
  await admin.enter(context)
  const tabs = [await context.newPage(), await context.newPage()]
  let opened = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) opened++
  })
  for (const tab of tabs) {
    await tab.goto('/backoffice/tickets')
    await expect(tab.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
  }
  await open(admin, id, 'Innan det blev många')
  for (const tab of tabs) await sees(tab, 'Innan det blev många')

  const token = await openClient(product.url).signIn()
  const elsewhere = await Promise.all(Array.from({ length: 10 }, () => openStream(`${product.url}/api/live`, token)))
  const without = (tab: Page) => tab.getByText('Ingen kontakt med servern. Det du ser kan vara gammalt.')
  for (const tab of tabs) await expect(without(tab)).toBeVisible()
  // Longer than a tab in sight waits before it takes a silent stream over.
  await tabs[0]!.waitForTimeout(9000)
  expect(opened).toBe(1)
  await open(admin, id, 'Medan det var många')
  await tabs[0]!.evaluate(() => window.dispatchEvent(new Event('focus')))
  for (const tab of tabs) {
    await sees(tab, 'Medan det var många')
    await expect(without(tab)).toBeHidden()
  }
  expect(opened).toBe(2)
  for (const stream of elsewhere) stream.close()
})

test.describe('after a cut the screen is as the database within five seconds', () => {
  test.beforeEach(({ complaints }) => complaints.expect(/Failed to load resource|net::ERR|ERR_/))

  async function atTheList(
    product: Product & { admin: { email: string; password: string } },
    page: Page,
    url = product.url,
  ) {
    const admin = await signedIn(product, product.admin)
    const { id } = await aCustomer(admin, 'Avbrottet AB')
    await admin.enter(page.context())
    await page.goto(`${url}/backoffice/tickets`)
    await expect(page.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
    return { open: (title: string) => open(admin, id, title) }
  }

  test('the browser has no network', async ({ product, page, context }) => {
    const list = await atTheList(product, page)
    await context.setOffline(true)
    await list.open('Medan nätet var borta')
    await page.waitForTimeout(3000)
    await context.setOffline(false)
    await sees(page, 'Medan nätet var borta')
  })

  test('the connection goes silent without a word', async ({ product, page }) => {
    const relay = await startRelay({ port: product.port, host: '127.0.0.1' })
    try {
      const list = await atTheList(product, page, `http://localhost:${relay.port}`)
      await list.open('Före tystnaden')
      await sees(page, 'Före tystnaden')
      relay.mute(true)
      await list.open('Under tystnaden')
      await expect(page.getByText(/Ingen kontakt med servern/)).toBeVisible({ timeout: 15_000 })
      relay.mute(false)
      await sees(page, 'Under tystnaden')
      await expect(page.getByText(/Ingen kontakt med servern/)).toHaveCount(0)
    } finally {
      relay.stop()
    }
  })

  test('the database dies', async ({ product, page }) => {
    const list = await atTheList(product, page)
    const [pid] = readFileSync(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await expect
      .poll(
        () =>
          list.open('Efter databasens död').then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    await sees(page, 'Efter databasens död')
  })
})

test('after the server has died and is started again the screen is as the database within five seconds', async ({
  product,
  page,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|net::ERR|ERR_/)
  const dataDir = preparedDataDir()
  const environment = { LOG_LEVEL: 'warn' }
  let mortal = await startProduct({ dataDir: dataDir.path, environment })
  try {
    const admin = await signedIn(mortal, product.admin)
    const { id } = await aCustomer(admin, 'Omstarten AB')
    await admin.enter(page.context())
    await page.goto(`${mortal.url}/backoffice/tickets`)
    await expect(page.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
    mortal.process.kill('SIGKILL')
    await mortal.ended
    mortal = await startProduct({ dataDir: dataDir.path, port: mortal.port, environment })
    await open(admin, id, 'Efter omstarten')
    await sees(page, 'Efter omstarten')
  } finally {
    await mortal.stop()
    dataDir.remove()
  }
})
