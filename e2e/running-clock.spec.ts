// The running clock: started on a phone, followed and stopped on a desktop, where its entry is saved.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { aCustomer, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Klockan AB' } })

const DAY_MS = 86_400_000
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const toolOf = (page: Page) => page.getByRole('region', { name: 'Klocka', exact: true }).filter({ visible: true })
const buttonOf = (page: Page, name: string) => toolOf(page).getByRole('button', { name })

async function aPage(browser: Browser, url: string, as: SignedIn, options: BrowserContextOptions) {
  const context = await browser.newContext({ baseURL: url, locale: 'sv-SE', ...options })
  await as.enter(context)
  return context.newPage()
}

test('a clock started on a phone runs on the desktop, is stopped there, and becomes a time entry', async ({
  browser,
  complaints,
  page: desk,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Åkermans El AB')
  const ticket = { title: 'WiFi nere i verkstaden', description: 'Sedan i morse', customerId }
  const { id, ticketNumber } = await admin.create('/api/tickets', ticket)
  const subject = `#${ticketNumber} WiFi nere i verkstaden`
  await (await signedIn(product, product.admin)).enter(context)
  // The desktop's own clock is wrong.
  await desk.clock.install({ time: Date.now() - DAY_MS })
  await desk.goto('/backoffice/customers')
  await expect(buttonOf(desk, 'Starta klocka')).toBeVisible()
  const phone = await aPage(browser, product.url, admin, PHONE)
  complaints.watch(phone.context())

  await test.step('started on the ticket with one tap', async () => {
    await phone.goto(`/backoffice/tickets/${id}`)
    await expect(phone.getByRole('heading', { level: 1, name: ticket.title })).toBeVisible()
    await buttonOf(phone, 'Starta klocka').tap()
    await expect(toolOf(phone)).toContainText(subject)
    await expect(toolOf(phone)).toContainText('0 min')
    await expect(buttonOf(phone, 'Stoppa klockan')).toBeInViewport()
  })

  await test.step('runs on the desktop and in its other tab, also after a reload and two hours', async () => {
    await expect(toolOf(desk)).toContainText(subject)
    const tab = await context.newPage()
    await tab.goto('/backoffice')
    await expect(toolOf(tab)).toContainText(subject)
    await inDatabase(product, `update clocks set started_at = started_at - interval '2 hours'`, [])
    for (const page of [desk, tab, phone]) await expect(toolOf(page)).toContainText('2 tim')
    await desk.reload()
    await expect(toolOf(desk)).toContainText('2 tim')
    await toolOf(tab).getByRole('link', { name: subject }).click()
    await expect(tab.getByRole('heading', { level: 1, name: ticket.title })).toBeVisible()
    await tab.close()
  })

  await test.step('stopped on the desktop by keyboard; shown on the phone until the entry is saved', async () => {
    await buttonOf(desk, 'Stoppa klockan').focus()
    await desk.keyboard.press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'Ny tidrad' })
    await expect(dialog.getByLabel('Beskrivning')).toHaveValue(ticket.title)
    await expect(buttonOf(phone, 'Spara klockans tid')).toBeVisible()
    await expect(toolOf(phone)).toContainText('Stoppad')
    expect((await admin.read('/api/time')).rows).toEqual([])
    await dialog.getByLabel('Beskrivning').press('Control+Enter')
    await expect(desk.getByText('Tidrad sparad!')).toBeVisible()
    await expect(buttonOf(phone, 'Starta klocka')).toBeVisible()
    await expect(buttonOf(desk, 'Starta klocka')).toBeVisible()
  })

  await test.step('the entry is in Tidrapport', async () => {
    await desk.goto('/backoffice/time')
    const row = desk.getByRole('row', { name: /WiFi nere i verkstaden/ })
    await expect(row).toContainText('Åkermans El AB')
    await expect(row.getByRole('link', { name: subject })).toBeVisible()
    const [saved] = (await admin.read('/api/time')).rows
    // Two hours, or a minute more if the seconds of start and stop fall in different minutes.
    expect([120, 121]).toContain(saved.minutes)
  })
  await phone.context().close()
})

test('with one hand on a phone: a forgotten clock asks, and its time can be discarded', async ({
  browser,
  complaints,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const phone = await aPage(browser, product.url, admin, PHONE)
  complaints.watch(phone.context())
  await phone.goto('/backoffice')
  await buttonOf(phone, 'Starta klocka').tap()
  await expect(toolOf(phone)).toContainText('ingen kund')
  await inDatabase(product, `update clocks set started_at = started_at - interval '10 hours'`, [])
  await expect(phone.getByText('Klockan har gått i 10 timmar. Stämmer det?')).toBeVisible()
  await phone.getByRole('region', { name: 'Klockan' }).getByRole('button', { name: 'Stoppa' }).tap()
  const dialog = phone.getByRole('dialog', { name: 'Ny tidrad' })
  await dialog.getByRole('button', { name: 'Kasta' }).tap()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Kasta' }).tap()
  await expect(phone.getByText('Tiden kastad')).toBeVisible()
  await expect(buttonOf(phone, 'Starta klocka')).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await phone.context().close()
})
