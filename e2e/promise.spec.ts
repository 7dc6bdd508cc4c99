// What a visitor and a customer are told of when the answer comes: the form, the receipt on the page, the receipt by mail and the
// portal say the same. At other times of the year: same-moment.system.test.ts.
import type { Page } from '@playwright/test'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Löftet AB' } })

const MOMENT = /Räknat i våra öppettider: senast \S+ \d+ \S+ kl\. \d+\.\d\d/
const momentIn = (text: string | null) => MOMENT.exec(text ?? '')?.[0]
const line = (page: Page) => page.locator('form').getByText(MOMENT)

async function fillIn(page: Page, email: string) {
  await page.goto('/support')
  await page.getByLabel('Namn').fill('Vera Vik')
  await page.getByLabel('E-post').fill(email)
  await page.getByLabel('Telefon').fill('070-123 45 67')
  await page.getByLabel('Vad är det som inte fungerar?').fill(`Skrivaren skriver inte, ${email}.`)
}

const send = (page: Page) => page.getByRole('button', { name: 'Skicka felanmälan' }).click()

test('form, page, mail and portal tell the same moment, and an urgent matter has none', async ({
  page,
  product,
  anotherBrowser,
  browser,
}) => {
  const admin = await signedIn(product, product.admin)
  const receipt = page.locator('[data-outcome]')
  /** The text of the receipt by mail, which is saved without a mail server. */
  const mailTo = async (email: string) => {
    let body = ''
    await expect(async () => {
      const [mail] = await inDatabase(product, 'select subject, body from stored_mail where to_address = $1', [email])
      body = `${mail?.subject}\n${mail?.body}`
      expect(mail).toBeDefined()
    }).toPass({ timeout: 60_000 })
    return body
  }
  /** The form's line may move on by a minute while the company is open. */
  const lineNow = async () => {
    const other = await (await anotherBrowser()).newPage()
    await other.goto('/support')
    return momentIn(await line(other).textContent())
  }

  await test.step('the receipt takes the place of the form; the toast is the specified text alone', async () => {
    await fillIn(page, 'vera@vik.example')
    const before = momentIn(await line(page).textContent())
    await page.waitForTimeout(3000)
    await send(page)
    await expect(page.locator('.notice')).toHaveText('Ärendet är registrerat. Vi återkommer inom 4 timmar.')
    await expect(page.locator('form')).toBeHidden()
    await expect(receipt.getByText(/^Ärendet har nummer #\d+\.$/)).toBeVisible()
    const told = momentIn(await receipt.textContent())
    expect([before, await lineNow()]).toContain(told)
    const number = /#\d+/.exec((await receipt.textContent()) ?? '')?.[0]
    const mail = await mailTo('vera@vik.example')
    expect(mail).toContain(`[${number}] Din felanmälan till Löftet AB`)
    expect(momentIn(mail)).toBe(told)
    await page.reload()
    await expect(page.getByText(`Ärendet har nummer ${number}.`)).toBeVisible()
    expect(momentIn(await page.locator('main').textContent())).toBe(told)
    await page.goBack()
    await expect(page).toHaveURL('about:blank')
    await page.goForward()
    await expect(page.getByText(`Ärendet har nummer ${number}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Anmäl ett fel till' }).click()
    await expect(page.getByLabel('Namn')).toHaveValue('')
    await expect(page.getByLabel('Namn')).toBeVisible()
  })

  await test.step('without script the address of the page has the receipt', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
    const plain = await context.newPage()
    await fillIn(plain, 'olle@vik.example')
    await send(plain)
    expect(plain.url()).toMatch(/\/support\?skickat=1&kvitto=[\w.-]+$/)
    await expect(plain.locator('form')).toHaveCount(0)
    await expect(plain.getByText(/^Ärendet har nummer #\d+\.$/)).toBeVisible()
    expect(momentIn(await mailTo('olle@vik.example'))).toBe(momentIn(await plain.getByText(MOMENT).textContent()))
    await plain.goto(plain.url().replace(/.$/, '_'))
    await expect(plain.getByText('Ärendet är registrerat. Vi återkommer inom 4 timmar.')).toBeVisible()
    await expect(plain.getByText(/#\d/)).toHaveCount(0)
    await context.close()
  })

  await test.step('an urgent report has no moment, and whom to call when it is sent, not when the page was opened', async () => {
    await fillIn(page, 'akut@vik.example')
    await page.getByLabel('Det är akut').check()
    await expect(line(page)).toBeHidden()
    await inDatabase(product, `update company_facts set emergency_phone = '0701112233'`, [])
    await page.waitForTimeout(3000)
    await send(page)
    await expect(receipt.getByRole('link', { name: '070-111 22 33' })).toHaveAttribute('href', 'tel:+46701112233')
    await expect(receipt).toContainText('Ring oss direkt så går det fortast: 070-111 22 33')
    await expect(receipt).toContainText('Vi återkommer omedelbart.')
    await expect(receipt.getByText(/^Ärendet har nummer #\d+\.$/)).toBeVisible()
    await expect(receipt).not.toContainText('Räknat')
    expect(momentIn(await mailTo('akut@vik.example'))).toBeUndefined()
  })

  await test.step('the portal tells the moment before and after a ticket is sent', async () => {
    const { id } = await aCustomer(admin, 'Viks Bageri')
    const login = await signedIn(product, await aLogin(product, 'kund@vik.example', id))
    const context = await anotherBrowser()
    await login.enter(context)
    const portal = await context.newPage()
    await portal.goto('/customer-portal')
    await portal.getByRole('button', { name: 'Ny ticket' }).click()
    const dialog = portal.getByRole('dialog', { name: 'Ny ticket' })
    const before = momentIn(await dialog.getByText(MOMENT).textContent())
    await dialog.getByLabel('Prioritet').selectOption({ label: 'Akut' })
    await expect(dialog.getByText(MOMENT)).toHaveCount(0)
    await dialog.getByLabel('Prioritet').selectOption({ label: 'Normal' })
    await dialog.getByLabel('Ämne').fill('Skrivaren')
    await dialog.getByLabel('Beskrivning').fill('Den skriver inte.')
    await dialog.getByRole('button', { name: 'Skapa ticket' }).click()
    await portal.getByRole('link', { name: /Skrivaren/ }).click()
    const told = momentIn(await portal.getByRole('region', { name: 'Ärendet' }).getByText(MOMENT).textContent())
    expect([before, await lineNow()]).toContain(told)
  })
})

test('a form that stays open follows the clock, and what is typed stays', async ({ page, product }) => {
  const hours = (text: string) => inDatabase(product, `update company_facts set ${text}`, [])
  await hours(`opens = '08:00', closes = '17:00', phone = '08123456', emergency_phone = null`)
  await page.clock.install({ time: new Date() })
  await page.goto('/support')
  await page.getByLabel('Namn').fill('Vera Vik')
  await page.getByLabel('Det är akut').check()
  await page.getByLabel('Det är akut').uncheck()
  const before = await line(page).textContent()
  await hours(`opens = '06:15', closes = '06:30', emergency_phone = '0701112233'`)

  await test.step('not twice within a minute', async () => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    expect(requests).toEqual([])
    expect(await line(page).textContent()).toBe(before)
  })

  await test.step('when it is focused again', async () => {
    await page.clock.setSystemTime(Date.now() + 61_000)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(line(page)).toHaveText(/kl\. 6\.\d\d$/)
    await page.getByLabel('Det är akut').check()
    await expect(page.locator('form').getByRole('link', { name: '070-111 22 33' })).toBeVisible()
    await page.getByLabel('Det är akut').uncheck()
  })

  await test.step('each minute while it is visible', async () => {
    await hours(`opens = '05:15', closes = '05:30', emergency_phone = null`)
    await page.clock.runFor(61_000)
    await expect(line(page)).toHaveText(/kl\. 5\.\d\d$/)
    await expect(page.getByLabel('Namn')).toHaveValue('Vera Vik')
  })
})
