// A licence is added in the middle of a month that is billed: the next basis has the difference.
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test('a licence that is added in a billed month is corrected on the next basis, and shown with its history', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Licenserna AB')
  await admin.enter(context)
  const agreement = `/backoffice/customers/${customerId}/agreement`

  await test.step('the charge is added', async () => {
    await page.goto(agreement)
    await page.getByRole('button', { name: 'Nytt abonnemang' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nytt abonnemang' })
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Microsoft 365')
    await dialog.getByRole('textbox', { name: 'Antal' }).fill('12')
    await dialog.getByRole('textbox', { name: 'Pris per enhet och period, kr' }).fill('129')
    await dialog.getByRole('textbox', { name: 'Från' }).fill('2026-10-01')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    const row = page.getByRole('table', { name: 'Abonnemang' }).getByRole('row', { name: /Microsoft 365/ })
    await expect(row).toContainText('12 st')
    await expect(row).toContainText('oktober 2026')
  })

  await test.step('october is billed', async () => {
    const { id } = await admin.create('/api/invoice-bases', { customerId, month: '2026-10', replaces: null })
    await admin.create(`/api/invoice-bases/${id}/bill`, {})
  })

  await test.step('a licence is added from the 17th', async () => {
    await page.goto(agreement)
    await page.getByRole('button', { name: 'Ändra antal för Microsoft 365' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ändra antal: Microsoft 365' })
    await dialog.getByRole('textbox', { name: 'Antal, st' }).fill('13')
    await dialog.getByRole('textbox', { name: 'Från' }).fill('2026-10-17')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Fler åtgärder för Microsoft 365' }).click()
    await page.getByRole('button', { name: 'Historik' }).click()
    const history = page.getByRole('dialog', { name: 'Historik: Microsoft 365' }).getByRole('list', { name: 'Antal' })
    await expect(history.getByRole('listitem')).toHaveText([/2026-10-17\s*13 st/, /2026-10-01\s*12 st/])
    await page.keyboard.press('Escape')
  })

  await test.step('the next basis has the difference', async () => {
    await page.goto('/backoffice/invoice-bases?month=2026-11')
    await page
      .getByRole('row', { name: /Licenserna AB/ })
      .getByRole('button', { name: /^Skapa/ })
      .click()
    await page.waitForURL(/invoice-bases\/[0-9a-f-]{36}/)
    const lines = page.getByRole('table', { name: 'Underlagets rader' })
    const line = lines.getByRole('row', { name: /Justering oktober, Microsoft 365: \+1 st från 17 okt/ })
    await expect(line).toContainText(/62,42.kr/)
    await expect(lines.getByRole('row', { name: /Microsoft 365, 1–30 nov 2026/ })).toContainText(/1.677,00.kr/)
  })
})
