import type { Page } from '@playwright/test'
import { todayInStockholm } from '../src/shared/dates.rules.ts'
import { expect, test } from './fixtures/product.ts'

// A company of its own, because the story begins without customers.
test.use({ settings: { ORG_NAME: 'Arbetsdagen AB' } })

/** Types an entry by keyboard from the focused field Kund, and saves it with Ctrl+Enter. */
async function typeRow(
  page: Page,
  { customer, from, to, text }: { customer: string; from?: string; to: string; text: string },
) {
  await expect(page.getByLabel('Kund').first()).toBeFocused()
  await page.keyboard.type(customer)
  await expect(page.getByRole('option', { name: customer })).toBeVisible()
  // Tab chooses the highlighted first suggestion, then moves past year, month, day and the calendar button.
  while (!(await page.getByLabel('Från').evaluate((field) => field === document.activeElement)))
    await page.keyboard.press('Tab')
  if (from) await page.keyboard.type(from)
  await page.keyboard.press('Tab')
  await page.keyboard.type(to)
  await page.keyboard.press('Tab')
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Tidrad sparad!').last()).toBeVisible()
}

test('a day’s work: a customer, three time entries, the sums, the filters, and sign-out', async ({
  page,
  product,
  complaints,
}) => {
  // Chromium logs every refused request: the wrong password, the equal times and the overlap.
  complaints.expect(/status of (400|409|422)/)
  const today = todayInStockholm()
  await page.goto('/backoffice/time')
  await expect(page).toHaveURL(/\/auth/)
  await page.getByLabel('E-post').fill(product.admin.email)
  await page.getByLabel('Lösenord', { exact: true }).fill('fel lösenord')
  await page.getByRole('button', { name: 'Logga in' }).click()
  const toasts = page.getByRole('region', { name: /^Meddelanden/ })
  await expect(toasts.getByText('Felaktig e-postadress eller lösenord')).toBeVisible()
  await expect(toasts.getByText('Fel vid inloggning')).toBeVisible()
  await expect(page.getByLabel('E-post')).toHaveValue(product.admin.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(product.admin.password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page.getByText('Inloggad!')).toBeVisible()

  await test.step('a customer', async () => {
    await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
    await expect(page.getByText('Inga kunder ännu')).toBeVisible()
    await page.getByRole('button', { name: 'Ny kund' }).first().click()
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Namn krävs')).toBeVisible()
    await expect(page.getByLabel('Namn')).toBeFocused()
    await page.getByLabel('Namn').fill('Åkermans El AB')
    await page.getByLabel('E-post').fill('info@')
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Ange en giltig e-postadress')).toBeVisible()
    await page.getByLabel('E-post').fill('info@akermans.example')
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Kund skapad!')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Åkermans El AB' })).toBeVisible()
  })

  await test.step('three entries, by keyboard', async () => {
    await page.getByRole('link', { name: 'Tidrapport' }).click()
    await typeRow(page, { customer: 'Åkermans El AB', from: '2000', to: '2130', text: 'Felsökt nätverket' })
    // The next entry starts at the end of the last one, and ends after midnight.
    await expect(page.getByLabel('Från')).toHaveValue('21:30')
    await typeRow(page, { customer: 'Åkermans El AB', to: '1.30', text: 'Bytt switch' })
    await expect(page.getByRole('row', { name: /Bytt switch/ })).toContainText('4,00')

    await page
      .getByRole('row', { name: /Felsökt/ })
      .getByRole('button', { name: 'Kopiera rad' })
      .click()
    await expect(page.getByText('Tidrad kopierad - justera datum och spara')).toBeVisible()
    await expect(page.getByLabel('Beskrivning')).toHaveValue('Felsökt nätverket')
    await page.getByLabel('Till').fill('20:00')
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Sluttiden kan inte vara samma som starttiden').first()).toBeVisible()
    await expect(page.getByLabel('Beskrivning')).toHaveValue('Felsökt nätverket')
    await page.getByLabel('Till').fill('2015')
    await page.getByRole('button', { name: 'Spara' }).click()
    // The first entry already has these times.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('3 tidrader')
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('5,75')
  })

  await test.step('the dashboard shows the same', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('link', { name: /Orapporterade timmar/ })).toContainText('5,8')
    await expect(page.getByRole('link', { name: /Orapporterade timmar/ })).toContainText('3 tidrader')
    await expect(page.getByRole('link', { name: /Timmar denna månad/ })).toContainText('5,8')
    await expect(page.getByRole('listitem').filter({ hasText: 'Åkermans El AB' })).toContainText('5,8')
  })

  await test.step('filters survive a reload', async () => {
    await page.getByRole('link', { name: 'Åkermans El AB' }).click()
    await page.getByRole('combobox', { name: 'Månad' }).selectOption({ index: 1 })
    await expect(page).toHaveURL(new RegExp(`customerId=.*month=${today.slice(0, 7)}`))
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Kund' }).last()).toHaveValue('Åkermans El AB')
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('3 tidrader')
    await page.getByRole('combobox', { name: 'Månad' }).selectOption({ index: 2 })
    await expect(page.getByText('Inga tidrader')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('3 tidrader')
  })

  await test.step('an entry is changed, removed and restored', async () => {
    await page
      .getByRole('row', { name: /Bytt switch/ })
      .getByRole('button', { name: 'Ändra rad' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Till').fill('0130')
    await dialog.getByLabel('Från').fill('2300')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Tidrad uppdaterad!')).toBeVisible()
    await expect(page.getByRole('row', { name: /Bytt switch/ })).toContainText('2,50')
    await page
      .getByRole('row', { name: /Bytt switch/ })
      .getByRole('button', { name: 'Ta bort rad' })
      .click()
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('2 tidrader')
    await page.getByRole('button', { name: 'Ångra' }).click()
    await expect(page.getByRole('row', { name: /Summa/ })).toContainText('3 tidrader')
  })

  await test.step('the customer’s history, and the customer is archived', async () => {
    await page.getByRole('link', { name: 'Kunder', exact: true }).first().click()
    await page.getByRole('link', { name: 'Åkermans El AB' }).click()
    await expect(page.getByRole('heading', { name: 'Arbetshistorik' })).toBeVisible()
    await expect(page.getByRole('row', { name: /Bytt switch/ })).toContainText('23:00–01:30')
    await page.goBack()
    await page.getByRole('button', { name: 'Fler åtgärder för Åkermans El AB' }).click()
    await page.getByRole('button', { name: 'Ta bort Åkermans El AB' }).click()
    await expect(page.getByText('Är du säker på att du vill ta bort denna kund?')).toBeVisible()
    await page.getByRole('button', { name: 'Ta bort kund' }).click()
    await expect(page.getByText('Kund arkiverad')).toBeVisible()
    await page.getByText('Arkiverade').click()
    await page.getByRole('button', { name: 'Fler åtgärder för Åkermans El AB' }).click()
    await page.getByRole('button', { name: 'Återställ Åkermans El AB' }).click()
    await expect(page.getByText('Kund återställd')).toBeVisible()
  })

  await test.step('home', async () => {
    await page.getByRole('button', { name: 'Logga ut' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByText('Utloggad')).toBeVisible()
    await page.goto('/backoffice')
    await expect(page).toHaveURL(/\/auth/)
  })
})
