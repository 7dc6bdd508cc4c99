// A ticket on paper: only its text, for staff and in the portal.
import type { Page } from '@playwright/test'
import { aCustomer, aLogin, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Pappret AB' } })

const MM_PER_INCH = 25.4
const DPI = 96
/** The area within the margins of an A4 page. */
const PAPER = { width: Math.round(((210 - 2 * 14) / MM_PER_INCH) * DPI), height: Math.round((265 / MM_PER_INCH) * DPI) }
const comments = Array.from({ length: 30 }, (_, index) => `Mätt uttag ${index + 1} på andra våningen.`)

/** Prepares the page as a browser does before printing, which expands a long conversation. */
async function print(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize(PAPER)
}

/** The break rule between an author and the text, and the display of the list: in a grid, rows would overlap. */
const breaksOf = (page: Page, author: string) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .first()
    .evaluate(
      (item, selector) => [
        getComputedStyle(item.querySelector(selector) as Element).breakAfter,
        getComputedStyle(item.parentElement as Element).display,
      ],
      author,
    )

/** Controls, and content that belongs to them, in the printed page. */
const controlsOn = (page: Page) =>
  page
    .locator('button, textarea, input, summary, nav, a[href="#innehall"], [aria-label="Ärenden"]')
    .filter({ visible: true })
    .allTextContents()

test('a ticket is printed with its customer, facts and whole conversation, without controls', async ({
  page,
  context,
  product,
  anotherBrowser,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Kopparkällans Bageri AB')
  const { id: otherId } = await aCustomer(admin, 'Grannens Plåt AB')
  await admin.create('/api/tickets', { title: 'Larmet tjuter', description: 'Hela natten.', customerId: otherId })
  const { id, ticketNumber } = await admin.create('/api/tickets', {
    title: 'Nätet är långsamt',
    description: 'Sedan i måndags.',
    customerId,
    priority: 'high',
  })
  for (const comment of comments) await admin.create(`/api/tickets/${id}/comments`, { comment, isInternal: false })
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)
  await expect(page.getByRole('navigation', { name: 'Ärenden' }).getByText('Larmet tjuter')).toBeVisible()
  await expect(page.getByText('Sedan i måndags.')).toBeVisible()

  await print(page)
  await expect(page.getByRole('heading', { name: 'Nätet är långsamt' })).toBeVisible()
  for (const text of ['Sedan i måndags.', ...comments])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  const number = page.getByRole('paragraph').filter({ hasText: `#${ticketNumber} · Kopparkällans Bageri AB` })
  await expect(number).toBeVisible()
  const facts = page.getByRole('complementary', { name: 'Om ärendet' })
  for (const fact of ['018-12 34 56', 'Kopparkällans Bageri AB'])
    await expect(facts.getByText(fact).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Prioritet' })).toHaveValue('high')
  await expect(facts.locator('dt:has-text("Utrustning") + dd').getByText('Ingen')).toBeVisible()
  await expect(facts.getByText('Inget ärende')).toBeVisible()
  await expect(page.getByText('Larmet tjuter')).toBeHidden()
  expect(await breaksOf(page, 'header')).toEqual(['avoid', 'flex'])
  expect(await controlsOn(page)).toEqual([])

  const other = await anotherBrowser()
  await (await signedIn(product, await aLogin(product, 'kund@bageriet.example', customerId))).enter(other)
  const portal = await other.newPage()
  await portal.goto(`/customer-portal/tickets/${id}`)
  await expect(portal.getByText(String(comments[29]))).toBeVisible()
  await print(portal)
  await expect(portal.getByRole('banner').getByText('Kopparkällans Bageri AB').first()).toBeVisible()
  for (const text of ['Nätet är långsamt', 'Sedan i måndags.', `#${ticketNumber}`, ...comments])
    await expect(portal.getByText(text, { exact: true })).toBeVisible()
  expect(await breaksOf(portal, 'p')).toEqual(['avoid', 'flex'])
  expect(await controlsOn(portal)).toEqual([])
})
