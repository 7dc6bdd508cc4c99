// Screens show current data: across two processes, and after every interruption.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startRelay } from '../src/platform/http/testing/relay.ts'
import { EVENTS_HEARTBEAT_SECONDS } from '../src/shared/contract.ts'
import { openClient } from '../tools/drills/support/drill-client.ts'
import { openStream } from '../tools/support/live-client.ts'
import { type Product, startProduct } from '../tools/support/product.ts'
import { aCustomer, aLogin, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { preparedDataDir } from './fixtures/prepared-data.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Direkt AB' } })

/** A second process on the database and with the keys of the first. */
function startSecondProcess({ dataDir }: Product): Promise<Product> {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const socket = new URLSearchParams({ host: String(host), port: String(port), user: 'stodpunkt' })
  return startProduct({
    dataDir,
    environment: {
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
      DATABASE_URL: `postgresql://localhost/stodpunkt?${socket}`,
    },
  })
}

const open = (as: SignedIn, customerId: string, title: string) =>
  as.create('/api/tickets', { title, description: 'x', customerId })

const sees = (page: Page, title: string) => expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()

test('200 tickets opened concurrently on two processes have unique numbers and the right creators', async ({
  product,
}) => {
  const second = await startSecondProcess(product)
  try {
    const admin = await signedIn(product, product.admin)
    const logins = [product.admin]
    for (const name of ['ett', 'två', 'tre']) {
      const { id } = await aCustomer(admin, `Kund ${name} AB`)
      logins.push(await aLogin(product, `${name.replace('å', 'a')}@fyra.example`, id))
    }
    const { id: customerId } = await aCustomer(admin, 'Kund fyra AB')
    const people = await Promise.all(
      [product, second].flatMap(({ url }) =>
        logins.map(async (login) => ({ login, as: await signedIn({ url }, login) })),
      ),
    )
    const created = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        // A portal login may open 20 tickets an hour: two in each round, one on each process. The administrator opens
        // the rest.
        const turn = n < 10 * people.length ? n : (n % 2) * logins.length
        const { login, as } = people[turn % people.length]!
        const ticket = { title: `Samtidigt ${n}`, description: login.email }
        const path = login === product.admin ? '/api/tickets' : '/api/portal/tickets'
        return as.create(path, login === product.admin ? { ...ticket, customerId } : ticket)
      }),
    )
    expect(new Set(created.map(({ ticketNumber }) => ticketNumber)).size).toBe(200)
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
    await second.stop()
  }
})

