// Titles of tabs, by keyboard. accessibility.spec.ts compares the titles of all screens.
import type { Page } from '@playwright/test'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Ärendehuset AB' } })

/** Follows a link and expects the title of the page, and the focus at its beginning. */
async function follow(page: Page, link: string, title: RegExp, begins = page.getByRole('main')) {
  await page.getByRole('main').getByRole('link', { name: link }).first().press('Enter')
  await expect(page).toHaveTitle(title)
  await expect(begins).toBeFocused()
}

test('the title of a tab follows the page and its subject, and the focus the page', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Gimo Snickeri AB')
  const ticket = { title: 'Flytta skärmar', description: 'Två stycken.', customerId }
  const { ticketNumber } = await admin.create('/api/tickets', ticket)
  await admin.enter(context)
  await page.goto(`/backoffice/customers/${customerId}`)
  await expect(page).toHaveTitle(/Översikt – Gimo Snickeri AB – Ärendehuset AB$/)
  await follow(page, 'Avtal', /Avtal – Gimo Snickeri AB – Ärendehuset AB$/)
  await follow(page, 'Ärenden', /Ärenden – Gimo Snickeri AB – Ärendehuset AB$/)
  // The list beside the ticket takes the focus when it is rendered.
  const inList = page.getByRole('navigation', { name: 'Ärenden' }).getByRole('link', { name: 'Flytta skärmar' })
  await follow(page, 'Flytta skärmar', new RegExp(`#${ticketNumber} Flytta skärmar – Ärendehuset AB$`), inList)
  await page.goto('/backoffice/settings')
  await expect(page).toHaveTitle(/Företaget – Inställningar – Ärendehuset AB$/)
  await follow(page, 'Utseende', /Utseende – Inställningar – Ärendehuset AB$/)
  await page.goBack()
  await expect(page).toHaveTitle(/Företaget – Inställningar/)
})
