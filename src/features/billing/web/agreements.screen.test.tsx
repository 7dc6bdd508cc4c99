// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompanyWithLogins } from '#features/auth/testing/company.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithLogins())
})
afterEach(closeApp)
afterAll(() => h.stop())

const SETTINGS = '/backoffice/settings/avtal'
const today = todayInStockholm()
const pathOf = (id: string) => `/backoffice/customers/${id}/agreement`
const aCustomer = async (name: string) => (await h.aCustomer({ orgId, name })).id
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const addTerms = (given: object = {}) =>
  h.as(admin).call(agreements.createTerms, {
    body: aTerms({
      name: 'Bas',
      remoteOre: 90_000,
      onsiteOre: 99_550,
      afterHoursOre: 180_000,
      includedMinutes: 120,
      afterHoursDrawdowns: true,
      ...given,
    }),
  })
const agree = (id: string, termsId: string) =>
  h.as(admin).call(agreements.setOfCustomer, {
    params: { id },
    body: { validFrom: `${monthOf(today)}-01`, termsId },
  })

test('an administrator writes prices in kronor; a new version leaves them as they are until its date', async () => {
  const { user } = await openBackOffice(h, admin, SETTINGS)
  expect(await screen.findByText('Inga villkor ännu')).toBeTruthy()
  await user.click((await screen.findAllByRole('button', { name: 'Nya villkor' }))[0] as HTMLElement)
  const added = await dialog('Nya villkor')
  const fill = async (of: typeof added, label: string | RegExp, text: string) => {
    const field = of.getByRole('textbox', { name: label })
    await user.clear(field)
    await user.type(field, text)
  }
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText('Ange ett namn')).toBeTruthy()
  expect(added.getAllByText('Ange ett belopp, som 950,00').length).toBe(3)
  await fill(added, /^Namn/, 'Serviceavtal')
  await fill(added, /^Fjärr/, '1 250,50')
  await fill(added, /^På plats/, '1400')
  await fill(added, /^Jour/, '2 100 kr')
  await fill(added, /^Ingår per månad/, '2,5')
  await fill(added, /^Första svar Akut/, '15')
  await fill(added, /^Första svar Normal/, '1,5')
  await user.click(added.getByRole('checkbox', { name: /^Jour ingår/ }))
  await user.click(added.getByRole('button', { name: 'Spara' }))
  const row = await screen.findByRole('row', { name: /Serviceavtal/ })
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toMatch(/1 250,50 kr.*1 400,00 kr.*2 100,00 kr.*2,50 tim/)

  await user.click(await button('Ny version av Serviceavtal'))
  const changed = await dialog('Ny version av Serviceavtal')
  expect(changed.getByRole<HTMLInputElement>('textbox', { name: /^Fjärr/ }).value).toBe('1250,50')
  expect(changed.getByRole<HTMLInputElement>('textbox', { name: /^Första svar Normal/ }).value).toBe('1,5')
  expect(changed.getByRole<HTMLInputElement>('textbox', { name: /^Första svar Låg/ }).value).toBe('')
  await fill(changed, /^Löst inom Hög/, 'två')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await changed.findByText('Ange antal timmar, som 16')).toBeTruthy()
  await fill(changed, /^Löst inom Hög/, '16')
  await fill(changed, /^Fjärr/, '1300')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByRole('row', { name: /Serviceavtal \(version 2\)/ })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /1 250,50/ })).toBeNull()
  await user.click(await screen.findByRole('switch', { name: 'Visa tidigare versioner' }))
  await waitFor(() => expect(screen.getAllByRole('row', { name: /Serviceavtal/ })).toHaveLength(2))
  const { terms } = await h.as(admin).call(agreements.settings, {})
  expect(terms.find(({ number }) => number === 2)).toMatchObject({
    urgentAnswerMinutes: 15,
    normalAnswerMinutes: 90,
    lowAnswerMinutes: null,
    highSolveMinutes: 960,
    includesOnCall: true,
  })
})

