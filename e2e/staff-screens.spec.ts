// What the screens of the back office show and ask during work.
import type { Page } from '@playwright/test'
import { todayInStockholm } from '../src/shared/dates.rules.ts'
import { aCustomer, aLogin, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Skärmarna AB' } })

let admin: SignedIn
test.beforeEach(async ({ context, product }) => {
  admin = await signedIn(product, product.admin)
  await admin.enter(context)
})

const combobox = (page: Page, name: string) => page.getByRole('combobox', { name })

test('a time entry shows its hours while typed, asks about a long one, and says who reads the note', async ({
  page,
}) => {
  await aCustomer(admin, 'Nattarbetarna AB')
  await page.goto('/backoffice/time')
  const form = page.getByRole('form', { name: 'Ny tidrad' })
  await expect(form.getByLabel('Notering')).toHaveAccessibleDescription('Syns bara för personalen')
  await combobox(page, 'Kund').first().fill('nattar')
  await page.keyboard.press('Enter')
  // Enter chooses the first suggestion, which may still be loading.
  await expect(combobox(page, 'Kund').first()).toHaveValue('Nattarbetarna AB')
  await form.getByLabel('Från', { exact: true }).fill('08:00')
  await form.getByLabel('Till', { exact: true }).fill('09:30')
  const sum = form.getByRole('status', { name: 'Arbetad tid' })
  await expect(sum).toHaveText('= 1,50 tim')
  await form.getByLabel('Från', { exact: true }).fill('09:00')
  await form.getByLabel('Till', { exact: true }).fill('08:00')
  await expect(sum).toHaveText('= 23,00 tim, till nästa dag')
  await form.getByRole('button', { name: 'Spara' }).click()
  const question = page.getByRole('alertdialog', { name: 'Spara 23 timmar?' })
  await question.getByRole('button', { name: 'Ändra tiderna' }).click()
  await form.getByLabel('Till', { exact: true }).fill('10:00')
  await form.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByRole('row', { name: /Nattarbetarna AB.*09:00–10:00/ })).toBeVisible()
})

test('a customer is chosen by the beginning of its name; a text without a match remains, with an error', async ({
  page,
}) => {
  for (const name of ['Wennbergs Åkeri', 'Åkermans El', 'Nya Åkeriet']) await aCustomer(admin, name)
  await page.goto('/backoffice/time')
  const picker = combobox(page, 'Kund').first()
  await picker.fill('åk')
  await expect(page.getByRole('option').first()).toHaveText('Åkermans El')
  await expect(picker).toHaveAttribute('aria-activedescendant', /item-0$/)
  await page.keyboard.press('Tab')
  await expect(picker).toHaveValue('Åkermans El')
  await picker.fill('finns inte')
  await page.keyboard.press('Tab')
  await expect(picker).toHaveValue('finns inte')
  await page.getByRole('form', { name: 'Ny tidrad' }).getByRole('button', { name: 'Spara' }).click()
  await expect(picker).toHaveAttribute('aria-invalid', 'true')
  await expect(picker).toHaveValue('finns inte')
})

