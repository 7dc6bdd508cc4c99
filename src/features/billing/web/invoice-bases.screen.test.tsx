// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompanyWithLogins } from '#features/auth/testing/company.ts'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatKronor, ore } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { articles } from '../articles.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { monthPath } from '../invoice-bases.rules.ts'
import { anArticle } from '../testing/articles.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
const [, month = ''] = latestMonths(todayInStockholm(), 2)

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithLogins())
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({
      name: 'Bas',
      remoteOre: 90_000,
      onsiteOre: 99_550,
      afterHoursOre: 180_000,
      afterHoursDrawdowns: true,
      needsApproval: true,
    }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2020-01-01', termsId } })
})
afterEach(closeApp)
afterAll(() => h.stop())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
const work = (customerId: string, given: object = {}) =>
  h.as(technician).call(time.create, {
    body: {
      customerId,
      workDate: `${month}-13`,
      timeFrom: '10:00',
      timeTo: '11:00',
      description: 'Bytt router',
      notes: 'hemlig notering',
      ...given,
    },
  })
async function aCustomer(name: string) {
  const customer = await h.aCustomer({ orgId, name })
  const approver = await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  await givePassword(h, approver)
  return { ...customer, approver }
}
const make = async (customerId: string) => {
  const { id } = await h.as(technician).call(invoiceBases.create, { body: { customerId, month, replaces: null } })
  return id
}

test('an invoice basis is created from the list, sent, approved, billed and withdrawn', async () => {
  const { id } = await aCustomer('Underlagskund AB')
  await work(id)
  const { user } = await openBackOffice(h, admin, '/backoffice/invoice-bases')
  await user.click(await button('Skapa fakturaunderlag för Underlagskund AB'))
  expect(await screen.findByRole('heading', { name: /^Underlagskund AB/ })).toBeTruthy()
  const line = await within(await screen.findByRole('table', { name: 'Underlagets rader' })).findByRole('row', {
    name: /Arbete fjärr/,
  })
  expect(plain(line.textContent)).toMatch(/1,00 tim.*900,00 kr.*25 %.*900,00 kr/)
  expect(plain(screen.getByText('Att betala').nextElementSibling?.textContent)).toBe('1 125,00 kr')
  const rows = within(await screen.findByRole('table', { name: 'Poster i underlaget' }))
  expect(await rows.findByRole('row', { name: /Bytt router/ })).toBeTruthy()
  expect(document.body.textContent).not.toContain('hemlig')

  const toMark = screen.getByRole('link', { name: 'Markera tidrader för månaden' })
  expect(toMark.getAttribute('href')).toBe(monthPath(month))

  await user.click(await button('Skicka till kunden'))
  const note = async (how: string) => {
    await user.click(await button('Notera godkännande'))
    expect(plain((await screen.findByRole('dialog')).textContent)).toContain(
      'Underlagskund AB har godkänt 1 125,00 kr för',
    )
    await user.type(await screen.findByRole('textbox', { name: /Hur kunden har godkänt/ }), how)
    await user.click(await button('Notera'))
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(`av Ada Admin: ${how}`))
  }
  await note('Per mejl')
  await user.click(await button('Ta tillbaka godkännandet'))
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^Godkännandet tillbakataget .* av Ada Admin$/),
  )
  // Within the same minute and with the same text.
  await note('Per mejl')
  expect(screen.getAllByText(/Godkänt .* av Ada Admin: Per mejl/)).toHaveLength(2)
  const { id: report } = await h.as(technician).call(reports.generate, {
    body: { customerId: id, from: `${month}-01`, to: `${month}-28` },
  })
  await h.as(technician).call(reports.mark, { params: { id: report } })
  await waitFor(() => expect(screen.queryByText(/inte rapporterade? än/)).toBeNull())
  await user.click(await button('Fakturera'))
  expect(await screen.findByText(/^Underlag \d{4}-001 · 1 post/)).toBeTruthy()
  await user.click(await button('Ta tillbaka'))
  await user.type(await screen.findByRole('textbox', { name: /Orsak/ }), 'Fel pris')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ta tillbaka underlaget' }))
  await user.click(dialog.getByRole('button', { name: 'Ta tillbaka' }))
  expect(await screen.findByText(/Tillbakataget .* av Ada Admin: Fel pris/)).toBeTruthy()
  await user.click(await button('Skapa nytt underlag'))
  expect(await button('Skicka till kunden')).toBeTruthy()
})