test('the default terms and the VAT rate are set from a date, and removed again', async () => {
  await addTerms({ name: 'Löpande' })
  const { user } = await openBackOffice(h, admin, SETTINGS)
  const form = within(await screen.findByRole('form', { name: 'Byt standardvillkor' }))
  await user.type(form.getByRole('textbox', { name: /Från/ }), '2026-01-01')
  await user.selectOptions(form.getByRole('combobox', { name: /Villkor/ }), 'Löpande')
  await user.click(form.getByRole('button', { name: 'Byt standardvillkor' }))
  const list = await screen.findByRole('list', { name: 'Standardvillkor' })
  expect(list.textContent).toContain('2026-01-01LöpandeGäller nu')
  await user.click(await button('Ta bort Löpande från 2026-01-01'))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Standardvillkor' })).toBeNull())
  await user.click(await button('Ångra'))
  expect(await screen.findByRole('list', { name: 'Standardvillkor' })).toBeTruthy()

  const rates = within(await screen.findByRole('form', { name: 'Byt momssats' }))
  await user.type(rates.getByRole('textbox', { name: /Från/ }), '2026-04-01')
  await user.type(rates.getByRole('textbox', { name: /Procent/ }), '12')
  await user.click(rates.getByRole('button', { name: 'Byt momssats' }))
  expect((await screen.findByRole('list', { name: 'Momssatser' })).textContent).toContain('12 %')
  await user.click(await button('Ta bort 12 % från 2026-04-01'))
  expect(await screen.findByText(/^Momsen är 25 %/)).toBeTruthy()
})

test('a customer gets terms from a date, and the page shows current terms and usage', async () => {
  const id = await aCustomer('Avtalskund AB')
  await addTerms({ name: 'Fast' })
  const { user } = await openBackOffice(h, admin, pathOf(id))
  await user.click(await button('Byt villkor'))
  const change = await dialog('Byt villkor')
  await user.selectOptions(change.getByRole('combobox', { name: /Villkor/ }), await change.findByText('Fast'))
  const from = change.getByRole('textbox', { name: /Gäller från/ })
  await user.clear(from)
  await user.type(from, `${monthOf(today)}-01`)
  await user.click(change.getByRole('button', { name: 'Spara' }))
  expect((await screen.findByRole('list', { name: 'Avtal från datum' })).textContent).toContain('FastGäller nu')
  expect(screen.getByText('995,50 kr')).toBeTruthy()
  expect(screen.getByText(/^0,00 av 2,00 tim använda/)).toBeTruthy()
})

test('the used hours follow the time that colleagues log', async () => {
  const id = await aCustomer('Följer med AB')
  await agree(id, (await addTerms({ name: 'Två timmar' })).id)
  await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText(/^0,00 av 2,00 tim använda/)).toBeTruthy()
  const work = (timeFrom: string, timeTo: string) =>
    h.as(admin).call(time.create, { body: { customerId: id, workDate: today, timeFrom, timeTo } })
  await work('10:00', '11:20')
  expect(await screen.findByText(/^1,50 av 2,00 tim använda/)).toBeTruthy()
  await work('13:00', '13:20')
  expect((await screen.findByText(/^2,00 av 2,00 tim använda/)).textContent).toContain('alla är använda')
})

test('the month’s price shows lines, VAT and rows, and the month is in the address', async () => {
  const id = await aCustomer('Månadskund AB')
  const { id: termsId } = await addTerms({ name: 'Utan timmar', includedMinutes: 0 })
  await h.as(admin).call(agreements.setOfCustomer, { params: { id }, body: { validFrom: '2020-01-01', termsId } })
  await h.as(technician).call(time.create, {
    body: { customerId: id, workDate: '2026-10-20', timeFrom: '16:30', timeTo: '17:10', description: 'Bytt router' },
  })
  const { user, at } = await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText('Inget att fakturera')).toBeTruthy()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Månad' }), '2026-10')
  await waitFor(() => expect(at()).toBe(`${pathOf(id)}?month=2026-10`))
  const lines = within(await screen.findByRole('table', { name: 'Rader i beloppet' }))
  expect((await lines.findByRole('row', { name: /Arbete fjärr/ })).textContent).toMatch(/0,50 tim.*450,00/)
  expect((await lines.findByRole('row', { name: /Jour/ })).textContent).toMatch(/0,50 tim.*900,00/)
  const row = within(screen.getByRole('table', { name: 'Poster i beloppet' })).getByRole('row', {
    name: /Bytt router/,
  })
  expect(row.textContent).toMatch(/0,67.*1,00.*0,50.*1, 2/)
  expect(screen.getByText('Att betala').nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')).toBe('1 687,50 kr')
})

