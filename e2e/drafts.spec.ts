// What a person writes is lost neither with the network nor with the tab, and nobody else on the device sees it.
import type { Page } from '@playwright/test'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Utkasten AB' } })

const comment = (page: Page) => page.getByRole('textbox', { name: 'Kommentar' })
test('a text that is typed without network is there after a reload, is saved when the network returns, and goes with the person', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/)
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Bagarn AB')
  const body = { title: 'Skrivaren visar fel', description: 'Displayen blinkar.', customerId }
  const { id } = await admin.create('/api/tickets', body)
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)

  await test.step('it is kept on the device, and the browser asks before the tab is closed', async () => {
    await expect(comment(page)).toBeVisible()
    await context.setOffline(true)
    await comment(page).fill('Byt patronen och starta om.')
    await expect(page.getByText('Sparat på den här enheten')).toBeVisible()
    const asked = page.waitForEvent('dialog')
    // The page itself cannot be fetched without network.
    await page.route('**/draft', (route) => route.abort())
    await context.setOffline(false)
    const loading = page.reload()
    await (await asked).accept()
    await loading
    await expect(comment(page)).toHaveValue('Byt patronen och starta om.')
  })

  await test.step('it is saved when the network is back', async () => {
    await page.unroute('**/draft')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.reload()
    await expect(comment(page)).toHaveValue('Byt patronen och starta om.')
    await expect(page.getByText('Utkastet är sparat')).toBeVisible()
    await page.reload()
    await expect(comment(page)).toHaveValue('Byt patronen och starta om.')
  })

  await test.step('a newer version of another device is shown, and the one of this device offered', async () => {
    await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
    await comment(page).fill('Härifrån.')
    await expect(page.getByText('Sparat på den här enheten')).toBeVisible()
    await page.unroute('**/draft')
    const newer = `update ticket_drafts set comment = 'Från telefonen.', saved_at = now() + interval '1 second'`
    await inDatabase(product, newer, [])
    await page.goto('about:blank')
    await page.goto(`/backoffice/tickets/${id}`)
    await expect(comment(page)).toHaveValue('Från telefonen.')
    await expect(page.getByText('”Härifrån.”')).toBeVisible()
    await page.getByRole('button', { name: 'Visa den' }).click()
    await expect(comment(page)).toHaveValue('Härifrån.')
    await expect(page.getByText('”Från telefonen.”')).toBeVisible()
    await page.getByRole('button', { name: 'Ta bort den' }).click()
    await expect(page.getByText('Utkastet är sparat')).toBeVisible()
  })

  await test.step('signing out asks while something is not saved, and takes it from the device', async () => {
    await page.route('**/draft', (route) => route.abort())
    await comment(page).fill('Hemligt utkast.')
    await expect(page.getByText('Sparat på den här enheten')).toBeVisible()
    await page.getByRole('button', { name: 'Logga ut' }).click()
    const question = page.getByRole('alertdialog', { name: 'Logga ut utan att spara?' })
    await question.getByRole('button', { name: 'Stanna kvar' }).click()
    await expect(comment(page)).toHaveValue('Hemligt utkast.')
    await page.getByRole('button', { name: 'Logga ut' }).click()
    await question.getByRole('button', { name: 'Logga ut' }).click()
    await page.waitForURL(`${product.url}/`)
    expect(await countOnDevice(page)).toBe(0)
  })
})

test('A-530: a ticket that a customer is writing is in the form again after the tab was closed, and no other login sees it', async ({
  page,
  context,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Glaset AB')
  const ida = await aLogin(product, 'ida@glaset.example', customerId)
  const bo = await aLogin(product, 'bo@glaset.example', customerId)
  const open = async (tab: Page) => {
    await tab.goto('/customer-portal')
    await tab.getByRole('button', { name: 'Ny ticket' }).first().click()
  }
  const subject = (tab: Page) => tab.getByRole('textbox', { name: 'Ämne' })
  await (await signedIn(product, ida)).enter(context)
  await open(page)
  await subject(page).fill('Kassan har stannat')
  await page.getByRole('textbox', { name: 'Beskrivning' }).fill('Sedan klockan tio.')
  await expect.poll(() => countOnDevice(page)).toBe(1)
  await page.close({ runBeforeUnload: false })

  const second = await context.newPage()
  await second.goto('/')
  await second.evaluate(() => localStorage.clear())
  await second.goto('/customer-login')
  await second.getByLabel('E-post').fill(bo.email)
  await second.getByLabel('Lösenord', { exact: true }).fill(bo.password)
  await second.keyboard.press('Enter')
  await second.waitForURL('**/customer-portal')
  await open(second)
  await expect(subject(second)).toHaveValue('')
  await second.close()

  // A tab of this context opens as Ida again.
  const third = await context.newPage()
  await open(third)
  await expect(subject(third)).toHaveValue('Kassan har stannat')
  await third.getByRole('button', { name: 'Skapa ticket' }).click()
  await expect(third.getByText('Ticket skapad!')).toBeVisible()
  await expect.poll(() => countOnDevice(third)).toBe(0)
})

/** To open a database that is not there would make one without a store. */
const countOnDevice = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'stodpunkt-drafts')) return 0
    const opened = indexedDB.open('stodpunkt-drafts')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result)
    })
    const count = database.transaction('drafts').objectStore('drafts').count()
    return new Promise<number>((resolve) => {
      count.onsuccess = () => resolve(count.result)
    })
  })
