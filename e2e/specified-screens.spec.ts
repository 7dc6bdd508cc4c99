// Screens of the specification that had been moved: company details, technical information, and the messages about a
// new login.
import type { Page } from '@playwright/test'
import { aCustomer, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Specifikationen AB' } })

let admin: SignedIn
test.beforeEach(async ({ context, product }) => {
  admin = await signedIn(product, product.admin)
  await admin.enter(context)
})

const menu = (page: Page) => page.getByRole('complementary')

test('Inställningar opens the company details form, and the name in the menu the own account', async ({ page }) => {
  await page.goto('/backoffice')
  await menu(page).getByRole('link', { name: 'Inställningar' }).click()
  await expect(page).toHaveURL(/\/backoffice\/settings$/)
  const form = page.getByRole('form', { name: 'Företaget' })
  await expect(form.getByLabel('Företagets namn')).toHaveValue('Specifikationen AB')
  await expect(form.getByLabel('Betalningsvillkor')).toHaveValue('30 dagar netto')
  await form.getByLabel('Organisationsnummer').fill('556703-7485')
  await form.getByLabel('E-post för fakturor').fill('faktura@kund.example')
  await form.getByRole('button', { name: 'Spara företaget' }).click()
  await expect(page.getByText('Inställningar sparade!')).toBeVisible()

  await menu(page)
    .getByRole('link', { name: /ditt konto/ })
    .click()
  await expect(page).toHaveURL(/\/backoffice\/konto$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ditt konto')
  await expect(page.getByRole('table', { name: 'Mina enheter' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Byt lösenord' })).toBeVisible()

  await page.goto('/backoffice/settings/foretag')
  await expect(page).toHaveURL(/\/backoffice\/settings$/)
  await expect(form.getByLabel('Organisationsnummer')).toHaveValue('556703-7485')
})

test('on a phone the name in the drawer opens the own account', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/backoffice')
  await page.getByRole('button', { name: /^Mer/ }).click()
  await page
    .getByRole('dialog', { name: 'Meny' })
    .getByRole('link', { name: /ditt konto/ })
    .click()
  await expect(page).toHaveURL(/\/backoffice\/konto$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('without stored technical information the text area and Spara are shown at once', async ({ page }) => {
  const { id } = await aCustomer(admin, 'Tomma Valvet AB')
  await page.goto(`/backoffice/customers/${id}/credentials`)
  const area = page.getByLabel(/Inloggningar, nätverk/)
  await expect(area).toHaveAttribute('rows', '15')
  await area.fill('Router: admin')
  await page.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Information sparad och krypterad!')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Visa', exact: true })).toBeVisible()
  await expect(area).toHaveCount(0)
})

test('after Skapa användare and Bjud in the specified toast is shown, and no second dialog', async ({
  page,
  product,
}) => {
  const password = 'fika-ljung-segel-4821'
  await page.goto('/backoffice/users')
  await page.getByRole('button', { name: 'Ny användare' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Namn').fill('Tove Teknik')
  await dialog.getByLabel('E-post').fill('tove@kund.example')
  await dialog.getByLabel('Lösenord', { exact: true }).fill(password)
  await dialog.getByRole('radio', { name: /Tekniker/ }).check()
  await dialog.getByRole('button', { name: 'Skapa användare' }).click()
  await expect(page.getByText('Användare skapad!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await signedIn(product, { email: 'tove@kund.example', password })).toBeTruthy()

  const { id } = await aCustomer(admin, 'Bjudna AB')
  await page.goto(`/backoffice/customers/${id}`)
  await page.getByRole('button', { name: 'Bjud in' }).click()
  await dialog.getByLabel('E-post').fill('kim@bjudna.example')
  await dialog.getByLabel('Lösenord', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Skicka inbjudan' }).click()
  await expect(page.getByText('Inbjudan skickad! Kunden kan nu logga in på supportportalen')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await signedIn(product, { email: 'kim@bjudna.example', password })).toBeTruthy()
  await page.getByRole('button', { name: 'Visa länk' }).click()
  await expect(page.getByRole('dialog', { name: 'Ge personen länken' })).toBeVisible()
})
