// Contrast themes (forced colours): in every component that otherwise shows by colour what is chosen, current, running
// or focused, the state remains visible; and axe reports nothing.
import type { Locator, Page } from '@playwright/test'
import { addAxe, violationsIn } from './fixtures/axe.ts'
import { schemes, selectionAround, selectionOf, showsWhenChosen } from './fixtures/contrast-theme.ts'
import { fillEveryScreen } from './fixtures/every-screen.ts'
import { signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import type { ScreenIds } from './fixtures/screens.ts'

test.use({ settings: { ORG_NAME: 'Kontrast AB' }, contextOptions: { reducedMotion: 'reduce' } })

let ids: ScreenIds
let customerLogin: Awaited<ReturnType<typeof fillEveryScreen>>['customerLogin']

test.beforeAll(async ({ product }) => {
  ;({ ids, customerLogin } = await fillEveryScreen(product))
  const admin = await signedIn(product, product.admin)
  const ticket = { title: 'Skrivaren är tyst', description: 'Ingenting kommer ut.', customerId: ids.customerId }
  await admin.create('/api/tickets', ticket)
})

/**
 * Opens a screen in a contrast theme, and checks it with axe in a light and a dark one. Excludes the contrast rules,
 * which would check the product's colours instead of the theme's.
 */
async function open(page: Page, path: string, loaded: Locator) {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(path)
  await loaded.first().waitFor()
  for (const colorScheme of schemes) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    const found = await violationsIn(page)
    expect(
      found.filter((violation) => !violation.startsWith('color-contrast:')),
      `${path}, ${colorScheme}`,
    ).toEqual([])
  }
}

/** Without the mouse, whose hover changes the border. */
const press = (control: Locator) => control.dispatchEvent('click')

/** The control shows its state, and no longer does after `press` (of another control or of itself). */
const showsWhenPressed = (name: string, shown: Locator, press: () => Promise<unknown>) =>
  showsWhenChosen(shown, name, async () => {
    await press()
    return shown
  })

test('on a ticket', async ({ page, context, product }) => {
  await addAxe(context)
  await (await signedIn(product, product.admin)).enter(context)
  await open(page, `/backoffice/tickets/${ids.ticketId}`, page.getByText('Routern är nog åtta år gammal.'))

  const internal = page.getByRole('checkbox', { name: 'Intern kommentar (syns ej för kund)' })
  await press(internal)
  await showsWhenPressed('a checkbox', internal, () => press(internal))
  await page.getByRole('button', { name: 'Tid', exact: true }).click()
  const chip = page.locator('label').filter({ hasText: /^15/ }).first()
  await press(chip)
  await showsWhenPressed('a chip', chip, () => press(page.locator('label').filter({ hasText: /^30/ }).first()))
  const menuItem = page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link', { name: /Supportärenden/ })
  await showsWhenChosen(menuItem, 'a menu item', page.getByRole('link', { name: 'Månadsrapport' }))
  await showsWhenChosen(
    page.locator('label').filter({ has: page.getByRole('radio', { name: 'Som enheten' }) }),
    'a segment',
    page.locator('label').filter({ has: page.getByRole('radio', { name: 'Mörkt' }) }),
  )
  const sideRow = page.locator('[data-side-link]')
  await expect(sideRow).toHaveCount(2)
  await showsWhenChosen(
    sideRow.and(page.locator('[aria-current]')),
    'a row of the list beside',
    sideRow.and(page.locator(':not([aria-current])')),
  )
})

