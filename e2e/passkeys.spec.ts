// Passkeys of Chromium's virtual authenticator, through the public client: added, signed in with, renamed, copied and removed.
import type { Page } from '@playwright/test'
import { anotherOrigin, virtualAuthenticator } from './fixtures/authenticator.ts'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, type Product, test } from './fixtures/product.ts'

const REFUSED = 'Din passkey godtogs inte. Logga in med lösenord i stället.'
const NOT_USED = 'Ingen passkey användes. Försök igen, eller välj ett annat sätt.'

const LOGIN = '/customer-login?next=%2Fcustomer-portal%2Faccount'

const byPasskey = (page: Page) => page.getByRole('button', { name: 'Använd passkey' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function signOut(page: Page, login: '/auth' | '/customer-login') {
  await page.getByRole('button', { name: 'Logga ut', exact: true }).first().click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto(login)
}

async function byPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-post').fill(email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
}

/** Adds the first passkey on the open account page, and keeps the recovery codes. */
async function addPasskey(page: Page) {
  await page.getByRole('button', { name: 'Lägg till passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Spara dina reservkoder' })
  await codes.getByRole('checkbox').check()
  await codes.getByRole('button', { name: 'Klar' }).click()
  await expect(codes).toBeHidden()
}

const refusals = async (product: Product) =>
  (
    await inDatabase(
      product,
      `select detail ->> 'reason' as reason from audit_log where action = 'sign_in_refused' order by at, id`,
      [],
    )
  ).map(({ reason }) => reason)

test('A-629: a passkey is added, signs in without a password, and is refused when it is copied or removed', async ({
  page,
  product,
  complaints,
}) => {
  complaints.expect(/status of 400/)
  // A stream that is being opened while the person signs out.
  complaints.expect(/status of 401 .*\/api\/live/)
  const admin = await signedIn(product, product.admin)
  const email = 'petra.passkey@nordlys.example'
  const password = 'lånat för en dag'
  await admin.create('/api/users', {
    fullName: 'Petra Passkey',
    email,
    password,
    role: 'technician',
    mustChange: false,
  })
  const authenticator = await virtualAuthenticator(page)

  await page.goto('/auth?next=%2Fbackoffice%2Fkonto')
  await byPassword(page, { email, password })
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await addPasskey(page)
  const row = page.getByRole('listitem').filter({ hasText: /Chrome på/ })
  await expect(row).toContainText('Tillagd')
  await row.getByRole('button', { name: /^Byt namn/ }).click()
  await page.getByRole('textbox', { name: 'Namn' }).fill('Kontorsdatorn')
  await page.getByRole('dialog').getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kontorsdatorn' })).toBeVisible()
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  await signOut(page, '/auth')
  await byPasskey(page).click()
  await expect(heading(page)).toHaveText('Dashboard')
  await page.goto('/backoffice/konto')
  await expect(page.getByRole('listitem').filter({ hasText: 'Kontorsdatorn' })).toContainText('senast använd')
  // The sign-in has proved the factor: changing factors asks for nothing more.
  await signOut(page, '/auth')

  const [credential] = await authenticator.credentials()
  await authenticator.turnBack(0)
  await byPasskey(page).click()
  await expect(page.getByText(REFUSED)).toBeVisible()
  expect((await refusals(product)).at(-1)).toBe('copied_passkey')
  await authenticator.turnBack((credential?.signCount ?? 0) + 10)
  await byPasskey(page).click()
  await expect(heading(page)).toHaveText('Dashboard')

  await page.goto('/backoffice/konto')
  await page.getByRole('button', { name: 'Ta bort Kontorsdatorn' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click()
  await expect(page.getByText('Passkeyn är borttagen')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kontorsdatorn' })).toHaveCount(0)
  await signOut(page, '/auth')
  await byPasskey(page).click()
  await expect(page.getByText(REFUSED)).toBeVisible()
  expect((await refusals(product)).at(-1)).toBe('unknown_passkey')
})

test('A-630: a passkey that signed at another origin signs nobody in; a declined one leaves the form as it was', async ({
  page,
  product,
  complaints,
}) => {
  complaints.expect(/status of 400/)
  // A stream that is being opened while the person signs out.
  complaints.expect(/status of 401 .*\/api\/live/)
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Passkeyns Bageri AB')
  const login = await aLogin({ ...product, admin: product.admin }, 'passkey@bageriet.example', customerId)
  const authenticator = await virtualAuthenticator(page)
  await page.goto(LOGIN)
  await byPassword(page, login)
  await expect(heading(page)).toHaveText('Mitt konto')
  await addPasskey(page)
  await signOut(page, '/customer-login')

  await page.getByLabel('E-post').fill(login.email)
  await authenticator.refuse(true)
  await byPasskey(page).click()
  await expect(page.getByText(NOT_USED)).toBeVisible()
  await expect(page.getByLabel('E-post')).toHaveValue(login.email)
  await authenticator.refuse(false)

  const proxy = await anotherOrigin(product)
  await page.goto(`${proxy.url}/customer-login`)
  await byPasskey(page).click()
  await expect(page.getByText(REFUSED)).toBeVisible()
  expect((await refusals(product)).at(-1)).toBe('wrong_passkey')
  await page.goto(LOGIN)
  await byPasskey(page).click()
  await expect(heading(page)).toHaveText('Mitt konto')
  await proxy.stop()
})
