// A row of a list, selected with the mouse and copied into a mail or a spreadsheet.
import type { Page } from '@playwright/test'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Kopian AB' }, permissions: ['clipboard-read', 'clipboard-write'] })

const PADDING = 4
/** To the right of every row on a screen of 1440 pixels. */
const BESIDE = 1200
/** In the second cell of a customer's row. */
const MIDDLE = 700

/** Drags from one position in the row to another, in pixels from its left edge, and copies. */
async function copyRow(page: Page, name: RegExp, from: number, to?: number) {
  const box = await page.getByRole('row', { name }).boundingBox()
  if (!box) throw new Error('The row is not shown.')
  // A press inside an existing selection would drag its text.
  await page.evaluate(() => getSelection()?.empty())
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + (to ?? box.width - PADDING), y, { steps: 8 })
  await page.mouse.up()
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate(() => navigator.clipboard.readText())
}

test('a copied row is one line with tabs between its cells, as shown in the list', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Alunda Snickeri AB')
  const ticket = await admin.create('/api/tickets', { title: 'Flytta skärmar', description: 'Två.', customerId })
  const times = { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:30' }
  const texts = { description: 'Flyttat skärmarna', notes: 'Koden är hos Eva' }
  await admin.create('/api/time', { customerId, ticketId: ticket.id, kind: 'onsite', ...times, ...texts })
  await admin.enter(context)

  await page.goto('/backoffice/time')
  const work = `#${ticket.ticketNumber} På plats Flyttat skärmarna`
  const cells = ['2026-11-20', 'Alunda Snickeri AB', '08:00–09:30', '1,50', work, 'Koden är hos Eva', 'admin', 'Aktiv']
  expect(await copyRow(page, /Flyttat/, PADDING)).toBe(cells.join('\t'))
  expect(await copyRow(page, /Flyttat/, PADDING, 70), 'a part of one cell').toMatch(/^2026-[\d-]*$/)

  // A row that is a link: from its name on, backwards, and from outside with the headings above it.
  await page.goto('/backoffice/customers')
  const customer = ['Alunda Snickeri AB', 'info@kund.example', '018-12 34 56']
  const copied = (text: string) => text.split('\t').slice(0, 3)
  expect(copied(await copyRow(page, /Alunda/, PADDING))).toEqual(customer)
  expect(await copyRow(page, /Alunda/, MIDDLE, PADDING)).toBe(customer.slice(0, 2).join('\t'))
  expect(await copyRow(page, /Alunda/, 2 * PADDING, 60), 'a part of the name').toMatch(/^Alun/)
  const [, row] = (await copyRow(page, /Alunda/, -PADDING, BESIDE)).split('\n')
  expect(copied(row ?? '')).toEqual(customer)
  await expect(page, 'no link was followed').toHaveURL(/customers$/)
  await page.getByRole('row', { name: /Alunda/ }).click({ position: { x: MIDDLE, y: 12 } })
  await expect(page).toHaveURL(/customers\/\w/)
})
