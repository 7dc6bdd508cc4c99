// A visitor on the public site, with and without JavaScript, and staff handling the message.
import type { Page } from '@playwright/test'
import { signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Nätverkarna AB' } })

/** Delay per key in ms: the server treats a form that was sent within three seconds as spam. */
const WRITING = { delay: 90 }

const facts = async (product: Parameters<typeof signedIn>[0] & { admin: { email: string; password: string } }) => {
  const admin = await signedIn(product, product.admin)
  return admin.read('/api/settings/facts')
}

async function fillFaultReport(page: Page) {
  await page.goto('/support')
  await page.getByLabel('Namn').fill('Vera Vik')
  await page.getByLabel('E-post').fill('vera@vik.example')
  await page.getByLabel('Telefon').fill('070-123 45 67')
}

test('an urgent fault report becomes a ticket that its sender can follow', async ({
  page,
  product,
  anotherBrowser,
}) => {
  const office = await anotherBrowser()
  await (await signedIn(product, product.admin)).enter(office)
  const staff = await office.newPage()
  await staff.goto('/backoffice/inbox')
  await expect(staff.getByText('Inga öppna förfrågningar')).toBeVisible()

  await test.step('the visitor sends it and gets a confirmation', async () => {
    await fillFaultReport(page)
    await page
      .getByLabel('Vad är det som inte fungerar?')
      .pressSequentially('Servern är nere, kassan står still.', WRITING)
    await expect(page.getByText('Akut ärende markerat')).toBeHidden()
    await page.getByLabel('Det är akut').check()
    await expect(page.getByText('Akut ärende markerat')).toBeVisible()
    await page.getByRole('button', { name: 'Skicka felanmälan' }).dblclick()
    await expect(page.locator('.notice')).toHaveText('Ärendet är registrerat. Vi återkommer omedelbart!')
    await expect(page.getByLabel('Namn')).toHaveValue('')
    await expect(page.getByLabel('Det är akut')).not.toBeChecked()
    await expect(page.getByText('Akut ärende markerat')).toBeHidden()
  })

  await test.step('staff see it without a reload, once', async () => {
    const row = staff.getByRole('row', { name: /Servern är nere/ })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Akut')
    await expect(staff.getByRole('link', { name: /^Inkorg ?, 1 oläst, 1 akut$/ })).toBeVisible()
    await row.getByRole('link').first().click()
    await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Vera Vik')
    // Read, but not handled.
    await expect(staff.getByRole('link', { name: /^Inkorg ?, 1 akut$/ })).toBeVisible()
  })

  await test.step('they make it a ticket for a new customer', async () => {
    await staff.getByRole('link', { name: 'Skapa ärende' }).click()
    await staff.getByText('En ny kund').click()
    await expect(staff.getByRole('textbox', { name: 'E-post' })).toHaveValue('vera@vik.example')
    await staff.getByRole('button', { name: 'Skapa ärende' }).click()
    await expect(staff.getByText('Supportärende har skapats')).toBeVisible()
    await expect(staff.getByText('avsändare ej verifierad')).toBeVisible()
    await expect(staff.getByRole('heading', { level: 1 })).toContainText('Servern är nere')
  })

  await test.step('they invite the customer, who sees the ticket in the portal', async () => {
    await staff.goto('/backoffice/customers')
    await staff.getByRole('button', { name: 'Bjud in Vera Vik' }).click()
    const dialog = staff.getByRole('dialog', { name: 'Bjud in till portalen' })
    await expect(dialog.getByLabel('E-post')).toHaveValue('vera@vik.example')
    await dialog.getByLabel('Lösenord', { exact: true }).fill('segelbåt-i-motvind')
    await dialog.getByRole('button', { name: 'Skicka inbjudan' }).click()
    await expect(staff.getByText('Inbjudan skickad! Kunden kan nu logga in på supportportalen')).toBeVisible()
    await staff.getByRole('button', { name: 'Visa länk' }).click()
    const given = staff.getByRole('dialog', { name: 'Ge personen länken' })
    await expect(given).toContainText('E-post är inte inställd.')
    const link = await given.getByLabel('Länk').inputValue()
    await given.getByRole('button', { name: 'Klar' }).click()
    await expect(given).toBeHidden()

    await page.goto(link)
    await page.getByLabel('Nytt lösenord', { exact: true }).fill('segelbåt-i-motvind')
    await page
      .getByRole('button', { name: /lösenord/ })
      .last()
      .click()
    await page.getByRole('link', { name: /Servern är nere/ }).click()
    await expect(page.getByRole('region', { name: 'Ärendet' })).toContainText('kassan står still')
    await expect(page.getByText('avsändare ej verifierad')).toHaveCount(0)
  })
})

test('errors are shown at the fields, and the input is retained', async ({ page, complaints }) => {
  complaints.expect(/422/)
  await page.goto('/kontakt')
  await page.getByLabel('Namn').fill('Åsa')
  await page.getByLabel('E-post').fill('inte en adress')
  await page.getByRole('button', { name: 'Skicka meddelande' }).click()
  await expect(page.locator('#email-error')).toContainText('Ange en giltig e-postadress')
  await expect(page.locator('#message-error')).toContainText('Skriv ett meddelande')
  await expect(page.getByLabel('Namn')).toHaveValue('Åsa')
  await expect(page.getByLabel('E-post')).toHaveAccessibleDescription(/Ange en giltig e-postadress/)

  await test.step('each error disappears when its field is valid, and the summary with the last', async () => {
    const summary = page.getByText('Något saknas eller är fel.')
    await page.getByLabel('E-post').fill('asa@vik')
    await expect(page.getByLabel('E-post')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('E-post').fill('asa@vik.example')
    await expect(page.getByLabel('E-post')).not.toHaveAttribute('aria-invalid')
    await expect(page.locator('#email-error')).toBeEmpty()
    await expect(page.getByRole('link', { name: 'Ange en giltig e-postadress' })).toHaveCount(0)
    await expect(page.locator('#message-error')).toContainText('Skriv ett meddelande')
    await expect(summary).toBeVisible()
    await page.getByLabel('Meddelande').fill('Hej')
    await expect(summary).toHaveCount(0)
  })
})

test('the contact form can be filled in and sent by keyboard only', async ({ page }) => {
  await page.goto('/kontakt')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Hoppa till innehållet' })).toBeFocused()
  await page.keyboard.press('Enter')
  const typed = {
    Namn: 'Vera Vik',
    'E-post': 'vera@vik.example',
    Telefon: '',
    Meddelande: 'Vi vill ha en offert på nät i ladan.',
  }
  for (const [label, text] of Object.entries(typed)) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label)).toBeFocused()
    await page.keyboard.type(text, WRITING)
  }
  const send = page.getByRole('button', { name: 'Skicka meddelande' })
  // Past the link to the privacy policy.
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.notice')).toBeVisible()
})

