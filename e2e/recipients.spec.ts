// A customer with two invoice recipients: a ticket and a charge name the second, and the basis is divided between them.
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test('the work on a ticket and a licence are invoiced to another office, with its order number and sums', async ({
  page,
  context,
  product,
  complaints,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Byggarna AB')
  const { id: termsId } = await admin.create('/api/terms', terms)
  await admin.change(`/api/customers/${customerId}/agreement`, { validFrom: '2026-01-01', termsId })
  for (const [name, reference] of [
    ['Huvudkontoret', 'Kim Ek'],
    ['Kontor Väst', 'Lo Ahl'],
  ])
    await admin.create(`/api/customers/${customerId}/recipients`, {
      name,
      reference,
      address: 'Box 7\n411 01 Göteborg',
    })
  const ticket = { title: 'Skrivaren på kontoret i väst', description: 'Den är trasig.', customerId }
  const { id: ticketId } = await admin.create('/api/tickets', ticket)
  const worked = { customerId, workDate: '2026-10-20', timeTo: '11:00' }
  await admin.create('/api/time', { ...worked, timeFrom: '10:00', ticketId })
  await admin.create('/api/time', { ...worked, timeFrom: '09:00' })
  await admin.enter(context)

  await test.step('the ticket names the other office and its order number', async () => {
    await page.goto(`/backoffice/tickets/${ticketId}`)
    await page.getByRole('button', { name: 'Ändra fakturamottagare och ordernummer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fakturamottagare och ordernummer' })
    await dialog.getByRole('combobox', { name: 'Fakturamottagare' }).selectOption('Kontor Väst')
    await dialog.getByRole('textbox', { name: 'Ordernummer' }).fill('PO 9')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Ordernummer PO 9', { exact: true })).toBeVisible()
  })

  await test.step('a licence too', async () => {
    await page.goto(`/backoffice/customers/${customerId}/agreement`)
    await page.getByRole('button', { name: 'Nytt abonnemang' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nytt abonnemang' })
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Microsoft 365')
    await dialog.getByRole('textbox', { name: 'Antal' }).fill('12')
    await dialog.getByRole('textbox', { name: 'Pris per enhet och period, kr' }).fill('129')
    await dialog.getByRole('textbox', { name: 'Från' }).fill('2026-10-01')
    await dialog.getByRole('combobox', { name: 'Fakturamottagare' }).selectOption('Kontor Väst')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    const row = page.getByRole('table', { name: 'Abonnemang' }).getByRole('row', { name: /Microsoft 365/ })
    await expect(row).toContainText('Kontor Väst')
  })

  await test.step('the basis has a part for each with its sums', async () => {
    const { id } = await admin.create('/api/invoice-bases', { customerId, month: '2026-10', replaces: null })
    await page.goto(`/backoffice/invoice-bases/${id}`)
    const west = page.getByRole('region', { name: 'Kontor Väst' })
    await expect(west.getByRole('row', { name: /Microsoft 365, 1–31 okt 2026/ })).toContainText(/1.548,00.kr/)
    await expect(west.getByRole('row', { name: /Arbete fjärr/ })).toContainText('Ordernummer PO 9')
    await expect(west).toContainText('Er referens: Lo Ahl')
    await expect(west).toContainText(/Att betala\s*3.185,00.kr/)
    await expect(page.getByRole('region', { name: 'Huvudkontoret' })).toContainText(/Att betala\s*2.500,00.kr/)
    await expect(page.getByRole('region', { name: 'Alla fakturamottagare' })).toContainText(/Att betala\s*5.685,00.kr/)
  })

  await test.step('the office is not archived while they name it', async () => {
    await page.goto(`/backoffice/customers/${customerId}/billing`)
    complaints.expect(/409/)
    await page.getByRole('button', { name: 'Arkivera: Kontor Väst' }).click()
    await expect(page.getByText(/används av abonnemanget Microsoft 365 och ärende #\d+/)).toBeVisible()
  })
})

const terms = {
  name: 'Löpande',
  remoteOre: 100_000,
  onsiteOre: 120_000,
  afterHoursOre: 200_000,
  roundTo: 30,
  roundBy: 'row',
  smallestMinutes: 0,
  startFeeOre: 0,
  includedMinutes: 0,
  afterHoursDrawdowns: false,
  needsApproval: false,
  includesOnCall: false,
}