test('changed time makes the basis outdated on the open screen, and a new one replaces it', async () => {
  const { id } = await aCustomer('Ändrad AB')
  await work(id)
  const basis = await make(id)
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases/${basis}`)
  expect(await button('Skicka till kunden')).toBeTruthy()
  await work(id, { timeFrom: '13:00', timeTo: '15:00' })
  expect(await screen.findByText('Kontrolleras')).toBeTruthy()
  await h.as(technician).call(invoiceBases.check, { params: { id: basis } })
  expect(await screen.findByText(/Rader har ändrats sedan underlaget gjordes/)).toBeTruthy()
  const difference = within(screen.getByRole('list', { name: 'Det som skiljer' }))
  expect(difference.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
    '1 post till',
    'Arbete fjärr: 1 → 3 tim, +1 800,00 kr',
    'Att betala: 1 125,00 kr → 3 375,00 kr',
  ])
  expect(screen.queryByRole('button', { name: 'Skicka till kunden' })).toBeNull()
  await user.click(await button('Skapa nytt underlag'))
  expect(await screen.findByText(/2 poster · 3,00 tim/)).toBeTruthy()
})

test('the line of travel links to its rows', async () => {
  const { id } = await aCustomer('Reskund AB')
  await work(id)
  await h.as(technician).call(expenses.create, {
    body: {
      customerId: id,
      workDate: `${month}-13`,
      kind: 'travel',
      article: 'Milersättning',
      hundredths: 4850,
      unit: 'km',
      priceOre: ore(2_500),
    },
  })
  const path = `/backoffice/invoice-bases/${await make(id)}`
  await openBackOffice(h, admin, path)
  const link = await screen.findByRole('link', { name: 'Milersättning' })
  expect(link.getAttribute('href')).toBe('?line=2#rader')
  await closeApp()
  await openBackOffice(h, admin, `${path}?line=2`)
  expect(await screen.findByRole('heading', { name: 'Poster på rad 2' })).toBeTruthy()
  const rows = within(await screen.findByRole('table', { name: 'Poster i underlaget' }))
  expect(plain((await rows.findByRole('row', { name: /Milersättning/ })).textContent)).toContain('48,5 km')
  await waitFor(() => expect(rows.queryByRole('row', { name: /Bytt router/ })).toBeNull())
})

test('the approver asks about a row, reads the answer and approves; nothing internal is shown', async () => {
  const { id, approver } = await aCustomer('Frågvis AB')
  await work(id)
  await work(id, { timeFrom: '16:00', timeTo: '18:00', description: 'Kamera', kind: 'onsite' })
  const basis = await make(id)
  await h.as(technician).call(invoiceBases.send, { params: { id: basis } })
  const { user } = await openBackOffice(h, approver, '/customer-portal')
  await user.click(await screen.findByRole('link', { name: 'Underlag' }))
  await user.click(await screen.findByRole('link', { name: /Väntar på att du godkänner/ }))
  await user.click(await button('Fråga om raden, post 2'))
  const field = await screen.findByRole('textbox', { name: /Din fråga/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('Vilken kamera?')
  await user.click(await button('Skicka fråga'))
  expect(await screen.findByText('Väntar på svar')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Fråga om raden, post 2' })).toBeNull())
  await h.as(technician).call(invoiceBases.answer, {
    params: { id: basis },
    body: { position: 2, answer: 'Den vid porten' },
  })
  expect(await screen.findByText('Den vid porten')).toBeTruthy()
  await user.click(await button('Godkänn'))
  const { totalOre } = await h.as(technician).call(invoiceBases.get, { params: { id: basis } })
  const question = await screen.findByRole('alertdialog', { name: `Godkänn ${formatKronor(totalOre)}?` })
  expect(question.textContent).toContain(`Underlaget för ${formatMonth(month)}: ${formatKronor(totalOre)} med moms.`)
  await user.click(within(question).getByRole('button', { name: 'Avbryt' }))
  expect(await h.as(technician).call(invoiceBases.get, { params: { id: basis } })).toMatchObject({ state: 'sent' })
  await user.click(await button('Godkänn'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Godkänn' }))
  expect(await screen.findByText('Underlaget är godkänt')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Godkänt \d/))
  expect(document.body.textContent).not.toContain('hemlig')
  expect(await h.as(technician).call(invoiceBases.get, { params: { id: basis } })).toMatchObject({ state: 'approved' })
})

test('staff answer the question in the back office', async () => {
  const { id, approver } = await aCustomer('Svar AB')
  await work(id)
  const basis = await make(id)
  await h.as(technician).call(invoiceBases.send, { params: { id: basis } })
  await h
    .as(approver)
    .call(portalInvoiceBases.ask, { params: { id: basis }, body: { position: 1, question: 'Varför?' } })
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases/${basis}`)
  await user.click(await button('Svara om post 1'))
  await user.type(await screen.findByRole('textbox', { name: /Svar till kunden/ }), 'För att den var trasig')
  await user.click(await button('Skicka svar'))
  expect(await screen.findByText('För att den var trasig')).toBeTruthy()
})

