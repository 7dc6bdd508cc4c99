// What a customer has against what it is billed: a server that nobody added to the charge, and a licence portal's list.
import { addMonths, monthOf, todayInStockholm } from '../src/shared/dates.rules.ts'
import { aCustomer, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

const month = addMonths(monthOf(todayInStockholm()), -1)
const nextMonth = monthOf(todayInStockholm())

test('a counted server and a list of licences show what is not billed, and one press corrects each', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Räknade AB')
  const article = { name: 'Microsoft 365 Business', unit: 'st', priceOre: 22_000, validFrom: '2026-01-01' }
  const { id: articleId } = await admin.create('/api/articles', { number: 'M365-BP', vatClass: 'standard', ...article })
  await admin.enter(context)

  await test.step('a charge is counted by equipment of a type', async () => {
    await page.goto(`/backoffice/customers/${customerId}/equipment`)
    for (const name of ['Server 1', 'Server 2']) {
      await page.getByRole('button', { name: 'Ny utrustning' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Ny utrustning' })
      await dialog.getByRole('textbox', { name: 'Benämning' }).fill(name)
      await dialog.getByRole('combobox', { name: 'Typ' }).fill('Server')
      await dialog.getByRole('button', { name: 'Spara' }).click()
      await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Server')
    }
    await inDatabase(
      product,
      `update equipment set created_at = case name when 'Server 1' then $2::timestamptz else $3::timestamptz end where customer_id = $1`,
      [customerId, `${addMonths(month, -1)}-05T12:00:00Z`, `${month}-17T12:00:00Z`],
    )
    await page.goto(`/backoffice/customers/${customerId}/agreement`)
    await page.getByRole('button', { name: 'Nytt abonnemang' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nytt abonnemang' })
    await dialog.getByRole('combobox', { name: 'Artikel' }).selectOption('own')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Säkerhetskopia')
    await dialog.getByRole('textbox', { name: 'Antal' }).fill('1')
    await dialog.getByRole('textbox', { name: 'Pris per enhet och period, kr' }).fill('399')
    await dialog.getByRole('textbox', { name: 'Från' }).fill(`${month}-01`)
    await dialog.getByRole('combobox', { name: 'Räknas mot' }).selectOption('equipment')
    await dialog.getByRole('combobox', { name: 'Typ av utrustning' }).fill('server')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    const charges = page.getByRole('table', { name: 'Abonnemang' })
    await expect(charges.getByRole('row', { name: /Säkerhetskopia/ })).toContainText(
      'Räknas mot utrustning av typen server',
    )
  })

  await test.step('the month names the server that is not billed, makes its basis all the same, and is corrected', async () => {
    await page.goto(`/backoffice/invoice-bases?month=${nextMonth}`)
    const row = page.getByRole('row', { name: /Räknade AB/ })
    await expect(row).toContainText('Säkerhetskopia: Fakturerar 1, räknar 2 (+1)')
    await page.getByRole('button', { name: 'Skapa för alla' }).click()
    await expect(row).toContainText('Utkast')
    await row.getByRole('button', { name: `Rätta Säkerhetskopia till 2 st från ${month}-17` }).click()
    await expect(row).not.toContainText('Fakturerar 1')
    await page.getByRole('button', { name: 'Ångra' }).click()
    await expect(row).toContainText('Fakturerar 1, räknar 2')
    await row.getByRole('button', { name: /^Rätta Säkerhetskopia/ }).click()
    await expect(row).not.toContainText('Fakturerar 1')
  })

  await test.step('a list is imported, with a name that it writes in another way', async () => {
    const charge = { articleId, text: null, unit: null, period: 'month', timing: 'advance', startsOn: `${month}-01` }
    const rest = { endsOn: null, bindingUntil: null, noticeMonths: 0, isByDays: true, orderNumber: null, note: null }
    const counting = { by: 'list' }
    await admin.create(`/api/customers/${customerId}/charges`, {
      ...charge,
      ...rest,
      hundredths: 1200,
      priceOre: null,
      counting,
    })
    await page.goto(`/backoffice/invoice-bases?month=${nextMonth}`)
    const row = page.getByRole('row', { name: /Räknade AB/ })
    await expect(row).toContainText('Fakturerar 12, ingen lista att räkna efter')
    await page.getByRole('button', { name: 'Fler åtgärder för månaden' }).click()
    await page.getByRole('link', { name: 'Importera antal' }).click()
    const buffer = Buffer.from(
      'Customer,SKU,Quantity\nRaknade AB Sverige,M365-BP,10\nRaknade AB Sverige,M365-BP,3\nOkänd,M365-BP,1',
    )
    await page.locator('input[type=file]').setInputFiles({ name: 'licenser.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('textbox', { name: 'Listan gäller' }).fill(`${month}-28`)
    await page.getByRole('combobox', { name: 'Raknade AB Sverige' }).selectOption('Räknade AB')
    await expect(page.getByText('1 rad hoppas över')).toBeVisible()
    await page.getByRole('button', { name: 'Importera 2 rader' }).click()
    await page.waitForURL(/invoice-bases$/)
  })

  await test.step('the agreement shows it too, and is corrected there', async () => {
    await page.goto(`/backoffice/customers/${customerId}/agreement`)
    const row = page.getByRole('table', { name: 'Abonnemang' }).getByRole('row', { name: /Microsoft 365 Business/ })
    await expect(row).toContainText(`Enligt listan ${month}-28`)
    await expect(row).toContainText('Fakturerar 12, räknar 13 (+1)')
    await row.getByRole('button', { name: /^Rätta/ }).click()
    await expect(row).not.toContainText('Fakturerar 12')
    await expect(row).toContainText('13 st')
  })
})
