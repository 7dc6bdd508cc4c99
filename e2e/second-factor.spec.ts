// A second factor from its first day: added, used at the next sign-in, asked for again before a removal, required from a date.
import type { Page } from '@playwright/test'
import { virtualAuthenticator } from './fixtures/authenticator.ts'
import {
  addAppQuietly,
  byPassword,
  codeField,
  codeOf,
  forgetCodes,
  proveNewApp,
  saveRecoveryCodes,
} from './fixtures/authenticator-app.ts'
import { addAxe, isAccessible } from './fixtures/axe.ts'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, type Product, test } from './fixtures/product.ts'

const PASSWORD = 'kopplat i hela huset'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function aTechnician(product: Product & { admin: { email: string; password: string } }, email: string) {
  const admin = await signedIn(product, product.admin)
  const login = { email, password: PASSWORD }
  await admin.create('/api/users', { ...login, fullName: 'Tove Tvåsteg', role: 'technician', mustChange: false })
  return login
}

/** The stories of this file use one product. */
test.afterEach(({ product }) => inDatabase(product, 'update organizations set factor_required_from = null', []))

/** Adds an app on the account page, by keyboard. */
async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Lägg till app' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Namn', exact: true })).toBeFocused()
  await page.keyboard.type('Jobbtelefonen')
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toBeFocused()
  await isAccessible(page)
  const secret = await proveNewApp(page)
  await expect(page.getByRole('dialog', { name: 'Spara dina reservkoder' })).toBeVisible()
  await isAccessible(page)
  const codes = await saveRecoveryCodes(page, 'Klar')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Jobbtelefonen' })).toContainText('senast använd')
  await expect(page.getByText('10 koder kvar av 10')).toBeVisible()
  await isAccessible(page)
  return { secret, codes }
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Logga ut', exact: true }).first().click()
  await expect(page).toHaveURL('/')
}