test('a change on one process appears on the other, in every tab; a sign-out applies to all tabs', async ({
  product,
  context,
  complaints,
}) => {
  // The server ends the stream with the session, so a tab may ask again before it learns of the sign-out.
  complaints.expect(/status of (400|401|403)/)
  const second = await startSecondProcess(product)
  try {
    const admin = await signedIn(second, product.admin)
    const { id } = await aCustomer(admin, 'Grannen AB')
    await admin.enter(context)
    const page = await context.newPage()
    await page.goto(`${second.url}/backoffice/tickets`)
    await expect(page.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
    const other = await signedIn(product, product.admin)
    await open(other, id, 'Från andra sidan')
    await sees(page, 'Från andra sidan')
    // Two tabs share a stream; its events reach both.
    const secondTab = await context.newPage()
    await secondTab.goto(`${second.url}/backoffice/tickets`)
    await sees(secondTab, 'Från andra sidan')
    await open(other, id, 'Till båda flikarna')
    await Promise.all([page, secondTab].map((tab) => sees(tab, 'Till båda flikarna')))
    await page.close()
    await open(other, id, 'Till den som är kvar')
    await sees(secondTab, 'Till den som är kvar')
    const third = await context.newPage()
    await third.goto(`${second.url}/backoffice`)
    await third.getByRole('button', { name: 'Logga ut' }).click()
    await expect(third.getByText('Utloggad')).toBeVisible()
    await expect(secondTab).toHaveURL(/\/auth/)
  } finally {
    await second.stop()
  }
})

test('time entries, the archive and users appear on others’ screens without a reload', async ({ product, context }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Tidkunden AB')
  await admin.enter(context)
  const pages = ['time', 'archive', 'users', `customers/${customerId}/time`]
  const [time, archive, users, ofCustomer] = await Promise.all(
    pages.map(async (path) => {
      const page = await context.newPage()
      await page.goto(`/backoffice/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page
    }),
  )
  const row = { customerId, workDate: '2026-11-02', timeFrom: '08:00', timeTo: '09:00', description: 'Bytt kabel' }
  await admin.create('/api/time', row)
  for (const page of [time, ofCustomer]) await expect(page!.getByText('Bytt kabel')).toBeVisible()
  await inDatabase(product, 'update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customerId,
  ])
  await expect(archive!.getByText('Bytt kabel')).toBeVisible()
  await expect(time!.getByText('Bytt kabel')).toBeHidden()
  await admin.create('/api/users', {
    fullName: 'Nils Nyanställd',
    email: 'nils@direkt.example',
    password: 'ett-långt-lösenord',
    role: 'technician',
  })
  await expect(users!.getByText('Nils Nyanställd')).toBeVisible()
})

test('a screen whose session was ended elsewhere goes to the sign-in page automatically', async ({
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
  await expect(page).toHaveURL(/\/auth\?next=/)
})

test('A-255: above the limit of streams the oldest tab shows lost contact, and reconnects on focus', async ({
  product,
  context,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aCustomer(admin, 'Många skärmar AB')
  await admin.enter(context)
  await context.clock.install()
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
  const disconnected = (tab: Page) => tab.getByText('Ingen kontakt med servern. Det du ser kan vara gammalt.')
  for (const tab of tabs) await expect(disconnected(tab)).toBeVisible()
  // Longer than a visible tab waits without heartbeats before it takes over the stream.
  await context.clock.fastForward((4 * EVENTS_HEARTBEAT_SECONDS + 1) * 1000)
  expect(opened).toBe(1)
  await open(admin, id, 'Medan det var många')
  await tabs[0]!.evaluate(() => window.dispatchEvent(new Event('focus')))
  for (const tab of tabs) {
    await sees(tab, 'Medan det var många')
    await expect(disconnected(tab)).toBeHidden()
  }
  expect(opened).toBe(2)
  for (const stream of elsewhere) stream.close()
})

test.describe('after an interruption the screen shows the current data', () => {
  test.beforeEach(({ complaints }) => complaints.expect(/Failed to load resource|net::ERR|ERR_/))

  async function openList(
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
    const list = await openList(product, page)
    await context.setOffline(true)
    // Chromium may leave the open stream connected; but the page knows that it is offline, and cannot fetch the list.
    await page.waitForFunction(() => !navigator.onLine)
    await list.open('Medan nätet var borta')
    await expect(page.getByRole('link', { name: 'Medan nätet var borta' })).toHaveCount(0)
    await context.setOffline(false)
    await sees(page, 'Medan nätet var borta')
  })

  test('the connection drops all bytes without closing', async ({ product, page, complaints }) => {
    // A request whose bytes were lost is answered with the server's 408, which is no code.
    complaints.expect(/MIME type/)
    const relay = await startRelay({ port: product.port, host: '127.0.0.1' })
    try {
      const list = await openList(product, page, `http://localhost:${relay.port}`)
      await list.open('Före tystnaden')
      await sees(page, 'Före tystnaden')
      relay.mute(true)
      await list.open('Under tystnaden')
      await expect(page.getByText(/Ingen kontakt med servern/)).toBeVisible()
      relay.mute(false)
      // Attempts that were waiting for the silent server end first, later on a loaded machine.
      await expect(page.getByRole('link', { name: 'Under tystnaden' })).toBeVisible({ timeout: 180_000 })
      await expect(page.getByText(/Ingen kontakt med servern/)).toHaveCount(0)
    } finally {
      relay.stop()
    }
  })

  test('the database is killed', async ({ product, page }) => {
    const list = await openList(product, page)
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

test('after a crash and restart of the server the screen shows the current data', async ({
  product,
  page,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|net::ERR|ERR_/)
  const dataDir = preparedDataDir()
  const environment = { LOG_LEVEL: 'warn' }
  let restarted = await startProduct({ dataDir: dataDir.path, environment })
  try {
    const admin = await signedIn(restarted, product.admin)
    const { id } = await aCustomer(admin, 'Omstarten AB')
    await admin.enter(page.context())
    await page.goto(`${restarted.url}/backoffice/tickets`)
    await expect(page.getByRole('tab', { name: /Aktiva/ })).toBeVisible()
    restarted.process.kill('SIGKILL')
    await restarted.ended
    restarted = await startProduct({ dataDir: dataDir.path, port: restarted.port, environment })
    await open(admin, id, 'Efter omstarten')
    await sees(page, 'Efter omstarten')
  } finally {
    await restarted.stop()
    dataDir.remove()
  }
})
