// Prices are raised in a month whose basis is sent: what is bound stays, the customer is told, and the basis is checked.
import { aCharge } from '#features/billing/testing/charges.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })

let server: MailServer
test.beforeAll(async () => {
  server = await aMailServer()
})
test.afterAll(() => server.stop())

test('a raise is reviewed and done from Inställningar, and marks what is sent', async ({ page, context, product }) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Höjda AB')
  const add = (text: string, bindingUntil: string | null) =>
    admin.create(`/api/customers/${customerId}/charges`, aCharge({ text, bindingUntil }))
  await add('Säkerhetskopia', null)
  await add('Brandvägg', '2027-12-31')
  await aLogin(product, 'ekonomi@hojda.example', customerId)
  await inDatabase(product, 'update customer_users set may_approve = true where customer_id = $1', [customerId])
  await inDatabase(
    product,
    `insert into mail_servers (org_id, host, port, tls, from_address)
     select id, '127.0.0.1', $1, 'none', 'support@hojda.example' from organizations`,
    [server.port],
  )
  const { id: basisId } = await admin.create('/api/invoice-bases', { customerId, month: '2026-10', replaces: null })
  await admin.create(`/api/invoice-bases/${basisId}/send`, {})
  const mails = () => server.mails.filter(({ to }) => to.includes('ekonomi@hojda.example'))
  await expect.poll(mails).toHaveLength(1)
  await admin.enter(context)

  await test.step('the raise is reviewed', async () => {
    await page.goto(`/backoffice/customers/${customerId}/agreement`)
    await page.getByRole('link', { name: 'Höj priser' }).click()
    await expect(page.getByRole('combobox', { name: 'Kund' })).toHaveValue('Höjda AB')
    await page.getByRole('textbox', { name: 'Höjning i procent' }).fill('5')
    await page.getByRole('textbox', { name: 'Från' }).fill('2026-10-01')
    await page.getByRole('button', { name: 'Förhandsgranska' }).click()
    const table = page.getByRole('table', { name: 'Förhandsgranskning' })
    await expect(table.getByRole('row', { name: /Säkerhetskopia/ })).toContainText(/129,00.kr → 135,00.kr/)
    await expect(table.getByRole('row', { name: /Brandvägg/ })).toContainText('Bundet till 2027-12-31')
    await expect(page.getByRole('link', { name: 'Höjda AB, oktober 2026' })).toBeVisible()
    await page.getByRole('switch', { name: 'Mejla kunderna om de nya priserna' }).check()
    await expect(page.getByText('ekonomi@hojda.example')).toBeVisible()
  })

  await test.step('and done', async () => {
    await page.getByRole('button', { name: 'Höj 1 pris från 2026-10-01' }).click()
    await page.waitForURL('**/backoffice/settings/avtal')
    await expect(page.getByText('1 kund får mejl')).toBeVisible()
    await expect.poll(mails).toHaveLength(3)
    const charges = await admin.read(`/api/customers/${customerId}/charges`)
    const priceOf = (name: string) => charges.charges.find((one: { name: string }) => one.name === name)?.priceOre
    expect(priceOf('Säkerhetskopia')).toBe(13_500)
    expect(priceOf('Brandvägg')).toBe(12_900)
  })

  await test.step('the basis that was sent shows what differs', async () => {
    await page.goto(`/backoffice/invoice-bases/${basisId}`)
    await expect(page.getByText(/135,00.kr/).first()).toBeVisible()
  })
})
