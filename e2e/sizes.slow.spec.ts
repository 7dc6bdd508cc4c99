// Every screen at every width: its targets are large enough, text with the spacing of WCAG 1.4.12 is not clipped, and
// table rows have headers. In a low window nothing is pinned over the scrolling page.
import type { Page } from '@playwright/test'
import { fillInCompany } from '../tools/support/company.ts'
import { fillEveryScreen } from './fixtures/every-screen.ts'
import {
  clippedTexts,
  pinned,
  rowsWithoutHeader,
  smallTargets,
  spaceText,
  textsUnderActions,
  wider,
} from './fixtures/measures.ts'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import { publicScreens } from './fixtures/public-screens.ts'
import type { Screen } from './fixtures/screen.ts'
import { backOfficeScreens, portalScreens } from './fixtures/screens.ts'

test.use({ settings: { ORG_NAME: 'Måtten AB' }, contextOptions: { reducedMotion: 'reduce' } })

const WIDTHS = [320, 390, 768, 1440]
/** A phone in landscape, and a desktop window at 400 per cent. */
const LOW = [
  { width: 844, height: 390 },
  { width: 320, height: 256 },
]

async function check(page: Page, { path, name, loaded, open }: Screen) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await loaded?.(page)
  for (const size of LOW) {
    await page.setViewportSize(size)
    expect.soft(await pinned(page), `pinned in ${name} at ${size.width} × ${size.height}`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await open?.(page)
  // The API page is another program's.
  if (path !== '/api/docs') expect.soft(await rowsWithoutHeader(page), `rows without a header in ${name}`).toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await smallTargets(page), `small targets of ${name} at ${width}`).toEqual([])
    expect.soft(await textsUnderActions(page), `under the buttons of a row in ${name} at ${width}`).toEqual([])
    await spaceText(page, true)
    expect.soft(await clippedTexts(page), `cut off in ${name} at ${width}`).toEqual([])
    expect.soft(await wider(page), `${name} with text spacing at ${width}`).toEqual([])
    await spaceText(page, false)
  }
}

test('targets are large enough, spaced text is not clipped, and nothing is pinned in a low window', async ({
  product,
  anotherBrowser,
  complaints,
}) => {
  test.setTimeout(600_000)
  complaints.expect(/404/)
  await fillInCompany(product.url)
  const { ids, customerLogin } = await fillEveryScreen(product)
  const checkAll = async (screens: Screen[], login?: typeof customerLogin) => {
    const context = await anotherBrowser()
    if (login) await (await signedIn(product, login)).enter(context)
    const page = await context.newPage()
    for (const screen of screens) await test.step(screen.name, () => check(page, screen))
    if (login !== product.admin) return
    // In a window that is high enough, header and bar remain pinned.
    await page.goto('/backoffice')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => pinned(page)).toHaveLength(2)
  }
  await Promise.all([
    checkAll(publicScreens).then(() => checkAll(portalScreens(ids), customerLogin)),
    checkAll(backOfficeScreens(ids), product.admin),
  ])
})

test('a truncated text in a row is shown whole while the keyboard focus is in the row', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Samfällighetsföreningen Norra Fjärdhundraland')
  const description = 'Bytt ut den gamla brandväggen och gått igenom alla regler med styrelsen, en i taget. '
    .repeat(2)
    .trim()
  const times = { workDate: '2026-11-19', timeFrom: '08:00', timeTo: '09:30' }
  await admin.create('/api/time', { customerId, ...times, description })
  await admin.enter(context)
  await page.goto('/backoffice/time')
  const text = page.getByRole('table', { name: 'Tidrader' }).getByTitle(description)
  const isWhole = () =>
    text.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    )
  await expect(text).toBeVisible()
  expect(await isWhole()).toBe(false)
  const row = page.getByRole('row', { name: /brandväggen/ })
  await row.getByRole('button', { name: 'Kopiera rad' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(row.getByRole('button', { name: 'Ta bort rad' })).toBeFocused()
  await expect.poll(isWhole).toBe(true)
})
