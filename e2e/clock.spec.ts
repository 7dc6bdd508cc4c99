import { expect, test } from './fixtures/product.ts'

const DAY_MS = 86_400_000

for (const [name, shift] of [
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
] as const)
  test(`A-38: a browser whose clock is a day ${name} signs in, stays signed in and needs no new token`, async ({
    page,
    product,
  }) => {
    await page.clock.install({ time: Date.now() + shift })
    const grants: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/auth/v1/token') grants.push(searchParams.get('grant_type') ?? '')
    })
    await page.goto('/auth')
    await page.getByLabel('E-post').fill(product.admin.email)
    await page.getByLabel('Lösenord', { exact: true }).fill(product.admin.password)
    await page.getByRole('button', { name: 'Logga in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    // Longer than several checks of the token's expiry.
    await page.clock.fastForward(5 * 60_000)
    await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kunder' })).toBeVisible()
    expect(grants).toEqual(['password'])
    // Just before the token expires, by the lifetime that the server gave (an hour).
    await page.clock.fastForward(52 * 60_000)
    await expect.poll(() => grants).toEqual(['password', 'refresh_token'])
  })
