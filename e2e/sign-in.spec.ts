// The sign-in pages are HTML that can be used before the app's code has been fetched.
import type { Page } from '@playwright/test'
import { aCustomer, aLogin, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

/** Delays the app's code until released. */
async function heldBack(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

const isAppThere = (page: Page) => page.evaluate(() => !document.querySelector('#app[data-early]'))

test('a sign-in before the app has loaded completes when it has, and the password is in no URL', async ({
  page,
  product: { admin },
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const release = await heldBack(page)
  await page.goto('/auth')
  await page.getByLabel('E-post').fill(admin.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Loggar in...' })).toBeVisible()
  expect(await isAppThere(page)).toBe(false)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  expect(addresses.filter((address) => address.includes(encodeURIComponent(admin.password)))).toEqual([])
})

test('input and focus survive the loading of the app', async ({ page, product: { admin } }) => {
  const release = await heldBack(page)
  await page.goto('/customer-login')
  await expect(page.getByLabel('E-post')).toBeFocused()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('börjar ')
  release()
  await expect.poll(() => isAppThere(page)).toBe(true)
  await expect(page.getByLabel('Lösenord', { exact: true })).toBeFocused()
  await page.keyboard.type('här')
  await expect(page.getByLabel('E-post')).toHaveValue(admin.email)
  await expect(page.getByLabel('Lösenord', { exact: true })).toHaveValue('börjar här')
})

test('the other buttons of the page also wait for the app', async ({ page }) => {
  const release = await heldBack(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Glömt lösenord?' }).click()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Glömt lösenord?')
})

test('a signed-in user does not see the form before the redirect', async ({ page, context, product }) => {
  await (await signedIn(product, product.admin)).enter(context)
  const release = await heldBack(page)
  await page.goto('/auth')
  await expect(page.locator('#app form')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('a page whose app cannot be fetched shows a message', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/)
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto('/auth')
  await expect(page.getByRole('alert')).toHaveText(/kunde inte hämtas/)
})

for (const path of ['/auth', '/customer-login'])
  test(`by keyboard at ${path}: a wrong password is reported at the focused field, until it is changed`, async ({
    page,
    product: { admin },
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await page.goto(path)
    await expect.poll(() => isAppThere(page)).toBe(true)
    const password = page.getByLabel('Lösenord', { exact: true })
    await expect(page.getByLabel('E-post')).toBeFocused()
    await page.keyboard.type(admin.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('fel lösenord')
    // From the button, so that the focus has to be moved.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('Felaktig e-postadress eller lösenord')
    await expect(password).toBeFocused()
    await expect(password).toHaveValue('fel lösenord')
    await page.getByRole('button', { name: 'Stäng meddelandet' }).press('Enter')
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await expect(password).toHaveAccessibleDescription('Felaktig e-postadress eller lösenord')
    await password.press('Control+a')
    await page.keyboard.type(admin.password)
    await expect(password).not.toHaveAttribute('aria-invalid')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(page.getByRole('main')).toBeFocused()
  })

test('after a sign-in by keyboard the focus is in the portal', async ({ page, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Tangentens Bageri AB')
  const { email, password } = await aLogin(product, 'tangenten@bageriet.example', customerId)
  await page.goto('/customer-login')
  await expect.poll(() => isAppThere(page)).toBe(true)
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supportportal')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a phone the error of a sign-in covers no button and disappears after a successful one', async ({
  page,
  product: { admin },
  complaints,
}) => {
  complaints.expect(/status of 400/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth')
  await page.getByLabel('E-post').fill(admin.email)
  await page.getByLabel('Lösenord', { exact: true }).fill('fel lösenord')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  const failure = page.locator('[data-sonner-toast]').filter({ hasText: 'Fel vid inloggning' })
  await expect(failure).toBeVisible()
  const submit = page.getByRole('button', { name: 'Logga in', exact: true })
  await expect
    .poll(async () => {
      const [toast, below] = [await failure.boundingBox(), await submit.boundingBox()]
      return toast && below && toast.y + toast.height < below.y
    })
    .toBe(true)
  await page.getByLabel('Lösenord', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  const greeting = page.locator('[data-sonner-toast]').filter({ hasText: 'Inloggad!' })
  await expect(greeting).toBeVisible()
  await expect(failure).toHaveCount(0)
  const bar = page.getByRole('navigation', { name: 'Genvägar' })
  await expect
    .poll(async () => {
      const [toast, below] = [await greeting.boundingBox(), await bar.boundingBox()]
      return toast && below && toast.y + toast.height < below.y
    })
    .toBe(true)
})
