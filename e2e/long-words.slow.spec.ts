// Long texts without spaces, such as a SharePoint URL as a title, or a serial number. None makes a screen wider than
// the window, on a phone and at 400 per cent.
import type { Page } from '@playwright/test'
import type { Product } from '../tools/support/product.ts'
import { fillEveryScreen } from './fixtures/every-screen.ts'
import { wider } from './fixtures/measures.ts'
import { inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'
import type { Screen } from './fixtures/screen.ts'
import { backOfficeScreens, portalScreens } from './fixtures/screens.ts'

test.use({ settings: { ORG_NAME: 'Långa ord AB' }, contextOptions: { reducedMotion: 'reduce' } })

const WIDTHS = [320, 390, 1440]

/** Columns with text that people enter, and their maximum lengths. */
const columns: [table: string, column: string, max: number][] = [
  ['customers', 'name', 200],
  ['customers', 'address', 500],
  ['customers', 'notes', 2000],
  ['contacts', 'name', 200],
  ['contacts', 'title', 100],
  ['contacts', 'note', 500],
  ['profiles', 'full_name', 200],
  ['customer_users', 'full_name', 200],
  ['tickets', 'title', 200],
  ['tickets', 'description', 10_000],
  ['ticket_comments', 'comment', 10_000],
  ['time_entries', 'description', 1_000],
  ['time_entries', 'notes', 1_000],
  ['expenses', 'article', 200],
  ['equipment', 'name', 100],
  ['equipment', 'model', 100],
  ['equipment', 'serial', 100],
  ['equipment', 'place', 100],
  ['equipment', 'note', 500],
  ['enquiries', 'name', 200],
  ['enquiries', 'message', 5_000],
  ['terms', 'name', 100],
  ['articles', 'name', 160],
  ['charges', 'text', 160],
  ['canned_answers', 'text', 5000],
  ['recurring_tickets', 'title', 200],
  ['organizations', 'name', 100],
  ['invoice_basis_rows', 'description', 1_000],
  ['invoice_basis_questions', 'question', 1_000],
  ['report_rows', 'description', 1_000],
]

/**
 * Appends a word of up to 200 letters to every text that people entered; without triggers, which would write history,
 * send mail and mark bases outdated.
 */
async function lengthen(product: Product) {
  const statements = columns.map(
    ([table, column, max]) =>
      `update ${table} set ${column} = left(${column} || ' ' || repeat('Sharepointadress_', 12), least(${max}, length(${column}) + 201)) where ${column} is not null;`,
  )
  await inDatabase(product, `set session_replication_role = replica; ${statements.join(' ')}`, [])
}

async function check(page: Page, { path, loaded, open }: Screen) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await loaded?.(page)
  await open?.(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await wider(page), `${path} at ${width}`).toEqual([])
  }
}

test('no long word makes a screen wider than the window', async ({ product, anotherBrowser, complaints }) => {
  test.setTimeout(300_000)
  complaints.expect(/404/)
  const { ids, customerLogin } = await fillEveryScreen(product)
  await lengthen(product)
  const checkAll = async (screens: Screen[], login: typeof customerLogin) => {
    const context = await anotherBrowser()
    await (await signedIn(product, login)).enter(context)
    const page = await context.newPage()
    for (const screen of screens) await test.step(screen.name, () => check(page, screen))
  }
  await Promise.all([checkAll(backOfficeScreens(ids), product.admin), checkAll(portalScreens(ids), customerLogin)])
})
