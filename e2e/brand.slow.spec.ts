// A company sets its branding, and visitors, customers and staff see it.
import { aJpeg, aPhoto, aPng } from '../src/features/files/testing/sample-pictures.ts'
import { aCustomer, aLogin, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Egna Bilden AB' } })

const picture = async (name: string, buffer: Promise<Buffer>) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: await buffer,
})

test('a logo, two colours and photos are shown everywhere at once, until they are removed', async ({
  page,
  context,
  product,
  anotherBrowser,
  complaints,
}) => {
  complaints.expect(/422/)
  const admin = await signedIn(product, product.admin)
  await admin.enter(context)
  await page.goto('/backoffice/settings/utseende')
  const slot = (name: string) => page.getByRole('region', { name, exact: true })
  const choose = async (name: string, file: Awaited<ReturnType<typeof picture>>) =>
    slot(name).locator('input[type=file]').setInputFiles(file)

  await test.step('a file that is not a picture is refused with a message at the button', async () => {
    await choose('Logotyp', await picture('logo.svg', Promise.resolve(Buffer.from('<svg xmlns="x"/>'))))
    await expect(slot('Logotyp').getByRole('alert')).toContainText('SVG tas inte emot.')
    await expect(slot('Logotyp').getByRole('img')).toHaveCount(0)
  })

  await test.step('a logo and photos are uploaded', async () => {
    await choose('Logotyp', await picture('logo.png', aPng(120, 100)))
    await expect(slot('Logotyp').getByRole('img')).toBeVisible()
    await expect(slot('Logotyp').getByRole('alert')).toHaveCount(0)
    await choose('Grundaren', await picture('grundaren.jpg', aPhoto(800, 1000)))
    await expect(slot('Grundaren').getByRole('img')).toBeVisible()
    // More pixels than the server decodes, so the device scales it down first.
    await choose('Bilen', await picture('bilen.jpg', aJpeg(12_000, 9000)))
    await expect(slot('Bilen').getByRole('img')).toBeVisible()
    await expect(page.getByRole('complementary').locator('img[src^="/media/"]')).toBeVisible()
  })

  await test.step('an unreadable colour is refused with a readable suggestion; the next is shown at once', async () => {
    const main = page.getByLabel('Huvudfärg', { exact: true })
    await main.fill('#9ec5ff')
    await page.getByRole('button', { name: 'Spara färgerna' }).click()
    await expect(main).toHaveAccessibleDescription(/för ljus för att läsas .* Närmaste som går är #[0-9a-f]{6}/)
    await main.fill('1a4f8b')
    await page.getByRole('button', { name: 'Spara färgerna' }).click()
    await expect(main).toHaveValue('#1a4f8b')
    const primary = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--c-primary'))
    await expect.poll(primary).toContain('#1a4f8b')
  })

  const outside = await anotherBrowser()
  const visitor = await outside.newPage()
  await test.step('a visitor sees logo, colour and photos', async () => {
    await visitor.goto('/')
    const header = visitor.getByRole('banner')
    await expect(header.locator('img[src^="/media/"]')).toBeVisible()
    await expect(header).toContainText('Egna Bilden AB')
    const founder = visitor.getByRole('img', { name: 'Grundaren' })
    await founder.scrollIntoViewIfNeeded()
    await expect(founder).toHaveJSProperty('complete', true)
    expect(await founder.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/media\/[^/]+\/\d+\.avif$/)
    await expect(visitor.getByRole('img', { name: 'Egna Bilden ABs servicebil' })).toBeVisible()
    await expect(visitor.getByRole('img', { name: 'Tecknat porträtt' })).toHaveCount(0)
    expect(await visitor.locator('link[rel=icon]').getAttribute('href')).toMatch(/square-64\.png$/)
  })

  await test.step('a customer sees them before and after the sign-in', async () => {
    const { id } = await aCustomer(admin, 'Kajens Café')
    const login = await aLogin(product, 'kim@kajen.example', id)
    await visitor.goto('/customer-login')
    await expect(visitor.locator('img[src^="/media/"]')).toBeVisible()
    await visitor.getByLabel('E-post').fill(login.email)
    await visitor.getByLabel('Lösenord', { exact: true }).fill(login.password)
    await visitor.getByRole('button', { name: 'Logga in' }).click()
    await expect(visitor.getByRole('banner').locator('img[src^="/media/"]')).toBeVisible()
  })

  await test.step('removed pictures and colours are gone from the site', async () => {
    await slot('Bilen')
      .getByRole('button', { name: /Ta bort/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort bilden' }).click()
    await expect(slot('Bilen').getByRole('img')).toHaveCount(0)
    await slot('Grundaren')
      .getByRole('button', { name: /Ta bort/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ta bort bilden' }).click()
    await expect(slot('Grundaren').getByRole('img')).toHaveCount(0)
    const next = await (await anotherBrowser()).newPage()
    await next.goto('/')
    await expect(next.getByRole('img', { name: 'Tecknat porträtt' })).toHaveCount(1)
    await expect(next.getByRole('heading', { name: 'De du träffar' })).toHaveCount(0)
  })
})