test('travel and material are among the rows, without hours', async () => {
  const id = await aCustomer('Resekund AB')
  await h.as(technician).call(time.create, {
    body: { customerId: id, workDate: today, timeFrom: '00:00', timeTo: '00:30', description: 'Bytt router' },
  })
  await h.as(technician).call(expenses.create, {
    body: {
      customerId: id,
      workDate: today,
      kind: 'travel',
      article: 'Resa',
      hundredths: 2400,
      unit: 'km',
      priceOre: 2500,
      description: 'Tur och retur',
    },
  })
  await openBackOffice(h, technician, pathOf(id))
  const rows = within(await screen.findByRole('table', { name: 'Poster i beloppet' }))
  const row = await rows.findByRole('row', { name: /Resa, 24.km/ })
  expect(within(row).getByRole('rowheader').textContent).toBe(today)
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent?.replace('\u00a0', ' ')),
  ).toEqual([
    ...['Tid-', 'TeknikerTove Teknik', 'BeskrivningResa, 24 km\nTur och retur'],
    ...['Arbetat-', 'Debiteras-', 'Varav jour-', expect.stringMatching(/^På rad\d$/)],
  ])
  expect(rows.getByRole('row', { name: /Summa/ }).textContent).toMatch(/2 poster.*0,50/)
})

test('prepaid hours are bought, bought again in one press, and removed while unused', async () => {
  const id = await aCustomer('Timbankskund AB')
  await agree(id, (await addTerms({ name: 'Med timbank', includedMinutes: 0 })).id)
  const { user } = await openBackOffice(h, admin, pathOf(id))
  expect(await screen.findByText('Kunden har inga köpta timmar.')).toBeTruthy()
  await user.click(await button('Ny timbank'))
  const added = await dialog('Ny timbank')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText('Ange antal timmar, som 10')).toBeTruthy()
  await user.type(added.getByRole('textbox', { name: /^Timmar/ }), '2,5')
  await user.type(added.getByRole('textbox', { name: /^Pris/ }), '2 100')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  const row = await screen.findByRole('row', { name: new RegExp(`${today}.*2,50`) })
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toMatch(/Tills vidare.*Gäller.*Kvar2,50.*2 100,00 kr/)

  await h.as(technician).call(time.create, {
    body: { customerId: id, workDate: today, timeFrom: '10:00', timeTo: '12:00' },
  })
  expect((await screen.findByRole('row', { name: /Snart slut/ })).textContent).toContain('Kvar0,50')
  expect(screen.queryByRole('button', { name: /Ta bort timbanken/ })).toBeNull()
  await user.click(await button('Fyll på 2,50 tim'))
  expect(await screen.findByText('2,50 tim påfyllda')).toBeTruthy()
  await user.click(await button(`Ta bort timbanken köpt ${today}`))
  expect(await screen.findByText('Timbanken är borttagen')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Fyll på/ })).toHaveLength(1))
  await user.click(await button('Ångra'))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Fyll på/ })).toHaveLength(2))
})

test('a technician sees the terms and cannot change them', async () => {
  const id = await aCustomer('Bara läsa AB')
  await agree(id, (await addTerms({ name: 'Läsbart' })).id)
  await openBackOffice(h, technician, pathOf(id))
  expect((await screen.findByRole('list', { name: 'Avtal från datum' })).textContent).toContain('Läsbart')
  for (const name of ['Byt villkor', 'Ny timbank', /Ta bort Läsbart/])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
