// A technician's day with technical information: one proof in the morning, and from each ticket two presses to the text.
import type { Page } from '@playwright/test'
import { addAppQuietly, byPassword, codeField, codeOf, forgetCodes } from './fixtures/authenticator-app.ts'
import { addAxe, isAccessible } from './fixtures/axe.ts'
import { aCustomer, inDatabase, type SignedIn, signedIn } from './fixtures/people.ts'
import { expect, type Product, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Valvdagen AB' } })

const login = { email: 'tove.valv@nordlys.example', password: 'kopplat i hela huset' }
const day = [
  ['Åkermans El AB', 'Skrivaren svarar inte'],
  ['Bergs Bygg AB', 'Ny dator till lagret'],
  ['Café Linden', 'Gästnätet är långsamt'],
] as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page) => page.getByLabel(/Inloggningar, nätverk/)
const reason = (page: Page) => page.getByRole('textbox', { name: /^Anledning/ })
const proof = (page: Page) => page.getByRole('dialog', { name: 'Bekräfta att det är du' })
const show = (page: Page) => page.getByRole('button', { name: 'Visa', exact: true })

/** A technician, and customers with a text and an open ticket each. */
async function aDay(admin: SignedIn) {
  await admin.create('/api/users', { ...login, fullName: 'Tove Valv', role: 'technician', mustChange: false })
  const tickets: { name: string; customerId: string; id: string; text: string; reason: string }[] = []
  for (const [name, title] of day) {
    const { id: customerId } = await aCustomer(admin, name)
    const text = `Brandvägg hos ${name}`
    await admin.change(`/api/customers/${customerId}/credentials`, { text, version: 0 })
    const { id, ticketNumber } = await admin.create('/api/tickets', { title, description: 'x', customerId })
    tickets.push({ name, customerId, id, text, reason: `Ärende #${ticketNumber}: ${title}` })
  }
  return tickets
}

/** As if so many hours had passed since the sign-in and since a code was used. */
async function passed(product: Product, hours: number) {
  await inDatabase(
    product,
    `update auth.sessions set authenticated_at = authenticated_at - make_interval(hours => $1),
       factor_at = factor_at - make_interval(hours => $1)`,
    [hours],
  )
  await forgetCodes(product)
}

/** Signs in with a code, by an app that was added the day before. Returns the app's secret. */
async function inTheMorning(page: Page, product: Product) {
  await page.goto('/auth?next=%2Fbackoffice%2Fkonto')
  await byPassword(page, login)
  await expect(heading(page)).toHaveText('Ditt konto')
  const { secret } = await addAppQuietly(page)
  await page.getByRole('button', { name: 'Logga ut', exact: true }).first().click()
  await expect(page).toHaveURL('/')
  await forgetCodes(product)
  await page.goto('/auth?next=%2Fbackoffice%2Ftickets')
  await byPassword(page, login)
  await codeField(page).fill(codeOf(secret))
  await expect(heading(page)).toHaveText('Support Tickets')
  return secret
}

test('one proof in the morning, two presses from a ticket to the text, and a new proof after the hours', async ({
  page,
  context,
  product,
  complaints,
}) => {
  // What is refused until the code is entered.
  complaints.expect(/status of 403/)
  await addAxe(context)
  const admin = await signedIn(product, product.admin)
  const tickets = await aDay(admin)
  const [first, second, third] = tickets
  if (!first || !second || !third) throw new Error('The day has three customers')
  const secret = await inTheMorning(page, product)
  let [presses, codes] = [0, 0]

  await test.step('three customers, each from its ticket', async () => {
    for (const { id, name, text, reason: suggested } of tickets) {
      await page.goto(`/backoffice/tickets/${id}`)
      await page.getByRole('link', { name: `Teknik för ${name}` }).click()
      await expect(heading(page)).toHaveText(name)
      await expect(reason(page)).toHaveValue(suggested)
      await show(page).click()
      presses += 2
      await expect(field(page)).toHaveValue(text)
      await expect(proof(page)).toHaveCount(0)
    }
    expect(new URL(page.url()).search).toBe('')
  })

  await test.step('after the workday a code is asked for once', async () => {
    await passed(product, 8)
    for (const [n, { customerId, text, reason: suggested }] of [first, second].entries()) {
      await page.goto(`/backoffice/customers/${customerId}/credentials`)
      // Nothing of this workday but the ticket, which was shown today.
      await expect(reason(page)).toHaveValue(suggested)
      if (n === 0) await isAccessible(page)
      await reason(page).press('Enter')
      presses += 1
      if (n === 0) {
        await expect(codeField(page)).toBeFocused()
        await isAccessible(page)
        await page.keyboard.type(codeOf(secret))
        codes += 1
      }
      await expect(field(page)).toHaveValue(text)
      await expect(proof(page)).toHaveCount(0)
    }
    await isAccessible(page)
  })

  await test.step('a proof that runs out while a text is written costs nothing of it', async () => {
    await field(page).fill('Brandvägg, nytt lösenord')
    await passed(product, 8)
    await page.keyboard.press('Control+Enter')
    await expect(codeField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(proof(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('Brandvägg, nytt lösenord')
    await page.keyboard.press('Control+Enter')
    await expect(codeField(page)).toBeFocused()
    await page.keyboard.type(codeOf(secret))
    await expect(page.getByText('Information sparad och krypterad!')).toBeVisible()
    await expect(field(page)).toHaveValue('Brandvägg, nytt lösenord')
  })

  await test.step('administrators see why, and the product’s log does not', async () => {
    const path = `/api/customers/${first.customerId}/credentials/log`
    const { rows } = await admin.read(path)
    const reasons = rows.filter(({ action }: { action: string }) => action === 'read')
    expect(reasons.map(({ who, reason }: { who: string; reason: string }) => [who, reason])).toEqual([
      ['Tove Valv', first.reason],
      ['Tove Valv', first.reason],
    ])
    for (const { reason } of tickets) expect(product.output()).not.toContain(reason.slice(reason.indexOf(':')))
    const theirs = await context.browser()?.newContext({ viewport: { width: 390, height: 844 } })
    if (!theirs) throw new Error('No browser')
    await addAxe(theirs)
    await admin.enter(theirs)
    const phone = await theirs.newPage()
    await phone.goto(`${product.url}/backoffice/customers/${first.customerId}/credentials`)
    await expect(phone.getByText(first.reason).first()).toBeVisible()
    await isAccessible(phone)
    await theirs.close()
  })

  const description = `${tickets.length} customers from their tickets and two again: ${presses} presses, 1 code in the morning, ${codes} after the workday`
  test.info().annotations.push({ type: 'a day with the vault', description })
  process.stdout.write(`${description}\n`)
  expect([presses, codes]).toEqual([8, 1])
})
