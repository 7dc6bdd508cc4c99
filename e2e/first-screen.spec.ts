import type { Page } from '@playwright/test'
import { SESSION_KEY } from '../src/features/auth/web/session-key.ts'
import { aCustomer, aLogin, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

const APP = /\/assets\/main-.*\.js$/

/** Opens a document whose app does not come before `comes`, which resolves when it has taken over (fixtures/product.ts). */
async function openDrawn(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(APP, async (route) => {
    await promise
    await route.continue()
  })
  const opened = page.goto(path)
  const comes = () => {
    resolve()
    return opened
  }
  return { drawn: page.locator('#app[data-frame]'), comes }
}

/** As with a finger or a mouse: what is drawn is inert. */
async function press(page: Page, text: string) {
  const drawn = page.locator('#app').getByText(text, { exact: true })
  await drawn.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
  const box = await drawn.boundingBox()
  if (!box) throw new Error(`${text} is not drawn`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function aTicket(admin: SignedIn, title: string) {
  const { id: customerId } = await aCustomer(admin, 'Brf Björken')
  const body = { title, description: 'Den blinkar.', customerId }
  const { id } = await admin.create('/api/tickets', body)
  return { id, customerId }
}

test('a list is read before the app is there, and what is pressed meanwhile is done by the app', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aTicket(admin, 'Skrivaren i källaren')
  await admin.enter(context)

  const list = await openDrawn(page, '/backoffice/tickets')
  await expect(list.drawn.getByText('Skrivaren i källaren')).toBeVisible()
  await expect(list.drawn.getByText('Brf Björken')).toBeVisible()
  await press(page, 'Nytt ärende')
  await press(page, 'Skrivaren i källaren')
  await list.comes()
  await expect(page).toHaveURL(`/backoffice/tickets/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skrivaren i källaren')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const ticket = await openDrawn(page, `/backoffice/tickets/${id}`)
  await expect(ticket.drawn.getByText('Den blinkar.')).toBeVisible()
  await press(page, 'Tillbaka till listan')
  await ticket.comes()
  await expect(page).toHaveURL('/backoffice/tickets')
})

test('a customer’s ticket is read on a phone before the app is there', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id, customerId } = await aTicket(admin, 'Larmet i hallen')
  const login = await aLogin(product, 'eva@bjorken.example', customerId)
  await (await signedIn(product, login)).enter(context)
  await page.setViewportSize({ width: 390, height: 844 })
  const ticket = await openDrawn(page, `/customer-portal/tickets/${id}`)
  await expect(ticket.drawn.getByText('Den blinkar.')).toBeVisible()
  await press(page, 'Mitt konto')
  await ticket.comes()
  await expect(page).toHaveURL('/customer-portal/account')
})

test('an app that cannot be fetched, or not all of it, is said beside the drawing', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  const admin = await signedIn(product, product.admin)
  await aTicket(admin, 'Växeln i köket')
  await admin.enter(context)
  const list = /\/assets\/ticket-list-.*\.js$/
  await page.route(list, (route) => route.abort())
  const opened = page.goto('/backoffice/tickets')
  await expect(page.getByText('Ingen kontakt. Försöker igen …')).toBeVisible()
  await page.unroute(list)
  await opened
  await expect(page.getByRole('link', { name: 'Växeln i köket' })).toBeVisible()

  await page.route(APP, (route) => route.abort())
  void page.goto('/backoffice/tickets').catch(() => undefined)
  await expect(page.getByRole('alert')).toHaveText(/^Hela sidan kunde inte hämtas/)
  await expect(page.locator('#app').getByText('Växeln i köket')).toBeVisible()
})

test('a link in a mail, opened when the session must be renewed first, is read before the app is there', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aTicket(admin, 'Porten som kärvar')
  await admin.enter(context)
  await page.goto('/backoffice')
  const expired = await page.evaluate((key) => {
    const session = { ...JSON.parse(localStorage.getItem(key) ?? ''), expires_at: Math.floor(Date.now() / 1000) - 3600 }
    localStorage.setItem(key, JSON.stringify(session))
    return session
  }, SESSION_KEY)
  let renewals = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/v1/token') renewals++
  })
  const ticket = await openDrawn(page, `/backoffice/tickets/${id}`)
  await expect(ticket.drawn.getByText('Den blinkar.')).toBeVisible()
  await ticket.comes()
  await page.getByRole('link', { name: 'Tillbaka till listan' }).click()
  await expect(page.getByRole('link', { name: 'Porten som kärvar' })).toBeVisible()
  const renewed = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? ''), SESSION_KEY)
  expect(renewed.refresh_token).not.toBe(expired.refresh_token)
  expect(Object.keys(renewed).toSorted()).toEqual(Object.keys(expired).toSorted())
  expect(renewals).toBe(1)
})

const longText = 'Rad\n'.repeat(12)

async function aConversation(admin: SignedIn) {
  const ticket = await aTicket(admin, 'Servern som låter')
  for (const end of ['först', 'sist'])
    await admin.create(`/api/tickets/${ticket.id}/comments`, { comment: longText + end })
  return ticket
}

const position = (page: Page) => page.evaluate(() => scrollY)

/** The text below a composer names the recipients once they are known, and may then be a line longer. */
const LINE = 20
const staysAt = (page: Page, drawnAt: number) =>
  expect.poll(async () => Math.abs((await position(page)) - drawnAt)).toBeLessThan(LINE)

/** Opens a conversation whose end is drawn, and where it stays when the app is there. Returns the position. */
async function openConversation(page: Page, path: string) {
  const { drawn, comes } = await openDrawn(page, path)
  await expect(drawn.getByText('sist')).toBeVisible()
  const drawnAt = await position(page)
  expect(drawnAt).toBeGreaterThan(100)
  await comes()
  await staysAt(page, drawnAt)
  return drawnAt
}

test('a conversation is drawn where the app shows it, and another address opens at its top', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aConversation(admin)
  await admin.enter(context)
  const drawnAt = await openConversation(page, `/backoffice/tickets/${id}`)
  await page.reload()
  await staysAt(page, drawnAt)

  await page.setViewportSize({ width: 1280, height: 300 })
  for (const path of ['/backoffice', `/backoffice/tickets?tab=active`, '/backoffice']) {
    await page.goto(path)
    expect(await position(page)).toBe(0)
    await page.evaluate(() => scrollTo(0, 100))
  }
})

test('on a phone a customer’s conversation is drawn where the app shows it', async ({ page, context, product }) => {
  const { id, customerId } = await aConversation(await signedIn(product, product.admin))
  const login = await aLogin(product, 'siv@bjorken.example', customerId)
  await (await signedIn(product, login)).enter(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await openConversation(page, `/customer-portal/tickets/${id}`)
})
