// A customer and a technician, each in a separate browser.
import type { BrowserContext, Page } from '@playwright/test'
import { aCustomer, aLogin, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Ärendehuset AB' } })

type Session = { staff: Page; customer: Page; customersLogin: { email: string; password: string }; customerId: string }

let count = 0

async function bothSignedIn(
  product: Parameters<typeof aLogin>[0],
  context: BrowserContext,
  anotherBrowser: () => Promise<BrowserContext>,
): Promise<Session> {
  const admin = await signedIn(product, product.admin)
  count += 1
  const { id: customerId } = await aCustomer(admin, `Åkermans El ${count} AB`)
  const customersLogin = await aLogin(product, `eva${count}@akermans.example`, customerId)
  await admin.enter(context)
  const other = await anotherBrowser()
  await (await signedIn(product, customersLogin)).enter(other)
  return { staff: await context.newPage(), customer: await other.newPage(), customersLogin, customerId }
}

/** Opens the list and chooses an option with the mouse. */
async function choose(within: Pick<Page, 'getByRole'>, label: string, option: string) {
  const select = within.getByRole('combobox', { name: label })
  await select.click()
  await select.getByRole('option', { name: option, exact: true }).click()
}

/** Opens and fills in the dialog for a new ticket. */
async function fillNewTicket(customer: Page, title: string, description: string) {
  await customer.goto('/customer-portal')
  await customer.getByRole('button', { name: 'Ny ticket' }).first().click()
  const dialog = customer.getByRole('dialog', { name: 'Ny ticket' })
  await dialog.getByLabel('Ämne').fill(title)
  await dialog.getByLabel('Beskrivning').fill(description)
  return dialog
}

async function createTicket(customer: Page, title: string, priority?: string) {
  const dialog = await fillNewTicket(customer, title, 'Inget nät i hela huset sedan i morse.')
  if (priority) await choose(dialog, 'Prioritet', priority)
  await dialog.getByRole('button', { name: 'Skapa ticket' }).click()
  await expect(customer.getByText('Ticket skapad!')).toBeVisible()
}

const endSessions = (product: Parameters<typeof inDatabase>[0], email: string) =>
  inDatabase(
    product,
    `update auth.sessions set ended_at = now() where user_id = (select id from auth.users where email = $1)`,
    [email],
  )

async function signInAgain(customer: Page, { email, password }: Session['customersLogin']) {
  await expect(customer).toHaveURL(/customer-login\?next=/)
  await customer.getByLabel('E-post').fill(email)
  await customer.getByLabel('Lösenord', { exact: true }).fill(password)
  await customer.getByRole('button', { name: 'Logga in' }).click()
}

test('a customer reports, staff answer, and both see changes without a reload', async ({
  product,
  context,
  anotherBrowser,
}) => {
  const { staff, customer } = await bothSignedIn(product, context, anotherBrowser)
  await staff.goto('/backoffice/tickets')
  await expect(staff.getByText('Inga aktiva tickets')).toBeVisible()

  await test.step('the list shows the new ticket without a reload', async () => {
    await createTicket(customer, 'WiFi nere', 'Akut')
    await expect(staff.getByRole('row', { name: /WiFi nere/ })).toContainText('Akut')
    await expect(staff.getByRole('tab', { name: /Aktiva/ })).toContainText('1')
    await customer.getByRole('link', { name: /WiFi nere/ }).click()
    await expect(customer.getByText('Inga kommentarer ännu')).toBeVisible()
  })

  await test.step('staff assign it', async () => {
    await staff.getByRole('button', { name: /^Hantera ticket/ }).click()
    const dialog = staff.getByRole('dialog', { name: 'Hantera ticket' })
    const status = dialog.getByRole('combobox', { name: 'Status' })
    await status.click()
    await expect(status.getByRole('option', { name: 'Löst' })).toBeVisible()
    await staff.keyboard.press('Escape')
    await expect(status.getByRole('option', { name: 'Löst' })).toBeHidden()
    await expect(dialog).toBeVisible()
    await choose(dialog, 'Ansvarig', 'admin')
    await choose(dialog, 'Status', 'Pågående')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(staff.getByText('Ticket har uppdaterats')).toBeVisible()
    await expect(staff.getByRole('row', { name: /WiFi nere/ })).toContainText('admin')
    await expect(customer.getByText('Pågående').first()).toBeVisible()
  })

  await test.step('an internal comment is visible to staff only, a public one to the customer', async () => {
    await staff.getByRole('link', { name: 'WiFi nere' }).click()
    const composer = staff.getByRole('form', { name: 'Ny kommentar' })
    await composer.getByText('Intern kommentar (syns ej för kund)').click()
    await composer.getByRole('textbox').fill('Routern är nog åtta år gammal')
    await composer.getByRole('button', { name: 'Spara internt' }).click()
    await expect(staff.getByRole('article').filter({ hasText: 'Routern är nog' })).toContainText('Intern kommentar')
    await composer.getByText('Intern kommentar (syns ej för kund)').click()
    await composer.getByRole('textbox').fill('Jag kommer klockan tio.')
    await composer.getByRole('button', { name: 'Skicka', exact: true }).click()
    await expect(customer.getByText('Jag kommer klockan tio.')).toBeVisible()
    await expect(customer.getByText('Routern är nog')).toHaveCount(0)
  })

  await test.step('resolved; the customer comments, and it is open again', async () => {
    await choose(staff, 'Status', 'Löst')
    await expect(customer.getByText('Klart').first()).toBeVisible()
    await customer.getByLabel('Skriv en kommentar').fill('Nu är det nere igen.')
    await customer.getByRole('button', { name: 'Skicka kommentar' }).click()
    await expect(staff.getByText('Nu är det nere igen.')).toBeVisible()
    await expect(staff.getByText(/öppnade ärendet igen/)).toBeVisible()
    await expect(staff.getByRole('combobox', { name: 'Status' })).toHaveValue('open')
    await expect(customer.getByText(/öppnade ärendet igen/)).toBeVisible()
  })

  await test.step('closed, and archived', async () => {
    await choose(staff, 'Status', 'Stängd')
    await staff.getByRole('link', { name: /Tillbaka/ }).click()
    await expect(staff.getByText('Inga aktiva tickets')).toBeVisible()
    await staff.getByRole('tab', { name: /Arkiverade/ }).click()
    await expect(staff.getByRole('row', { name: /WiFi nere/ })).toBeVisible()
  })
})

test('a colleague who views the same ticket is shown, until they leave it', async ({
  product,
  context,
  anotherBrowser,
}) => {
  const { staff, customer } = await bothSignedIn(product, context, anotherBrowser)
  await createTicket(customer, 'Skrivaren är trasig')
  const colleague = { email: 'bo@nordlys.example', password: product.admin.password }
  await inDatabase(
    product,
    `with org as (select org_id from profiles limit 1), login as (
       insert into auth.users (id, email, kind, password_hash)
       select gen_random_uuid(), $1, 'staff', password_hash from auth.users where email = $2 returning id
     ), profile as (insert into profiles (id, org_id, full_name) select id, org_id, 'Bo Ek' from login, org returning id, org_id)
     insert into user_roles (user_id, org_id, role) select id, org_id, 'technician' from profile`,
    [colleague.email, product.admin.email],
  )
  const colleagueContext = await anotherBrowser()
  await (await signedIn(product, colleague)).enter(colleagueContext)
  const other = await colleagueContext.newPage()
  await staff.goto('/backoffice/tickets')
  await staff.getByRole('link', { name: 'Skrivaren är trasig' }).click()
  await expect(staff.getByRole('heading', { name: 'Skrivaren är trasig' })).toBeVisible()
  await other.goto(new URL(staff.url()).pathname)
  await expect(staff.getByText('Tittar just nu: Bo Ek')).toBeVisible()
  await other.getByRole('link', { name: /Tillbaka/ }).click()
  await expect(staff.getByText('Tittar just nu')).toHaveCount(0)
})

test('when the session ends while writing a comment, the text is restored and sent once', async ({
  product,
  context,
  anotherBrowser,
  complaints,
}) => {
  complaints.expect(/status of (400|401|403)/)
  const { customer, customersLogin } = await bothSignedIn(product, context, anotherBrowser)
  await createTicket(customer, 'Kameran är svart')
  await customer.getByRole('link', { name: /Kameran är svart/ }).click()
  const field = customer.getByLabel('Skriv en kommentar')
  await field.fill('Jag har dragit ur sladden')
  await endSessions(product, customersLogin.email)
  await field.fill('Jag har dragit ur sladden och satt i den igen.').catch(() => undefined)
  await customer
    .getByRole('button', { name: 'Skicka kommentar' })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await signInAgain(customer, customersLogin)
  await expect(field).toHaveValue(/Jag har dragit ur sladden/)
  await customer.getByRole('button', { name: 'Skicka kommentar' }).click()
  await expect(field).toHaveValue('')
  await expect(customer.getByText(/Jag har dragit ur sladden/)).toHaveCount(1)
  const [{ n }] = await inDatabase(
    product,
    `select count(*)::int as n from ticket_comments where comment like 'Jag har dragit%'`,
    [],
  )
  expect(n).toBe(1)
})

test('when the session ends while writing a ticket, its form is restored and creates one ticket', async ({
  product,
  context,
  anotherBrowser,
  complaints,
}) => {
  complaints.expect(/status of (400|401|403)/)
  const { customer, customersLogin } = await bothSignedIn(product, context, anotherBrowser)
  const dialog = await fillNewTicket(customer, 'Larmet tjuter', 'Det började i natt, på lagret.')
  await choose(dialog, 'Prioritet', 'Akut')
  await endSessions(product, customersLogin.email)
  await dialog
    .getByRole('button', { name: 'Skapa ticket' })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await signInAgain(customer, customersLogin)
  await expect(dialog.getByLabel('Beskrivning')).toHaveValue('Det började i natt, på lagret.')
  await dialog.getByRole('button', { name: 'Skapa ticket' }).click()
  await expect(customer.getByText('Ticket skapad!')).toBeVisible()
  await expect(dialog).toBeHidden()
  const created = await inDatabase(
    product,
    `select description, priority from tickets where title = 'Larmet tjuter'`,
    [],
  )
  expect(created).toEqual([{ description: 'Det började i natt, på lagret.', priority: 'urgent' }])
})

test('a double click and a lost response create one ticket and one comment', async ({
  product,
  context,
  anotherBrowser,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/)
  const { customer } = await bothSignedIn(product, context, anotherBrowser)
  let isLost = true
  await customer.route(/\/api\/portal\/tickets(\/[^/]+\/comments)?$/, async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.continue()
    isLost = false
    await route.fetch()
    await route.abort('connectionreset')
  })
  const dialog = await fillNewTicket(customer, 'Larmet piper', 'Sedan i natt.')
  await dialog.getByRole('button', { name: 'Skapa ticket' }).click()
  await expect(customer.getByText(/Ingen kontakt med servern/)).toBeVisible()
  await expect(dialog.getByLabel('Beskrivning')).toHaveValue('Sedan i natt.')
  await dialog.getByRole('button', { name: 'Skapa ticket' }).dblclick()
  await expect(customer.getByText('Ticket skapad!')).toBeVisible()
  await expect(customer.getByRole('link', { name: /Larmet piper/ })).toHaveCount(1)

  await customer.getByRole('link', { name: /Larmet piper/ }).click()
  isLost = true
  await customer.getByLabel('Skriv en kommentar').fill('Det piper än.')
  await customer.getByRole('button', { name: 'Skicka kommentar' }).click()
  await expect(customer.getByText('Kunde inte skicka kommentar')).toBeVisible()
  await expect(customer.getByLabel('Skriv en kommentar')).toHaveValue('Det piper än.')
  await customer.getByRole('button', { name: 'Skicka kommentar' }).dblclick()
  await expect(customer.getByLabel('Skriv en kommentar')).toHaveValue('')
  await expect(customer.getByText('Det piper än.')).toHaveCount(1)
  const rows = await inDatabase(
    product,
    `select (select count(*)::int from tickets where title = 'Larmet piper') as tickets,
       (select count(*)::int from ticket_comments where comment = 'Det piper än.') as comments`,
    [],
  )
  expect(rows).toEqual([{ tickets: 1, comments: 1 }])
})

