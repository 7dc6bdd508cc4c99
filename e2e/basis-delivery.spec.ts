// Whom a month reaches: a login, the invoice address with the PDF, nobody, and somebody once the address is mended; and what is asked
// before a price is saved that touches it.
import type { BrowserContext, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { aTerms } from '#features/billing/testing/terms.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import type { Product } from '../tools/support/product.ts'
import { aCustomer, aLogin, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Underlagsposten AB', ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })

let server: MailServer
test.beforeAll(async () => {
  server = await aMailServer()
})
test.afterAll(() => server.stop())

type Installed = Product & { admin: { email: string; password: string } }
let count = 0

/** A draft of a customer whose terms need approval, with a mail server that delivers. */
async function aDraft(product: Installed, { invoiceEmail = '' } = {}) {
  count += 1
  const admin = await signedIn(product, product.admin)
  const { version } = await admin.read('/api/settings/mail-server')
  await admin.change('/api/settings/mail-server', {
    host: '127.0.0.1',
    port: server.port,
    tls: 'none',
    login: null,
    secret: null,
    fromAddress: 'support@posten.example',
    fromName: null,
    version,
  })
  const name = `Leverans ${count} AB`
  const { id: customerId } = await aCustomer(admin, name)
  const { id: termsId } = await admin.create('/api/terms', aTerms({ name: `Avtal ${count}`, needsApproval: true }))
  await admin.change(`/api/customers/${customerId}/agreement`, { validFrom: '2026-01-01', termsId })
  await writeTo(admin, customerId, invoiceEmail)
  await admin.create('/api/time', { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' })
  const { id } = await admin.create('/api/invoice-bases', { customerId, month: '2026-10', replaces: null })
  return { id, admin, customerId, name }
}

async function writeTo(admin: SignedIn, customerId: string, invoiceEmail: string) {
  const { version, customerNumber } = await admin.read(`/api/customers/${customerId}/billing-details`)
  await admin.change(`/api/customers/${customerId}/billing-details`, { version, customerNumber, invoiceEmail })
}

async function openBasis({
  page,
  context,
  of,
}: {
  page: Page
  context: BrowserContext
  of: Awaited<ReturnType<typeof aDraft>>
}) {
  await of.admin.enter(context)
  await page.goto(`/backoffice/invoice-bases/${of.id}`)
  await page.getByRole('heading', { name: of.name }).waitFor()
}

const mailTo = async (address: string) => {
  const find = () => server.mails.find(({ to }) => to.includes(address))
  await expect.poll(find).toBeTruthy()
  return PostalMime.parse(find()?.raw ?? '')
}
const send = (page: Page) => page.getByRole('button', { name: 'Skicka till kunden' }).click()

test('a login gets a mail with the portal’s address', async ({ page, context, product }) => {
  const of = await aDraft(product)
  const { email } = await aLogin(product, 'anna@leverans.example', of.customerId)
  await inDatabase(product, 'update customer_users set may_approve = true where customer_id = $1', [of.customerId])
  await openBasis({ page, context, of })
  await expect(page.getByText(`Skickas till ${email}, som får mejl`)).toBeVisible()
  await send(page)
  await expect(page.getByRole('list', { name: 'Händelser' })).toContainText('Skickat')
  expect((await mailTo(email)).text).toContain(`/customer-portal/invoice-bases/${of.id}`)
})

test('without logins the invoice address gets the PDF', async ({ page, context, product }) => {
  const of = await aDraft(product, { invoiceEmail: 'faktura@leverans.example' })
  await openBasis({ page, context, of })
  await expect(page.getByText('Skickas till fakturaadressen faktura@leverans.example')).toBeVisible()
  await send(page)
  await expect(page.getByRole('list', { name: 'Händelser' })).toContainText('Skickat')
  const { attachments, text } = await mailTo('faktura@leverans.example')
  expect(attachments).toMatchObject([{ mimeType: 'application/pdf' }])
  expect(text).toContain('är bifogat som PDF')
})

test('with neither nothing is sent, and the page says what to do', async ({ page, context, product }) => {
  const of = await aDraft(product)
  await openBasis({ page, context, of })
  await expect(page.getByRole('status').filter({ hasText: /^Ingen kund får det här\. Bjud in någon/ })).toBeVisible()
  const button = page.getByRole('button', { name: 'Skicka till kunden' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/^Ingen kund får det här/)
  const [basis] = await inDatabase(product, 'select state from invoice_bases where id = $1', [of.id])
  expect(basis).toEqual({ state: 'draft' })
})

test('what comes back is sent again in one press when the address is mended', async ({ page, context, product }) => {
  const of = await aDraft(product, { invoiceEmail: 'refused@leverans.example' })
  await openBasis({ page, context, of })
  await send(page)
  await expect(page.getByText('Kom inte fram', { exact: true })).toBeVisible()
  await expect(page.getByText('Mejlet kom inte fram till refused@leverans.example.')).toBeVisible()
  await writeTo(of.admin, of.customerId, 'mended@leverans.example')
  await page.getByRole('button', { name: 'Skicka igen' }).click()
  await expect(page.getByText('Kom inte fram', { exact: true })).toBeHidden()
  await expect(page.getByRole('list', { name: 'Händelser' })).toContainText(
    'kom inte fram till refused@leverans.example',
  )
  expect((await mailTo('mended@leverans.example')).attachments).toHaveLength(1)
})

test('a rate of VAT that touches sent months is saved once they were seen', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  const of = await aDraft(product, { invoiceEmail: 'moms@leverans.example' })
  await of.admin.create(`/api/invoice-bases/${of.id}/send`, {})
  await of.admin.enter(context)
  await page.goto('/backoffice/settings/avtal')
  const form = page.getByRole('form', { name: 'Byt momssats' })
  await form.getByRole('textbox', { name: 'Från' }).fill('2026-10-01')
  await form.getByLabel('Procent').fill('12')
  await form.getByRole('button', { name: 'Byt momssats' }).click()
  const question = page.getByRole('alertdialog', { name: 'Spara ändå?' })
  await expect(question).toContainText(`${of.name}, oktober 2026: Skickat`)
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect(form.getByLabel('Procent')).toHaveValue('12')
  await form.getByRole('button', { name: 'Byt momssats' }).click()
  await question.getByRole('button', { name: 'Spara ändå' }).click()
  await expect(page.getByRole('list', { name: 'Momssatser' })).toContainText('12 %')
})
