// A month is approved in the portal, withdrawn and approved again by keyboard, while staff watch.
import type { Locator, Page } from '@playwright/test'
import { aTerms } from '#features/billing/testing/terms.ts'
import type { Product } from '../tools/support/product.ts'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

type Installed = Product & { admin: { email: string; password: string } }

const terms = aTerms({ needsApproval: true })

let count = 0

/** A sent basis with a reported hour, and the login that may approve it. */
async function aSentInvoiceBasis(product: Installed) {
  count += 1
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, `Godkännande ${count} AB`)
  const { id: termsId } = await admin.create('/api/terms', { ...terms, name: `Avtal ${count}` })
  await admin.change(`/api/customers/${customerId}/agreement`, { validFrom: '2026-01-01', termsId })
  await admin.create('/api/time', { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' })
  await inDatabase(product, 'update time_entries set reported = true, reported_at = now()', [])
  const { id } = await admin.create('/api/invoice-bases', { customerId, month: '2026-10', replaces: null })
  const login = await aLogin(product, `ekonomi${count}@godkannande.example`, customerId)
  await inDatabase(product, 'update customer_users set may_approve = true where customer_id = $1', [customerId])
  await admin.create(`/api/invoice-bases/${id}/send`, {})
  return { id, admin, customer: await signedIn(product, login) }
}

/** Presses Tab, and from the end of the page Shift+Tab, until the button has the focus, then Enter. */
async function press(page: Page, name: string) {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 40; presses++) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return page.keyboard.press('Enter')
      await page.keyboard.press(key)
    }
  throw new Error(`Tab does not reach '${name}'`)
}

const focused = (page: Page) => page.locator(':focus')

/**
 * A dialog takes the focus after its first frame; until then it is on the button that opened it, which has the same
 * name.
 */
const hasFocus = (page: Page, dialog: Locator) => expect(dialog.and(page.locator(':focus, :has(:focus)'))).toBeVisible()

test('a customer approves a month after a question and withdraws it, by keyboard; staff see both', async ({
  page,
  context,
  product,
  anotherBrowser,
}) => {
  const { id, admin, customer } = await aSentInvoiceBasis(product)
  const office = await anotherBrowser()
  await admin.enter(office)
  const watching = await office.newPage()
  await watching.goto(`/backoffice/invoice-bases/${id}`)
  const events = watching.getByRole('list', { name: 'Händelser' })
  await expect(events).toContainText('Skickat')

  await customer.enter(context)
  const drawn = page.waitForResponse(/first-screen/)
  await page.goto(`/customer-portal/invoice-bases/${id}`)
  expect((await (await drawn).json()).html).toContain('Underlag för oktober 2026')
  await page.getByRole('button', { name: 'Godkänn' }).waitFor()
  await press(page, 'Godkänn')
  const question = page.getByRole('alertdialog', { name: /^Godkänn 1.250,00.kr\?$/ })
  await expect(question).toContainText(/Underlaget för .* \d{4}: 1.250,00.kr med moms/)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(events).not.toContainText('Godkänt')

  await press(page, 'Godkänn')
  await hasFocus(page, question)
  await press(page, 'Godkänn')
  await expect(focused(page)).toHaveText(/^Godkänt .* av /)
  await expect(events).toContainText(/Godkänt .* av /)

  await press(page, 'Ta tillbaka godkännandet')
  await expect(focused(page)).toHaveText(/^Godkännandet togs tillbaka /)
  await expect(events).toContainText(/Godkännandet tillbakataget .* av /)

  await press(page, 'Godkänn')
  await hasFocus(page, question)
  await press(page, 'Godkänn')
  await expect(focused(page)).toHaveText(/^Godkänt /)
  await watching.getByRole('button', { name: 'Fakturera' }).click()
  await expect(page.getByText('Fakturerat')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ta tillbaka godkännandet' })).toBeHidden()
})

test('after a colleague’s answer the focus is on the line that shows it, not on a removed button', async ({
  page,
  context,
  product,
}) => {
  const { id, customer } = await aSentInvoiceBasis(product)
  await customer.enter(context)
  await page.goto(`/customer-portal/invoice-bases/${id}`)
  const question = page.getByRole('alertdialog')

  await page.getByRole('button', { name: 'Godkänn' }).press('Enter')
  await hasFocus(page, question)
  await customer.create(`/api/portal/invoice-bases/${id}/approve`, {})
  await expect(question).toBeHidden()
  await expect(focused(page)).toHaveText(/^Godkänt .* av /)

  await page.getByRole('button', { name: 'Ta tillbaka godkännandet' }).focus()
  await customer.create(`/api/portal/invoice-bases/${id}/withdraw-approval`, {})
  await expect(focused(page)).toHaveText(/^Godkännandet togs tillbaka /)
})

test('an approval whose response was lost is shown, even without a live event', async ({
  page,
  context,
  product,
  complaints,
}) => {
  const { id, customer } = await aSentInvoiceBasis(product)
  await customer.enter(context)
  await context.route('**/live*', (route) => route.abort())
  complaints.expect(/ERR_FAILED|ERR_CONNECTION_RESET/)
  await page.goto(`/customer-portal/invoice-bases/${id}`)
  await page.route('**/approve', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Godkänn' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await hasFocus(page, question)
  await press(page, 'Godkänn')
  await expect(page.getByText('Kunde inte godkänna')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(focused(page)).toHaveText(/^Godkänt .* av /)
})
