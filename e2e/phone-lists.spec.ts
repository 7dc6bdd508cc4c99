// The lists of a technician with a phone in the hand.
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

test('a row of time on a phone is two lines, with the further actions behind a button', async ({
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

test('a customer and a reported row on a phone are two lines, and a customer’s actions are behind a button', async ({
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
  expect((await customer.boundingBox())?.height).toBeLessThan(64)
  await expect(customer.getByRole('button', { name: /^Ändra/ })).toBeHidden()
  await customer.getByRole('button', { name: 'Fler åtgärder' }).click()
  await customer.getByRole('button', { name: /^Ändra/ }).click()
  await expect(page.getByRole('dialog', { name: 'Ändra kund' })).toBeVisible()
})

test('the menu of a customer shows the page that is open', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Vänge Måleri AB')
  await admin.enter(context)
  const open = page.getByRole('navigation', { name: 'Om kunden' }).getByRole('link', { name: 'Avtal' })
  await page.goto(`/backoffice/customers/${customerId}`)
  await expect(open).not.toBeInViewport()
  await page.goto(`/backoffice/customers/${customerId}/agreement`)
  await expect(open).toBeInViewport({ ratio: 0.9 })
})
