import { expect, test } from './fixtures/product.ts'

test('the start page is Swedish, whatever the browser prefers', { tag: '@abroad' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Din kompletta partner inom teknik och IT')
})
