// A customer and a ticket for it, by keyboard only.
import { signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Ärendehuset AB' } })

test('a customer is added and chosen in a new ticket without a false error, by keyboard', async ({
  page,
  context,
  product,
}) => {
  await (await signedIn(product, product.admin)).enter(context)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await page.goto('/backoffice/customers')
  await page.getByRole('button', { name: 'Ny kund' }).first().press('Enter')
  await expect(page.getByLabel('Namn')).toBeFocused()
  await page.keyboard.type('Alunda Snickeri AB')
  await expect.poll(() => asked).toContain('/api/customers/similar')
  // Observes also errors that are shown only for a moment, while the dialog closes.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Finns redan')) document.body.dataset.warned = ''
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Kund skapad!')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('body')).not.toHaveAttribute('data-warned')

  await page.goto('/backoffice/tickets')
  await page.getByRole('button', { name: 'Nytt ärende' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nytt ärende' })
  await expect(dialog.getByLabel('Titel')).toBeFocused()
  await page.keyboard.type('Flytta skärmar')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Två skärmar till nya kontoret.')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox', { name: 'Kund' })).toBeFocused()
  await page.keyboard.type('Alunda')
  await expect(dialog.getByRole('option', { name: 'Alunda Snickeri AB' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Anmälare')).toHaveCount(0)
  expect(asked.filter((path) => path.endsWith('/contacts'))).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Anmälare')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Supportärende har skapats')).toBeVisible()
  expect(asked.filter((path) => path.endsWith('/contacts'))).toHaveLength(1)
})