test('on a wide screen the list is beside the ticket; j and k move, Back returns to the row', async ({
  product,
  page,
  context,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Bredvid AB')
  for (const title of ['Först in', 'Mitt emellan', 'Sist in'])
    await admin.create('/api/tickets', { title, description: 'x', customerId })
  await admin.enter(context)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/backoffice/tickets')
  await page.getByRole('link', { name: 'Sist in' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Sist in')
  const list = page.getByRole('navigation', { name: 'Ärenden' })
  await expect(list.getByRole('link', { name: /Mitt emellan/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading).toHaveText('Mitt emellan')
  await expect(list.getByRole('link', { name: /Mitt emellan/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(heading).toHaveText('Först in')
  await page.keyboard.press('k')
  await expect(heading).toHaveText('Mitt emellan')
  await page.goBack()
  await expect(page).toHaveURL(/\/backoffice\/tickets$/)
  await expect(page.getByRole('link', { name: 'Mitt emellan' })).toBeFocused()
})

test('on a phone the newest comment is above the opened composer, also after one with files', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Bilagornas Brf')
  const { id } = await admin.create('/api/tickets', { title: 'Bilder på felet', description: 'Se bilden.', customerId })
  const comments = `/api/tickets/${id}/comments`
  const fileIds = [await admin.upload('rad.txt', Buffer.from('En rad.'))]
  await admin.create(comments, { comment: 'Med en fil.', fileIds })
  for (const end of ['Två.', 'Tre.', 'Fyra.']) await admin.create(comments, { comment: `${'Rad\n'.repeat(8)}${end}` })
  await admin.enter(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/backoffice/tickets/${id}`)
  await page.getByRole('button', { name: 'Svara Bilagornas Brf' }).click()
  const composer = page.getByRole('form', { name: 'Ny kommentar' })
  await expect(composer).toBeInViewport()
  const newest = page.getByText('Fyra.')
  await expect
    .poll(async () => ((await newest.boundingBox())?.y ?? 0) - ((await composer.boundingBox())?.y ?? 0))
    .toBeLessThan(0)
  await expect(newest).toBeInViewport()
})