test('in tables, tabs, calendars and lists of the back office', async ({ page, context, product }) => {
  await addAxe(context)
  await (await signedIn(product, product.admin)).enter(context)
  await open(page, '/backoffice/time', page.getByText('Bytt switch'))
  const reported = page.getByRole('switch', { name: 'Visa rapporterade' })
  await press(reported)
  await showsWhenPressed('a switch', reported, () => press(reported))

  await page.getByRole('combobox', { name: 'Kund' }).first().fill('Åker')
  const option = page.locator('li[role=option]')
  await expect(option).not.toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  expect(await selectionOf(option.first(), { keepsFocus: true })).toBeGreaterThan(50)
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)

  await page
    .getByRole('button', { name: /kalender/i })
    .first()
    .click()
  const day = page.locator('[role=gridcell] [role=button]')
  expect(await selectionOf(day.and(page.locator('[data-selected]')), { keepsFocus: true })).toBeGreaterThan(50)
  expect(await selectionOf(day.filter({ hasText: /^15$/ }), { keepsFocus: true })).toBe(0)
  await page.keyboard.press('Escape')

  await open(page, '/backoffice/inbox', page.getByText('Servern är nere sedan i morse.'))
  const tab = page.getByRole('tab')
  await showsWhenChosen(tab.and(page.locator('[aria-selected=true]')), 'a tab', tab.nth(1))
  const sender = page.getByText('Oläst:').locator('..')
  expect(await selectionOf(sender), 'the dot of what is unread').toBeGreaterThan(0)

  await open(page, `/backoffice/customers/${ids.customerId}`, page.getByText('Bytt switch'))
  const customerPage = page.getByRole('main').getByRole('navigation').getByRole('link')
  await showsWhenChosen(customerPage.and(page.locator('[aria-current]')), 'a page of a customer', customerPage.last())

  await open(page, '/backoffice', page.getByText('Åkermans El & Larm i Norra Uppland AB'))
  const action = page.getByRole('link', { name: 'Registrera tid' })
  expect(await selectionAround(action), 'what has no focus').toBe(0)
  await action.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await selectionAround(action), 'what has the focus').toBeGreaterThan(1)
})

test('on a phone', async ({ page, context, product }) => {
  await addAxe(context)
  await (await signedIn(product, product.admin)).enter(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/backoffice/customers', page.getByText('info@kund.example'))
  const shortcut = page.getByRole('navigation', { name: 'Genvägar' }).getByRole('link')
  await showsWhenChosen(shortcut.filter({ hasText: 'Kunder' }), 'a shortcut', shortcut.filter({ hasText: 'Tid' }))
  const radio = page.getByRole('radio', { name: 'Aktiva' })
  await showsWhenPressed('a radio button', radio, () => press(page.getByRole('radio', { name: 'Arkiverade' })))
})

test('in the portal and on the public pages', async ({ page, context, product, anotherBrowser }) => {
  const portal = await anotherBrowser()
  await addAxe(portal)
  await (await signedIn(product, customerLogin)).enter(portal)
  const home = await portal.newPage()
  await open(home, '/customer-portal', home.getByText('WiFi nere i hela huset'))
  const progress = home.getByRole('progressbar').first()
  const setTo = (share: number) =>
    progress.evaluate((bar: HTMLProgressElement, of) => (bar.value = bar.max * of), share)
  await setTo(0.5)
  await showsWhenPressed('how much is used', progress, () => setTo(0))

  await addAxe(context)
  await open(page, '/customer-login', page.getByRole('button', { name: 'Logga in' }))
  await open(page, '/kontakt', page.getByRole('heading', { name: 'Kontakta oss' }))
  const link = page.getByRole('navigation', { name: 'Sidans meny' }).getByRole('link')
  await expect(link.filter({ hasText: 'Kontakt' })).toHaveCSS('text-decoration-line', 'underline')
  await expect(link.filter({ hasText: 'Hem' })).toHaveCSS('text-decoration-line', 'none')
  await open(page, '/support', page.getByRole('heading', { name: 'Anmäl ett fel' }))
  const isUrgent = page.getByRole('checkbox', { name: /Det är akut/ })
  const unchecked = await isUrgent.screenshot()
  await isUrgent.check()
  expect((await isUrgent.screenshot()).equals(unchecked), 'the urgent request, checked and not').toBe(false)
  const action = page.getByRole('button', { name: /Skicka/ })
  expect(await action.evaluate((button) => getComputedStyle(button).borderTopWidth), 'a button has a border').toBe(
    '2px',
  )
})

test('a preference for more contrast gives stronger borders and secondary text', async ({ page }) => {
  await page.goto('/kontakt')
  const field = page.getByRole('textbox', { name: /Namn/ })
  const hint = page.getByText('Hit skickar vi svaret.')
  const colors = async () => [
    await field.evaluate((control) => getComputedStyle(control).borderTopColor),
    await hint.evaluate((text) => getComputedStyle(text).color),
  ]
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' })
    const usual = await colors()
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    const stronger = await colors()
    expect(stronger.map((color, index) => color === usual[index])).toEqual([false, false])
  }
})
