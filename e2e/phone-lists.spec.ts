// Lists on a technician's phone.
import { textsUnderActions } from './fixtures/measures.ts'
import { aCustomer, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Fältet AB' }, viewport: { width: 390, height: 844 } })

test('a phone shows eight tickets at once, and its filters behind one button', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Sala hembygdsförening')
  for (let number = 0; number < 9; number++) {
    const title = `Återställa den borttagna mappen med protokoll ${number}`
    await admin.create('/api/tickets', { title, description: 'Den är borta.', customerId, priority: 'urgent' })
  }
  await admin.enter(context)
  await page.goto('/backoffice/tickets')
  await expect(page.getByRole('row')).toHaveCount(10)
  const bar = await page.getByRole('navigation', { name: 'Genvägar' }).boundingBox()
  const bottoms = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= (bar?.y ?? 0)).length).toBeGreaterThanOrEqual(8)

  const priority = page.getByRole('combobox', { name: 'Prioritet' })
  await expect(priority).toBeHidden()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await priority.selectOption('low')
  await expect(page.getByRole('button', { name: /^Filter.*1 vald/ })).toBeVisible()
  await expect(page.getByText('Inga träffar')).toBeVisible()
})

test('a time entry on a phone has two lines, and further actions behind a button', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Fjärdhundra Rör & Värme AB')
  const description = 'Monterat accesspunkt och mätt täckning i hela lokalen, även i förrådet'
  const entry = { customerId, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:30', description }
  await admin.create('/api/time', { ...entry, notes: 'Svagt i hörnet mot norr, där kunden vill ha en skärm' })
  await admin.enter(context)
  await page.goto('/backoffice/time')
  const row = page.getByRole('row', { name: /Monterat/ })
  expect((await row.boundingBox())?.height).toBeLessThan(64)
  await expect(row.getByRole('button', { name: 'Kopiera rad' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Ta bort rad' })).toBeHidden()
  await row.getByRole('button', { name: 'Fler åtgärder' }).click()
  await row.getByRole('button', { name: 'Ta bort rad' }).click()
  await expect(page.getByText('Tidrad borttagen')).toBeVisible()
})

test('a customer and a reported entry on a phone have two lines, and a customer’s actions a button', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Samfällighetsföreningen Norra Fjärdhundraland')
  const description = 'Bytt ut den gamla brandväggen och gått igenom reglerna med styrelsen'
  await admin.create('/api/time', {
    customerId,
    workDate: '2026-11-19',
    timeFrom: '08:00',
    timeTo: '09:30',
    description,
  })
  await inDatabase(product, 'update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customerId,
  ])
  await admin.enter(context)
  await page.goto('/backoffice/archive')
  const reported = page.getByRole('row', { name: /brandväggen/ })
  expect((await reported.boundingBox())?.height).toBeLessThan(64)
  await expect(reported.getByRole('button', { name: /^Återaktivera/ })).toBeVisible()
  await page.goto('/backoffice/customers')
  const customer = page.getByRole('row', { name: /Samfällighetsföreningen/ })
  // Its e-mail and phone are links of 24 px.
  expect((await customer.boundingBox())?.height).toBeLessThan(70)
  await expect(customer.getByRole('button', { name: /^Ändra/ })).toBeHidden()
  await customer.getByRole('button', { name: /^Fler åtgärder/ }).click()
  await customer.getByRole('button', { name: /^Ta bort/ }).click()
  await expect(page.getByRole('alertdialog', { name: /^Ta bort/ })).toBeVisible()
})

test('an amount on a phone is not truncated, and the opened actions cover only their row', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Ransta Bilverkstad AB')
  const trip = { kind: 'travel', article: 'Resa', hundredths: 6300, unit: 'km', priceOre: 2500 }
  await admin.create('/api/expenses', { customerId, workDate: '2026-11-23', ...trip })
  await admin.enter(context)
  await page.goto('/backoffice/time/expenses?who=all')
  const row = page.getByRole('row', { name: /Ransta/ })
  await expect(row.getByText(/1\s575,00\skr/)).toBeVisible()
  expect(await textsUnderActions(page)).toEqual([])
  await row.getByRole('button', { name: 'Fler åtgärder' }).click()
  await expect(row.getByRole('button', { name: 'Ta bort rad' })).toBeVisible()
  const [covered, whole] = [await row.locator('[data-actions]').boundingBox(), await row.boundingBox()]
  expect(covered?.y).toBeCloseTo(whole?.y ?? 0, 0)
  expect(covered?.height).toBeGreaterThan((whole?.height ?? 0) - 3)
})

test('a loading list has the height of its rows, and is visible in a contrast theme', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  await aCustomer(admin, 'Heby IF')
  await admin.enter(context)
  await page.route(/\/api\/(first-screen|customers)/, () => undefined)
  await page.goto('/backoffice/customers')
  const table = page.getByRole('table', { name: 'Kunder' })
  expect((await table.locator('tbody tr').first().boundingBox())?.height).toBe(56)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(table.locator('td > div').first()).toHaveCSS('border-top-width', '1px')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('a tap on a row without a link shows its whole text', async ({ page, context, product }) => {
    const admin = await signedIn(product, product.admin)
    const { id: customerId } = await aCustomer(admin, 'Gimo ridklubb')
    const description = 'Gått igenom kamerorna i stallet och bytt den som vette mot hagen i norr'
    const times = { workDate: '2026-11-18', timeFrom: '08:00', timeTo: '09:30' }
    await admin.create('/api/time', { customerId, ...times, description })
    await inDatabase(product, 'update time_entries set reported = true, reported_at = now() where customer_id = $1', [
      customerId,
    ])
    await admin.enter(context)
    await page.goto('/backoffice/archive')
    const text = page.getByRole('row', { name: /Gimo/ }).getByTitle(description)
    const isWhole = () => text.evaluate((element) => element.scrollWidth <= element.clientWidth)
    await expect(text).toBeVisible()
    expect(await isWhole()).toBe(false)
    await text.tap()
    await expect.poll(isWhole).toBe(true)
  })
})

test('the menu of a customer shows which page is open', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Vänge Måleri AB')
  await admin.enter(context)
  const open = page.getByRole('navigation', { name: 'Om kunden' }).getByRole('link', { name: 'Avtal' })
  await page.goto(`/backoffice/customers/${customerId}`)
  await expect(open).not.toBeInViewport()
  await page.goto(`/backoffice/customers/${customerId}/agreement`)
  await expect(open).toBeInViewport({ ratio: 0.9 })
})
