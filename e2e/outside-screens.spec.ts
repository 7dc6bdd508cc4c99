// Pages for visitors and customers when the office is closed, and the company's name on them.
import { company } from '../src/features/company/company.contract.ts'
import { openClient } from '../tools/drills/support/drill-client.ts'
import { fillInCompany, SERVICE_PAGE } from '../tools/support/company.ts'
import { aCustomer, aLogin, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Ytterst AB' } })

const CLOSED = ['Måndag', 'Tisdag', 'Onsdag', 'Torsdag', 'Fredag', 'Lördag', 'Söndag']
  .map((day) => `${day}: stängt`)
  .join('\n')

/** Closes the office at every hour, with or without an emergency number. */
async function close(url: string, emergencyPhone: string) {
  await fillInCompany(url)
  const { call } = openClient(url)
  const facts = await call(company.facts, {})
  await call(company.changeFacts, { body: { ...facts, dayHours: CLOSED, emergencyPhone } })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('while the office is closed every call button dials the emergency number, if there is one', async ({
    page,
    product,
  }) => {
    await close(product.url, '070-123 45 67')
    await page.goto('/')
    const bar = page.getByRole('complementary', { name: 'Ring oss' })
    await expect(bar.getByRole('link')).toHaveText(/Ring jouren 070-123 45 67/)
    await expect(bar.getByRole('link')).toHaveAttribute('href', 'tel:+46701234567')
    await page.goto('/support')
    await page.getByLabel('Det är akut').check()
    await expect(bar.getByRole('link').filter({ visible: true })).toHaveAttribute('href', 'tel:+46701234567')

    await close(product.url, '')
    await page.goto('/')
    await expect(page.getByRole('complementary', { name: 'Ring oss' })).toHaveCount(0)
    await expect(page.getByRole('banner').locator('a[href^="tel:"]')).toHaveCount(0)
  })

  test('the portal’s header has the answered number, and Akut shows whom to call and the promise', async ({
    page,
    product,
    context,
  }) => {
    await close(product.url, '070-123 45 67')
    const admin = await signedIn(product, product.admin)
    const { id } = await aCustomer(admin, 'Kajens Café')
    await (await signedIn(product, await aLogin(product, 'kim@kajen.example', id))).enter(context)
    await page.goto('/customer-portal')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ring jouren 070-123 45 67' })).toBeVisible()
    await page.getByRole('button', { name: 'Ny ticket' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Ny ticket' })
    const priority = dialog.getByRole('combobox', { name: 'Prioritet' })
    await priority.click()
    await dialog.getByRole('option', { name: 'Akut', exact: true }).click()
    await expect(dialog.getByText('Akut ärende markerat')).toBeVisible()
    await expect(dialog.getByRole('link', { name: '070-123 45 67' })).toHaveAttribute('href', 'tel:+46701234567')
  })
})

test('every page for visitors and customers has the company’s name, never the product’s', async ({
  page,
  complaints,
}) => {
  complaints.expect(/404/)
  for (const path of ['/', '/om-oss', '/customer-login', '/auth', '/finns-inte']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/Ytterst AB/)
    await expect(page.locator('body')).not.toContainText('Stödpunkt')
  }
})

test('a service has a page with prices and a way to order, linked from the start page’s sections', async ({
  page,
  product,
}) => {
  await fillInCompany(product.url)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Hemma' }).getByRole('link', { name: 'WiFi och nätverk' }).click()
  await expect(page).toHaveURL(SERVICE_PAGE)
  await expect(page).toHaveTitle(/^WiFi och nätverk/)
  await expect(page.getByText('895 kr per timme')).toBeVisible()
  const described = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(described.map((text) => JSON.parse(text)['@type'])).toContain('Service')
  await page.goto('/')
  await expect(page.getByText('De kom samma dag, och nätet har fungerat sedan dess.')).toBeVisible()
  await expect(page.getByText('Godkänd för F-skatt')).toBeVisible()
})
