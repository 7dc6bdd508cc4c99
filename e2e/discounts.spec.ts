// What a customer does not pay, or pays less for: a discount, a row that is not billed, and lines written on the draft.
import { aTerms } from '../src/features/billing/testing/terms.ts'
import { aCustomer, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test('a discount, free work and a credit are on the draft, and follow when it is made again', async ({
  page,
  context,
  product,
  complaints,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Rabatten AB')
  const { id: termsId } = await admin.create('/api/terms', aTerms({ name: 'Rabattens villkor', roundTo: 0 }))
  await admin.change(`/api/customers/${customerId}/agreement`, { validFrom: '2026-01-01', termsId })
  for (const [timeFrom, timeTo, description] of [
    ['09:00', '11:00', 'Bytte switch'],
    ['13:00', '14:00', 'Bytte den igen'],
  ])
    await admin.create('/api/time', { customerId, workDate: '2026-10-20', timeFrom, timeTo, description })
  await admin.enter(context)

  await test.step('the customer gets 10 % from October', async () => {
    await page.goto(`/backoffice/customers/${customerId}/agreement`)
    await page.getByRole('button', { name: 'Ändra rabatt' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rabatt' })
    await dialog.getByRole('textbox', { name: 'Procent' }).fill('10')
    await dialog.getByRole('textbox', { name: 'Från' }).fill('2026-10-01')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByRole('list', { name: 'Rabatt från datum' })).toContainText('10 % på allt')
  })

  await test.step('the second visit is not billed, for a reason', async () => {
    await page.goto(`/backoffice/time?who=all&customerId=${customerId}`)
    await page.getByRole('row', { name: /Bytte den igen/ }).hover()
    await page
      .getByRole('row', { name: /Bytte den igen/ })
      .getByRole('button', { name: 'Ändra rad' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Ändra tidrad' })
    await dialog.getByRole('checkbox', { name: 'Debiteras inte' }).check()
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(dialog.getByText('Ange varför det inte debiteras')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Varför det inte debiteras' }).fill('Garanti')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByRole('row', { name: /Bytte den igen/ })).toContainText('Debiteras inte')
  })

  const lines = page.getByRole('table', { name: 'Underlagets rader' })
  await test.step('a credit and a discount are written on the draft', async () => {
    await page.goto('/backoffice/invoice-bases?month=2026-10')
    await page
      .getByRole('row', { name: /Rabatten AB/ })
      .getByRole('button', { name: /^Skapa/ })
      .click()
    await page.waitForURL(/invoice-bases\/[0-9a-f-]{36}/)
    await expect(lines.getByRole('row', { name: /Arbete fjärr, debiteras inte: Garanti/ })).toContainText(/0,00.kr/)
    await expect(lines.getByRole('row', { name: /Rabatt 10 %/ })).toContainText(/−200,00.kr/)
    await page.getByRole('button', { name: 'Lägg till rad' }).click()
    const line = page.getByRole('dialog', { name: 'Ny egen rad' })
    await line.getByRole('textbox', { name: 'Text' }).fill('Kompensation för avbrott')
    await line.getByRole('textbox', { name: 'Pris per enhet' }).fill('-500')
    await line.getByRole('button', { name: 'Spara' }).click()
    await expect(lines.getByRole('row', { name: /Kompensation för avbrott/ })).toContainText(/−500,00.kr/)
    await page.getByRole('button', { name: 'Ge rabatt' }).click()
    const discount = page.getByRole('dialog', { name: 'Rabatt på underlaget' })
    await discount.getByRole('textbox', { name: 'Eller kr' }).fill('100')
    await discount.getByRole('textbox', { name: 'Text' }).fill('Tack för tålamodet')
    await discount.getByRole('button', { name: 'Spara' }).click()
    await expect(lines.getByRole('row', { name: /Tack för tålamodet/ })).toContainText(/−100,00.kr/)
    await expect(page.getByText(/1.250,00.kr utan moms/)).toBeVisible()
  })

  // The replaced draft is asked for once more.
  complaints.expect(/404/)
  await test.step('they follow to a new one, and a removed line comes back with Ångra', async () => {
    const before = page.url()
    await page.getByRole('button', { name: 'Skapa nytt underlag' }).click()
    await expect(page).not.toHaveURL(before)
    await expect(lines.getByRole('row', { name: /Tack för tålamodet/ })).toBeVisible()
    await page.getByRole('button', { name: 'Ta bort Kompensation för avbrott' }).click()
    await expect(lines.getByRole('row', { name: /Kompensation/ })).toBeHidden()
    await page.getByRole('button', { name: 'Ångra' }).click()
    await expect(lines.getByRole('row', { name: /Kompensation/ })).toBeVisible()
  })
})
