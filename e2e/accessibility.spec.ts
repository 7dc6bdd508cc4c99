import type { Page } from '@playwright/test'
import { fillInBrand, fillInCompany } from '../tools/support/company.ts'
import { addAxe, violationsIn } from './fixtures/axe.ts'
import { fillEveryScreen } from './fixtures/every-screen.ts'
import { signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import { publicScreens } from './fixtures/public-screens.ts'
import type { Screen } from './fixtures/screen.ts'
import { backOfficeScreens, portalScreens, type ScreenIds } from './fixtures/screens.ts'

let ids: ScreenIds
let customerLogin: Awaited<ReturnType<typeof fillEveryScreen>>['customerLogin']

test.beforeAll(async ({ product }) => {
  await fillInCompany(product.url)
  // The widths in between are checked with the company's branding, the others without.
  if (process.env.WIDTHS_BETWEEN) await fillInBrand(product.url)
  ;({ ids, customerLogin } = await fillEveryScreen(product))
})

/** Checks a screen, and returns the title of its tab. */
async function check(page: Page, { path, title, tab = title, loaded, open }: Screen, hasAxe: boolean) {
  await page.goto(path)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  if (title) await expect(heading).toHaveText(title)
  await loaded?.(page)
  if (tab) await expect.poll(() => tabOf(page)).toEqual(tab instanceof RegExp ? expect.stringMatching(tab) : tab)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(), 'pixels outside the screen').toBe(0)
  await open?.(page)
  expect(await overflow(), 'pixels outside the screen').toBe(0)
  for (const colorScheme of hasAxe ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
    // Dark mode changes only the colours.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined
    expect.soft(await violationsIn(page, rules), `${path}, ${colorScheme}`).toEqual([])
  }
  return tabOf(page)
}

/** The title of the tab without the count of waiting work and without the company's name. */
const tabOf = async (page: Page) =>
  (await page.title()).replace(/^\(\d+\) /, '').replace(/ – Nordlys IT i Uppsala AB$/, '')

/** Titles shared by screens at different addresses; dialogs and filters are at the address of their screen. */
function sharedTitles(titles: Map<string, string>) {
  const shared = Map.groupBy(titles, ([, title]) => title).values()
  return [...shared].filter(({ length }) => length > 1)
}

const phone = { width: 390, height: 844 }
/** `npm run test:full` also checks the widths in between, and a phone with axe, which takes most of the time. */
const isFull = Boolean(process.env.WIDTHS_BETWEEN)
const devices = isFull
  ? { 'a small desktop': { width: 1280, height: 800 }, 'a tablet': { width: 820, height: 1180 }, 'a phone': phone }
  : { 'a desktop': { width: 1440, height: 900 }, 'a phone': phone }

test.describe('without animations', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('every screen passes axe, fits the width in light and dark mode, and has a title of its own @widths', async ({
    product,
    anotherBrowser,
    complaints,
  }) => {
    // Three devices with axe take long on a loaded machine.
    test.setTimeout(isFull ? 1_800_000 : 600_000)
    complaints.expect(/404/)
    // Concurrently, because each device waits half of its time.
    await Promise.all(
      Object.entries(devices).map(async ([device, viewport]) => {
        const checkAll = async (screens: Screen[], login?: typeof customerLogin) => {
          const titles = new Map<string, string>()
          const context = await anotherBrowser()
          if (login) await (await signedIn(product, login)).enter(context)
          await addAxe(context)
          const page = await context.newPage()
          await page.setViewportSize(viewport)
          expect(page.viewportSize()).toEqual(viewport)
          for (const screen of screens) {
            const title = await test.step(`${screen.name} on ${device}`, () =>
              check(page, screen, isFull || viewport !== phone))
            titles.set(screen.path.replace(/\?.*/, ''), title)
          }
          return titles
        }
        const outside = await checkAll(publicScreens)
        const ofStaff = await checkAll(backOfficeScreens(ids), product.admin)
        const ofCustomers = await checkAll(portalScreens(ids), customerLogin)
        for (const inside of [ofStaff, ofCustomers]) expect(sharedTitles(new Map([...outside, ...inside]))).toEqual([])
      }),
    )
  })
})

// A frame with overflow hidden clips its content without a scrollbar on the page.
test('the table of time entries shows all its columns and buttons at every width', async ({
  page,
  context,
  product,
}) => {
  await (await signedIn(product, product.admin)).enter(context)
  await page.goto('/backoffice/time?reported=true')
  const table = page.getByRole('table', { name: 'Tidrader' })
  await expect(table.getByText('Bytt switch')).toBeVisible()
  for (const width of [390, 700, 900, 1100, 1296, 1300, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () => table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
    expect(await overflow(), `pixels cut off at ${width}`).toBeLessThanOrEqual(0)
  }
})
