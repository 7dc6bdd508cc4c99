// Work by keyboard only: where the focus goes when its element disappears, letters as shortcuts, and what Back
// restores.
import type { Page } from '@playwright/test'
import { todayInStockholm } from '../src/shared/dates.rules.ts'
import { aCustomer, aLogin, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Fokus AB' }, actionTimeout: 15_000 })

let count = 0
async function aTicket(admin: SignedIn, titles = ['Larmet tjuter']) {
  count += 1
  const { id: customerId, name } = await aCustomer(admin, `Tangenten ${count} AB`)
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await admin.create('/api/tickets', { title, description: 'Sedan i natt.', customerId })
    ids.push(id)
  }
  return { customerId, name, id: ids[0] ?? '' }
}

const focused = (page: Page) => page.locator(':focus')

test('after a removal the focus is on the next row, or the heading; Ångra is one key away', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { customerId } = await aTicket(admin)
  for (const [index, description] of ['Första', 'Andra', 'Tredje'].entries()) {
    const times = { timeFrom: `1${index}:00`, timeTo: `1${index}:30` }
    await admin.create('/api/time', { customerId, workDate: todayInStockholm(), description, ...times })
  }
  await admin.enter(context)
  await page.goto(`/backoffice/time?customerId=${customerId}`)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const remove = (text: string) => row(text).getByRole('button', { name: 'Ta bort rad' })
  const undo = page.getByRole('button', { name: 'Ångra' })

  await remove('Andra').press('Enter')
  await expect(row('Andra')).toHaveCount(0)
  await expect(remove('Första')).toBeFocused()

  await undo.waitFor()
  await page.keyboard.press('F8')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove('Första')).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect(row('Andra').locator(':focus')).toHaveCount(1)

  for (const text of ['Första', 'Andra']) {
    await remove(text).press('Enter')
    await expect(row(text)).toHaveCount(0)
    await expect(undo).toHaveCount(1)
  }
  await expect(remove('Tredje')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row('Tredje')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Tidrapport' })).toBeFocused()
})

test('Tid in a comment opens with the focus on its first choice, and closes again', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id } = await aTicket(admin)
  await admin.enter(context)
  await page.goto(`/backoffice/tickets/${id}`)
  const time = page.getByRole('button', { name: 'Tid', exact: true })
  await expect(time).toHaveAttribute('aria-expanded', 'false')
  await time.press('Enter')
  await expect(time).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('radio', { name: 'Ingen' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const chosen = page.getByRole('radio', { name: '15 min' })
  await expect(chosen).toBeChecked()
  await time.press('Enter')
  await expect(time).toHaveAttribute('aria-expanded', 'false')
  await expect(time).toBeFocused()
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeChecked()
})

test('removing a file of a comment moves the focus to the next, for staff and in the portal', async ({
  page,
  context,
  product,
  anotherBrowser,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id, customerId } = await aTicket(admin)
  const customer = await aLogin(product, `fokus${count}@tangenten.example`, customerId)
  await admin.enter(context)
  const other = await anotherBrowser()
  await (await signedIn(product, customer)).enter(other)
  const files = ['a.txt', 'b.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
  const ofStaff = { tab: page, path: `/backoffice/tickets/${id}` }
  const ofPortal = { tab: await other.newPage(), path: `/customer-portal/tickets/${id}` }
  for (const { tab, path } of [ofStaff, ofPortal]) {
    await tab.goto(path)
    await tab.locator('input[type=file]').first().setInputFiles(files)
    await tab.getByRole('button', { name: 'Ta bort a.txt' }).press('Enter')
    await expect(tab.getByRole('button', { name: 'Ta bort b.txt' })).toBeFocused()
    await tab.keyboard.press('Enter')
    await expect(focused(tab)).toHaveRole('heading')
  }
})

test('letters move through a list only while it has the focus', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  await aTicket(admin, ['Först in', 'Mitt emellan', 'Sist in'])
  await admin.enter(context)
  await page.goto('/backoffice/tickets')
  await page.getByRole('link', { name: 'Sist in' }).press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  const list = page.getByRole('navigation', { name: 'Ärenden' })
  await expect(list.getByRole('link', { name: /Sist in/ })).toBeFocused()
  await page.keyboard.press('j')
  await expect(heading).toHaveText('Mitt emellan')
  await page.getByRole('checkbox', { name: /Intern kommentar/ }).focus()
  await page.keyboard.press('j')
  await list.getByRole('link', { name: /Mitt emellan/ }).press('k')
  // One step from the previous ticket: the letter typed outside the list had no effect.
  await expect(heading).toHaveText('Sist in')
})

test('Back asks before a half-filled dialog is left, and Forward restores its text', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  await admin.enter(context)
  await page.goto('/backoffice')
  await page.getByRole('link', { name: 'Kunder', exact: true }).first().press('Enter')
  await page.getByRole('button', { name: 'Ny kund' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ny kund' })
  const field = dialog.getByRole('textbox', { name: 'Namn', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('Halvfärdig AB')
  const question = page.getByRole('alertdialog', { name: 'Lämna utan att spara?' })
  const back = () => page.evaluate(() => history.back())

  await back()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Halvfärdig AB')

  await back()
  await question.getByRole('button', { name: 'Lämna' }).press('Enter')
  await expect(page).toHaveURL(/\/backoffice$/)
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => history.forward())
  await expect(field).toHaveValue('Halvfärdig AB')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stäng ändå' }).press('Enter')
  await expect(dialog).toHaveCount(0)
})