test('a new urgent ticket appears on the Dashboard, in the menu and in the tab’s title live', async ({ page }) => {
  const { id: customerId } = await aCustomer(admin, 'Brandlarmet AB')
  await page.goto('/backoffice')
  const urgent = page.getByRole('link', { name: /^Akuta/ })
  await expect(urgent).toContainText('0')
  const ticket = { title: 'Kassan står still', description: 'Inget går att betala.', priority: 'urgent', customerId }
  await admin.create('/api/tickets', ticket)
  await expect(urgent).toContainText('1')
  await expect(page.getByRole('link', { name: /^Supportärenden.*1 akut/ })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect(page.getByRole('link', { name: /Kassan står still/ })).toBeVisible()
  await urgent.click()
  const row = page.getByRole('row', { name: /Kassan står still/ })
  await expect(row.getByText('Akut')).toBeVisible()
  await row.getByRole('link').first().click()
  await expect(page.getByRole('link', { name: 'Ring 018-12 34 56' })).toHaveAttribute('href', 'tel:+4618123456')
  await page.getByLabel('Kommentar', { exact: true }).fill('Vi är på väg.')
  await page.getByRole('button', { name: 'Skicka och lös' }).click()
  await page.getByRole('button', { name: /^Tillbaka till #/ }).click()
  await expect(combobox(page, 'Status')).toHaveValue('resolved')
  await expect(page.getByText('Vi är på väg.')).toBeVisible()
})

test('the ticket list can leave out resolved tickets, and be sorted by a column', async ({ page }) => {
  const { id: customerId } = await aCustomer(admin, 'Sorteringen AB')
  for (const title of ['Först', 'Sedan']) await admin.create('/api/tickets', { title, description: 'x', customerId })
  const { id } = await admin.create('/api/tickets', { title: 'Redan klart', description: 'x', customerId })
  const { version } = await admin.read(`/api/tickets/${id}`)
  await admin.change(`/api/tickets/${id}`, { status: 'resolved', version })
  await page.goto('/backoffice/tickets')
  await expect(page.getByRole('row', { name: /Redan klart/ })).toBeVisible()
  await page.getByLabel('Status').selectOption('Olösta')
  await expect(page.getByRole('row', { name: /Redan klart/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Sedan/ })).toBeVisible()
  await page.getByRole('columnheader', { name: /Kund/ }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=customer/)
  await expect(page.getByRole('columnheader', { name: /Kund/ })).toHaveAttribute('aria-sort', 'ascending')
})

test('a new customer similar to an existing one is reported, but can be saved; closing asks first', async ({
  page,
}) => {
  await aCustomer(admin, 'Dubbelgången AB')
  await page.goto('/backoffice/customers')
  await page.getByRole('button', { name: 'Ny kund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ny kund' })
  await dialog.getByLabel('Namn').fill('Dubbelgången')
  await expect(dialog.getByRole('status').filter({ hasText: 'Finns redan' })).toContainText(
    'Dubbelgången AB (samma namn)',
  )
  for (const close of [
    () => dialog.getByRole('button', { name: 'Avbryt' }).click(),
    () => dialog.getByRole('button', { name: 'Stäng' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await close()
    await dialog.getByRole('button', { name: 'Fortsätt skriva' }).click()
    await expect(dialog.getByLabel('Namn')).toHaveValue('Dubbelgången')
  }
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Kund skapad!')).toBeVisible()
})

test('a customer has five pages with addresses, each with Nytt ärende and Registrera tid', async ({ page }) => {
  const { id } = await aCustomer(admin, 'Fem Sidor AB')
  await page.goto(`/backoffice/customers/${id}`)
  const pages = { Översikt: '', Ärenden: '/tickets', Tid: '/time', Utrustning: '/equipment', Teknik: '/credentials' }
  for (const [label, path] of Object.entries(pages)) {
    await page.getByRole('navigation', { name: 'Om kunden' }).getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(`/backoffice/customers/${id}${path}`)
    await expect(page.getByRole('button', { name: 'Nytt ärende' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Registrera tid' }).first()).toBeVisible()
  }
  await expect(page.getByLabel(/Inloggningar, nätverk/)).toBeVisible()
})

test('a report shows how many entries were re-activated later, with a link to them', async ({ page, product }) => {
  const { id: customerId } = await aCustomer(admin, 'Återtagen AB')
  const workDate = todayInStockholm()
  for (const timeFrom of ['08:00', '10:00'])
    await admin.create('/api/time', { customerId, workDate, timeFrom, timeTo: '11:00' })
  const period = { from: `${workDate.slice(0, 7)}-01`, to: workDate }
  const report = await admin.create('/api/reports', { customerId, ...period })
  await admin.create(`/api/reports/${report.id}/mark`, {})
  await page.goto('/backoffice/archive?search=%C3%85tertagen')
  await page
    .getByRole('row', { name: /10:00–11:00/ })
    .getByRole('button', { name: /Återaktivera/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Återaktivera' }).click()
  await page.getByRole('button', { name: 'Visa i Tidrapport' }).click()
  await expect(page.getByRole('row', { name: /Återtagen AB.*10:00–11:00/ })).toBeVisible()
  await page.goto(`/backoffice/reports?report=${report.id}`)
  await expect(page.getByText('1 rad återaktiverad sedan dess')).toBeVisible()
  await expect(inDatabase(product, 'select from time_entries where reported', [])).resolves.toHaveLength(1)
})

test('an empty new user gets one message about what is missing, and an error at each field', async ({ page }) => {
  await page.goto('/backoffice/users')
  await page.getByRole('button', { name: 'Ny användare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ny användare' })
  await dialog.getByRole('button', { name: 'Skapa användare' }).click()
  await expect(page.getByText('Fyll i alla fält')).toHaveCount(1)
  for (const problem of ['Ange namn', 'Ange e-postadress', 'Ange lösenord', 'Välj en roll'])
    await expect(dialog.getByText(problem)).toBeVisible()
})

test('the actions of a row appear when the mouse is over it', async ({ page }) => {
  const { id: customerId } = await aCustomer(admin, 'Tysta Knappar AB')
  await admin.create('/api/time', { customerId, workDate: todayInStockholm(), timeFrom: '06:00', timeTo: '07:00' })
  await page.goto('/backoffice/time')
  const row = page.getByRole('row', { name: /Tysta Knappar AB/ })
  const change = row.getByRole('button', { name: 'Ändra rad' })
  const opacity = () => change.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity)
  await expect(row).toBeVisible()
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await row.hover()
  await expect.poll(opacity).toBe('1')
})

test('the portal shows who wrote last, and names a private customer once', async ({ product, anotherBrowser }) => {
  const { id: customerId } = await aCustomer(admin, 'Linnea Kjellin')
  const login = await aLogin(product, 'linnea@kjellin.example', customerId)
  await inDatabase(product, `update customer_users set full_name = 'Linnea Kjellin' where customer_id = $1`, [
    customerId,
  ])
  const customer = await signedIn(product, login)
  const { id } = await customer.create('/api/portal/tickets', { title: 'Skrivaren', description: 'Skriver inte ut.' })
  await admin.create(`/api/tickets/${id}/comments`, { comment: 'Jag ringer om fem minuter.', isInternal: false })
  const other = await anotherBrowser()
  await customer.enter(other)
  const page = await other.newPage()
  await page.goto('/customer-portal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Skrivaren' })).toContainText('Svar från oss')
  await expect(page.getByText('Väntar på dig')).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Linnea Kjellin')).toHaveCount(1)
  await expect(page).toHaveTitle(/Skärmarna AB$/)
})