test('when the request fails the visitor sees a message, and the text is retained', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|503/)
  await page.goto('/kontakt')
  await page.getByLabel('Namn').fill('Åsa')
  await page.getByLabel('E-post').fill('asa@vik.example')
  await page.getByLabel('Meddelande').fill('Kan ni räkna på en kamera?')
  await page.route('**/kontakt', (route) => route.abort())
  await page.getByRole('button', { name: 'Skicka meddelande' }).click()
  await expect(page.getByText('Vi fick inget svar')).toBeVisible()
  await expect(page.getByLabel('Meddelande')).toHaveValue('Kan ni räkna på en kamera?')
})

test('a saved phone number is on the site at the next request', async ({ page, product }) => {
  const { version, ...before } = await facts(product)
  const admin = await signedIn(product, product.admin)
  await admin.change('/api/settings/facts', { ...before, version, phone: '08-123 456 78' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: '08-123 456 78' }).first()).toHaveAttribute('href', 'tel:+46812345678')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page is readable, and links to the others', async ({ page }) => {
    await page.goto('/')
    for (const [link, title] of [
      ['Kontakt', 'Kontakta oss'],
      ['Om oss', 'Om oss'],
      ['Integritet', /./],
      ['Tillgänglighet', /./],
      ['Hem', 'Din kompletta partner inom teknik och IT'],
      ['Boka support', 'Anmäl ett fel'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  })

  test('both forms show their errors, retain the text, and are sent once', async ({ page, product, complaints }) => {
    complaints.expect(/422/)
    await page.goto('/kontakt')
    await page.getByLabel('Namn').fill('Bo Berg')
    await page.getByLabel('Meddelande').fill('Vad kostar ett serviceavtal?')
    await page.getByRole('button', { name: 'Skicka meddelande' }).click()
    await expect(page.locator('#email-error')).toContainText('E-post krävs')
    await expect(page.getByLabel('Meddelande')).toHaveValue('Vad kostar ett serviceavtal?')
    await page.getByLabel('E-post').fill('bo@berg.example')
    await page.getByRole('button', { name: 'Skicka meddelande' }).click()
    await expect(page.getByText('Tack för ditt meddelande! Vi återkommer så snart som möjligt.')).toBeVisible()
    await expect(page.getByText(/^Meddelandet har nummer #\d+\.$/)).toBeVisible()
    await expect(page.getByLabel('Namn')).toHaveCount(0)
    await page.reload()

    await fillFaultReport(page)
    await page.getByLabel('Vad är det som inte fungerar?').fill('Skrivaren skriver inte.')
    await page.getByLabel('Det är akut').check()
    await expect(page.getByText('Akut ärende markerat')).toBeVisible()
    await page.getByLabel('Det är akut').uncheck()
    await page.getByRole('button', { name: 'Skicka felanmälan' }).click()
    await expect(page.getByText('Ärendet är registrerat. Vi återkommer inom 4 timmar.')).toBeVisible()

    const { rows } = await (await signedIn(product, product.admin)).read('/api/enquiries?search=')
    const excerpts = rows.map(({ excerpt }: { excerpt: string }) => excerpt)
    expect(excerpts.filter((text: string) => /serviceavtal|Skrivaren/.test(text)).sort()).toEqual([
      'Skrivaren skriver inte.',
      'Vad kostar ett serviceavtal?',
    ])
  })
})
