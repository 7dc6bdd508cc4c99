// Text that is typed while offline, on a computer and on a phone.
import type { BrowserContext, Page } from '@playwright/test'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Utkast AB' } })

let count = 0

async function aScene(product: Parameters<typeof aLogin>[0] & { admin: { email: string; password: string } }) {
  count += 1
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, `Kvarnen ${count} AB`)
  const ticket = await admin.create('/api/tickets', { title: `Larm ${count}`, description: 'x', customerId })
  const logins = [
    await aLogin(product, `eva${count}@kvarnen.example`, customerId),
    await aLogin(product, `nils${count}@kvarnen.example`, customerId),
  ] as const
  return { path: `/customer-portal/tickets/${ticket.id}`, eva: logins[0], nils: logins[1] }
}

type Login = { email: string; password: string }

async function signIn(page: Page, { email, password }: Login) {
  await page.getByLabel('E-post').fill(email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logga ut' })).toBeVisible()
}

async function open(page: Page, path: string, login: Login) {
  await page.goto('/customer-login')
  await signIn(page, login)
  await expect(page.getByRole('heading', { level: 1, name: 'Supportportal' })).toBeVisible()
  await page.goto(path)
}

/** Blocks the saving of drafts; the page itself can be loaded. */
async function stopSaves(context: BrowserContext) {
  await context.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  return () => context.unroute('**/draft')
}

/** A page detects a closed tab by its lock, which the browser releases a moment after the tab was closed. */
async function untilTabsAreClosed(page: Page) {
  await page.goto('/om-oss')
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([])
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Skriv en kommentar' })

async function typeWithoutContact(page: Page, text: string) {
  await field(page).pressSequentially(text, { timeout: 20_000 })
  await expect(page.getByText('Sparat på enheten')).toBeVisible()
}

/** Everything that the device has stored. */
const textOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('stodpunkt-drafts')
    await new Promise((resolve) => {
      opened.onsuccess = resolve
    })
    const stored = opened.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => {
      stored.onsuccess = resolve
    })
    opened.result.close()
    return JSON.stringify(stored.result)
  })

/** Chromium logs each aborted request. */
const refused = /net::ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to load resource/

for (const [device, width] of [
  ['a computer', 1440],
  ['a phone', 390],
] as const) {
  test(`on ${device} a text typed offline survives reload and closed tab, and is saved later`, async ({
    page,
    context,
    product,
    complaints,
  }) => {
    complaints.expect(refused)
    await page.setViewportSize({ width, height: 900 })
    const { path, eva } = await aScene(product)
    await open(page, path, eva)
    await expect(field(page)).toBeVisible()
    const restart = await stopSaves(context)
    await context.setOffline(true)
    await typeWithoutContact(page, 'Larmet tjuter igen')
    await context.setOffline(false)
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await reloaded
    await expect(field(page)).toHaveValue('Larmet tjuter igen')

    await page.close()
    const returned = await context.newPage()
    await returned.setViewportSize({ width, height: 900 })
    await returned.goto(path)
    await expect(field(returned)).toHaveValue('Larmet tjuter igen')
    await expect(returned.getByText('Sparat på enheten')).toBeVisible()
    expect(await returned.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await restart()
    await returned.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(returned.getByText('Utkastet är sparat')).toBeVisible()
    const text = 'select comment from ticket_drafts where ticket_id = $1'
    expect(await inDatabase(product, text, [path.split('/').at(-1)])).toEqual([{ comment: 'Larmet tjuter igen' }])
  })
}

test('a sign-out asks and removes the text; an ended session retains it, for its user only', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(refused)
  complaints.expect(/401/)
  const { path, eva, nils } = await aScene(product)
  await open(page, path, eva)
  await stopSaves(context)
  await typeWithoutContact(page, 'Evas text')

  await inDatabase(
    product,
    `update auth.sessions set ended_at = now() where user_id = (select id from auth.users where email = $1)`,
    [eva.email],
  )
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(path)
  await expect(page).toHaveURL(/customer-login/)
  await signIn(page, nils)
  await expect(page).toHaveURL(/customer-portal/)
  await page.goto(path)
  await expect(field(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page).toHaveURL(`${product.url}/`)

  await open(page, path, eva)
  await expect(field(page)).toHaveValue('Evas text')
  await page.getByRole('button', { name: 'Logga ut' }).click()
  const question = page.getByRole('alertdialog', { name: 'Logga ut utan att spara?' })
  await question.getByRole('button', { name: 'Stanna kvar' }).click()
  await expect(field(page)).toHaveValue('Evas text')
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await question.getByRole('button', { name: 'Logga ut ändå' }).click()
  await expect(page).toHaveURL(`${product.url}/`)

  await open(page, path, eva)
  await expect(field(page)).toHaveValue('')
})

test('a new ticket in the portal is restored after the tab was closed', async ({ page, context, product }) => {
  const { eva } = await aScene(product)
  await open(page, '/customer-portal', eva)
  await page.getByRole('button', { name: 'Ny ticket' }).first().click()
  await page.getByLabel('Ämne').pressSequentially('Skrivaren står still')
  await expect.poll(() => textOnDevice(page)).toContain('Skrivaren står still')
  await page.close()
  const returned = await context.newPage()
  await untilTabsAreClosed(returned)
  await returned.goto('/customer-portal')
  const dialog = returned.getByRole('dialog', { name: 'Ny ticket' })
  await expect(dialog.getByLabel('Ämne')).toHaveValue('Skrivaren står still')
})

test('a staff dialog is restored with its text after the tab was closed', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId, name } = await aCustomer(admin, 'Utkastet AB')
  const { id } = await admin.create('/api/tickets', { title: 'Larmet', description: 'Det tjuter.', customerId })
  await admin.enter(context)
  const reopened = async (path: string, fill: (tab: Page) => Promise<void>) => {
    const tab = await context.newPage()
    await tab.goto(path)
    await fill(tab)
    await expect(tab.getByText('Sparat på enheten')).toBeVisible()
    await tab.close()
    await untilTabsAreClosed(page)
    await page.goto(path)
    return page.getByRole('dialog')
  }
  await test.step('Nytt ärende', async () => {
    const dialog = await reopened('/backoffice/tickets', async (tab) => {
      await tab.getByRole('button', { name: 'Nytt ärende' }).click()
      await tab.getByLabel('Titel').fill('Skrivaren står still')
    })
    await expect(dialog.getByLabel('Titel')).toHaveValue('Skrivaren står still')
  })
  await test.step('an expense of a ticket', async () => {
    const dialog = await reopened(`/backoffice/tickets/${id}`, async (tab) => {
      await tab.getByRole('button', { name: 'Registrera resa' }).click()
      await tab.getByRole('dialog').getByRole('textbox', { name: 'Beskrivning' }).fill('Till lagret')
    })
    await expect(dialog.getByRole('textbox', { name: 'Beskrivning' })).toHaveValue('Till lagret')
  })
  await test.step('time at the top of Tidrapport', async () => {
    await reopened('/backoffice/time', (tab) => tab.getByLabel('Beskrivning').fill(`Bytt larm hos ${name}`))
    await expect(page.getByLabel('Beskrivning')).toHaveValue(`Bytt larm hos ${name}`)
  })
})
