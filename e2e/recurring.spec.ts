// A recurring task of an agreement: written once, created as a ticket by the product, handled as any ticket.
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Nordnät AB' } })

const title = 'Kontrollera säkerhetskopian'

test('a recurring ticket is written at the customer, created by the job, and read in the portal', async ({
  page,
  context,
  product,
  anotherBrowser,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Fjärdhundra Rör & Värme AB')
  const login = await aLogin(product, 'anna@fjardhundra.example', customerId)
  await admin.enter(context)

  await test.step('written on the customer’s page Avtal', async () => {
    await page.goto(`/backoffice/customers/${customerId}/agreement`)
    await page.getByRole('button', { name: 'Nytt återkommande ärende' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nytt återkommande ärende' })
    await dialog.getByRole('textbox', { name: 'Titel' }).fill(title)
    await dialog.getByRole('textbox', { name: 'Beskrivning' }).fill('Läs tillbaka en fil ur gårdagens kopia.')
    await dialog.getByRole('combobox', { name: 'Kommer igen' }).selectOption({ label: 'Varje vecka' })
    await dialog.getByRole('textbox', { name: 'Första datum' }).fill('2026-09-07')
    await expect(dialog.getByText('Måndagar varje vecka.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Spara' }).click()
    const list = page.getByRole('list', { name: 'Återkommande ärenden' })
    await expect(list).toContainText('Måndagar varje vecka')
    await expect(list).toContainText(/Nästa \d{4}-\d\d-\d\d/)
  })

  await test.step('created once for the weeks that passed, and shown live in the list', async () => {
    await page.goto('/backoffice/tickets')
    await expect(page.getByText('Inga aktiva tickets')).toBeVisible()
    // As if the product had been stopped since the first date.
    await inDatabase(
      product,
      `with off as (select set_config('session_replication_role', 'replica', false))
       update recurring_tickets set handled_until = '2026-09-06' from off`,
      [],
    )
    for (let run = 0; run < 2; run++)
      await inDatabase(product, `select graphile_worker.add_job('recurring-tickets')`, [])
    await expect(page.getByRole('link', { name: title })).toHaveCount(1)
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByText(`Skapades av det återkommande ärendet ${title}`)).toBeVisible()
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveAttribute(
      'href',
      `/backoffice/customers/${customerId}/agreement`,
    )
  })

  await test.step('handled as any other', async () => {
    await page.getByRole('textbox', { name: 'Kommentar' }).fill('Filen gick att läsa.')
    await page.getByRole('button', { name: 'Skicka och lös' }).click()
    await page.getByRole('button', { name: /^Tillbaka till #/ }).click()
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('resolved')
    await expect.poll(async () => (await inDatabase(product, 'select id from tickets', [])).length).toBe(1)
  })

  await test.step('and read by the customer', async () => {
    const outside = await anotherBrowser()
    await (await signedIn(product, login)).enter(outside)
    const portal = await outside.newPage()
    await portal.goto('/customer-portal')
    await portal.getByRole('link', { name: title }).click()
    await expect(portal.getByText('Filen gick att läsa.')).toBeVisible()
    await expect(portal.getByText('återkommande')).toHaveCount(0)
  })
})