for (const [device, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`at a ${device}: an app is added by keyboard, signs in, and so does a recovery code`, async ({
    page,
    context,
    product,
    complaints,
  }) => {
    // Codes that are wrong or used.
    complaints.expect(/status of 422/)
    await addAxe(context)
    await page.setViewportSize(viewport)
    const login = await aTechnician(product, `tove.${device}@nordlys.example`)
    await page.goto('/auth?next=%2Fbackoffice%2Fkonto')
    await byPassword(page, login)
    await expect(heading(page)).toHaveText('Ditt konto')
    const { secret, codes } = await addApp(page)

    await page.evaluate(() => localStorage.clear())
    await forgetCodes(product)
    await page.goto('/backoffice/tickets')
    await byPassword(page, login)
    await expect(heading(page)).toHaveText('Bekräfta inloggningen')
    await expect(codeField(page)).toBeFocused()
    await isAccessible(page)
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    await page.keyboard.type(wrong)
    await expect(codeField(page)).toHaveAccessibleDescription(/Koden stämmer inte/)
    await isAccessible(page)
    // The refused code is selected, so that the right one replaces it.
    await page.keyboard.type(codeOf(secret))
    await expect(heading(page)).toHaveText('Support Tickets')

    await page.evaluate(() => localStorage.clear())
    await page.goto('/auth')
    await byPassword(page, login)
    await page.getByRole('button', { name: 'Använd en reservkod' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Reservkod' })).toBeFocused()
    await page.keyboard.type(codes[3] ?? '')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Dashboard')
    await page.goto('/backoffice/konto')
    await expect(page.getByText('9 koder kvar av 10')).toBeVisible()
  })

test('a code in one of ten tabs leads all of them on to their pages', async ({
  page,
  context,
  product,
  complaints,
}) => {
  // Their first requests are sent before it is known that a factor must be proved.
  complaints.expect(/status of 403/)
  const login = await aTechnician(product, 'tove.flikar@nordlys.example')
  await page.goto('/auth?next=%2Fbackoffice%2Fkonto')
  await byPassword(page, login)
  const { secret } = await addAppQuietly(page)
  await signOut(page)
  await forgetCodes(product)
  await page.goto('/auth')
  await byPassword(page, login)
  await expect(heading(page)).toHaveText('Bekräfta inloggningen')
  const paths = ['tickets', 'customers', 'inbox', 'time', 'reports', 'archive', 'users', 'konto', 'invoice-bases']
  const others = await Promise.all(
    paths.map(async (path) => {
      const tab = await context.newPage()
      await tab.goto(`/backoffice/${path}`)
      await expect(heading(tab)).toHaveText('Bekräfta inloggningen')
      return { tab, path }
    }),
  )
  await codeField(page).fill(codeOf(secret))
  await expect(heading(page)).toHaveText('Dashboard')
  for (const { tab, path } of others) {
    await expect(tab).toHaveURL(new RegExp(`/backoffice/${path}$`))
    await expect(tab.getByText('Ej behörig')).toHaveCount(0)
    await tab.close()
  }
})

test('a removal asks once more who it is when the proof is old, and a customer has the same', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/status of 403/)
  await addAxe(context)
  const { id } = await aCustomer(await signedIn(product, product.admin), 'Tvåstegskunden AB')
  const login = await aLogin(product, 'kund@tvastegskunden.example', id)
  await page.goto('/customer-login?next=%2Fcustomer-portal%2Faccount')
  await byPassword(page, login)
  await expect(heading(page)).toHaveText('Mitt konto')
  // Adding the first one asks for the password when the sign-in is old.
  await inDatabase(product, `update auth.sessions set authenticated_at = now() - interval '11 minutes'`, [])
  await page.getByRole('button', { name: 'Lägg till app' }).click()
  await page.getByRole('textbox', { name: 'Namn', exact: true }).fill('Telefonen')
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  const proof = page.getByRole('dialog', { name: 'Bekräfta att det är du' })
  await isAccessible(page)
  await proof.getByRole('button', { name: 'Avbryt' }).click()
  await expect(page.getByRole('textbox', { name: 'Namn', exact: true })).toHaveValue('Telefonen')
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await proof.getByLabel('Ditt lösenord').fill(login.password)
  await proof.getByRole('button', { name: 'Bekräfta' }).click()
  const secret = await proveNewApp(page)
  await saveRecoveryCodes(page, 'Klar')

  await inDatabase(product, `update auth.sessions set factor_at = now() - interval '11 minutes' where aal = 'aal2'`, [])
  await forgetCodes(product)
  await page.getByRole('button', { name: 'Ta bort Telefonen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort', exact: true }).click()
  await expect(codeField(page)).toBeFocused()
  await isAccessible(page)
  await page.keyboard.type(codeOf(secret))
  await expect(page.getByText('Appen är borttagen')).toBeVisible()
  await expect(page.getByText('Ingen app ännu.')).toBeVisible()
})

test('staff see the date coming, and from then on can do nothing but add a factor', async ({
  page,
  context,
  product,
  anotherBrowser,
  complaints,
}) => {
  // The first factor ends the session of the other browser.
  complaints.expect(/status of (400|401|403)/)
  await addAxe(context)
  const login = await aTechnician(product, 'tove.datum@nordlys.example')
  const require = (days: number) =>
    inDatabase(product, `update organizations set factor_required_from = current_date + $1::integer`, [days])
  await require(14)
  await page.goto('/auth?next=%2Fbackoffice%2Ftickets')
  await byPassword(page, login)
  const notice = page.getByRole('region', { name: 'Tvåstegsinloggning' })
  await expect(notice).toContainText('om 14 dagar')
  await isAccessible(page)
  await notice.getByRole('button', { name: 'Dölj för i dag' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(heading(page)).toHaveText('Support Tickets')
  await expect(notice).toHaveCount(0)

  // The date comes while somebody works: the next call leads to the login page, and back.
  // With the call of the press, so that no earlier one of the page leads there first.
  await page.route(/\/api\/customers(\?|$)/, async (route) => {
    await require(0)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Kunder' }).first().click()
  await expect(heading(page)).toHaveText('Lägg till ett andra steg')
  const other = await (await anotherBrowser()).newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/backoffice/inbox')
  await byPassword(other, login)
  await expect(heading(other)).toHaveText('Lägg till ett andra steg')
  await other.goto('/backoffice/tickets')
  await expect(heading(other)).toHaveText('Lägg till ett andra steg')
  await expect(other).toHaveURL(/\/auth\?next=%2Fbackoffice%2Ftickets$/)

  await isAccessible(page)
  await page.getByRole('button', { name: 'Fortsätt' }).press('Enter')
  await expect(codeField(page)).toBeFocused()
  await isAccessible(page)
  await proveNewApp(page)
  await expect(heading(page)).toHaveText('Spara dina reservkoder')
  await isAccessible(page)
  await saveRecoveryCodes(page, 'Fortsätt')
  await expect(heading(page)).toHaveText('Kunder')
  // The other browser had proved nothing, so the first factor has ended its session.
  await other.goto('/backoffice/tickets')
  await expect(heading(other)).toHaveText('Backoffice')
})

test('whom the date requires to add a factor may add a passkey instead, also after declining it once', async ({
  page,
  context,
  product,
}) => {
  await addAxe(context)
  const login = await aTechnician(product, 'tove.passkey@nordlys.example')
  await inDatabase(product, 'update organizations set factor_required_from = current_date', [])
  const authenticator = await virtualAuthenticator(page)
  await page.goto('/auth?next=%2Fbackoffice%2Fkonto')
  await byPassword(page, login)
  await expect(heading(page)).toHaveText('Lägg till ett andra steg')
  const passkey = page.getByRole('button', { name: 'Lägg till en passkey i stället' })
  await authenticator.refuse(true)
  await passkey.click()
  await expect(page.getByText('Ingen passkey användes. Försök igen, eller välj ett annat sätt.')).toBeVisible()
  await isAccessible(page)
  await authenticator.refuse(false)
  await passkey.click()
  await expect(heading(page)).toHaveText('Spara dina reservkoder')
  await saveRecoveryCodes(page, 'Fortsätt')
  await expect(heading(page)).toHaveText('Ditt konto')
  await expect(page.getByText('10 koder kvar av 10')).toBeVisible()
})