test('a basis that lacks something of the buyer says what, and where to fill it in', async () => {
  const { id: articleId } = await h.as(admin).call(articles.create, { body: anArticle({ isConstruction: true }) })
  await h.as(admin).call(articles.setOfWork, { body: { kind: 'remote', articleId } })
  const { id } = await aCustomer('Omvänd AB')
  await h.as(admin).call(agreements.setBilling, {
    params: { id },
    body: { vat: 'reverse', reverseReason: 'bygg', isPrivate: false },
  })
  await work(id)
  const basis = await make(id)
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases/${basis}`)
  expect((await screen.findAllByText(/kräver att kundens land är Sverige/)).length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('link', { name: 'Öppna Fakturering' }))
  await user.type(await screen.findByRole('textbox', { name: /^Momsregistreringsnummer/ }), 'SE556012579001')
  await user.click(await button('Spara fakturauppgifterna'))
  await screen.findByText('Fakturauppgifter sparade')
  const { missing } = await h.as(admin).call(invoiceBases.get, { params: { id: basis } })
  expect(missing).toBeNull()
})

test('the article of a free line is named again after a new sign-in, also one that is not among the first', async () => {
  const { id } = await aCustomer('Egen rad AB')
  await work(id)
  const basis = await make(id)
  for (const number of Array.from({ length: 12 }, (_, at) => `${500 + at}`))
    await h.as(admin).call(articles.create, { body: anArticle({ number, name: 'Hyra', priceOre: 10_000 }) })
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases/${basis}`)
  await user.click(await button('Lägg till rad'))
  const article = () => screen.findByRole('combobox', { name: 'Ur artikelregistret' })
  await user.type(await article(), '511')
  await user.click(await screen.findByRole('option', { name: '511 Hyra' }))
  await endBrowserSessions(h, admin)
  await user.click(await button('Spara'))
  await signIn(admin)
  await waitFor(async () => expect(await article()).toHaveProperty('value', '511 Hyra'))
  await user.click(await button('Spara'))
  await waitFor(async () =>
    expect((await h.as(admin).call(invoiceBases.get, { params: { id: basis } })).freeLines).toMatchObject([
      { text: 'Hyra', priceOre: 10_000, article: { number: '511' } },
    ]),
  )
})
