// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { company } from '#features/company/company.contract.ts'
import { factLabels } from '#features/company/web/facts-fields.tsx'
import { firstHour } from '#screens/back-office/first-hour.contract.ts'
import { brokenAnswer, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const COMPANY = '/backoffice/settings'
const SITE = '/backoffice/settings/webbplatsen'

let h: Harness
let technician: Person
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const formNamed = async (form: string) => within(await screen.findByRole('form', { name: form }))
const save = (what: 'företaget' | 'uppgifterna på webbplatsen') =>
  screen.findByRole('button', { name: `Spara ${what}` })

async function facts() {
  const { version: _, ...rest } = await h.as(admin).call(company.facts, {})
  return rest
}

test('the four fields are saved, and shown as stored', async () => {
  const { user } = await openBackOffice(h, admin, COMPANY)
  expect((await field('Betalningsvillkor')).value).toBe('30 dagar netto')
  await user.type(await field('Organisationsnummer'), '5567037485')
  await user.type(await field('E-post för fakturor'), 'faktura@nordnat.se')
  await user.click(await save('företaget'))
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
  expect((await field('Organisationsnummer')).value).toBe('556703-7485')
})

test('the former address of the form redirects to it', async () => {
  const { at } = await openBackOffice(h, admin, '/backoffice/settings/foretag')
  expect(await formNamed('Företaget')).toBeTruthy()
  expect(at()).toBe(COMPANY)
})

test('every fact has a field', async () => {
  await openBackOffice(h, admin, SITE)
  const form = await screen.findByRole<HTMLFormElement>('form', { name: 'På webbplatsen' })
  expect(Object.keys(factLabels).filter((name) => !form.elements.namedItem(name))).toEqual([])
})

test('the facts are saved, numbers in Swedish format, times in the formats people type', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  const type = async (name: string, text: string) => {
    await user.clear(await field(name))
    await user.type(await field(name), text)
  }
  await type('Telefon', '0812345678')
  await type('Postnummer', '75320')
  await type('Öppnar', '730')
  await type('Första svar Normal, tim', '2,5')
  await type('Löst inom Låg, tim', '40')
  await user.click(screen.getByRole('button', { name: 'Ny tjänst' }))
  await type('Tjänst', 'WiFi')
  await user.click(await save('uppgifterna på webbplatsen'))
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
  expect(await facts()).toMatchObject({
    phone: '08-123 456 78',
    postalCode: '753 20',
    normalAnswerMinutes: 150,
    lowSolveMinutes: 2400,
    highSolveMinutes: null,
    opens: '07:30',
    services: 'WiFi',
  })
  expect((await field('Telefon')).value).toBe('08-123 456 78')
})

test('after a change the page shows how many moments of answers are computed anew, until all are', async () => {
  const store = (values: { done: number } | { running: null; kind: null }) =>
    h.database.as('jobs', (db) =>
      db.updateTable('answerRecomputations').set(values).where('orgId', '=', orgId).execute(),
    )
  await h.test.superuser.query(
    `insert into answer_recomputations (org_id, requested, running, requested_in, kind, total) values ($1, 1, 1, '1', 'ticket', 5000)`,
    [orgId],
  )
  await store({ done: 2300 })
  await openBackOffice(h, admin, SITE)
  const progress = await screen.findByRole('progressbar', { name: 'Räknar om svarstider: 2\u00a0300 av 5\u00a0000' })
  expect(progress.getAttribute('value')).toBe('2300')
  await store({ done: 4800 })
  expect(await screen.findByText('Räknar om svarstider: 4 800 av 5 000')).toBeTruthy()
  await store({ running: null, kind: null })
  await waitFor(() => expect(screen.queryByText(/^Räknar om svarstider/)).toBeNull())
})

test('errors are shown at the fields, and nothing is saved', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  const wrong = {
    Telefon: ['12', 'Ange ett enda telefonnummer med riktnummer, som 08-123 456 78 eller 08-123 456 78 ankn 12'],
    'E-post': ['hej', 'Ange en giltig e-postadress'],
    Postnummer: ['1', 'Ange ett postnummer med fem siffror, som 753 20'],
    Momsregistreringsnummer: ['SE1', 'Ange ett giltigt momsregistreringsnummer, som SE556703748501'],
    'Grundat år': ['nyss', 'Ange ett årtal, som 2017'],
    Öppnar: ['sent', 'Ange en tid, som 08:00'],
  } as const
  const form = await formNamed('På webbplatsen')
  for (const [name, [text]] of Object.entries(wrong)) {
    const input = await form.findByRole('textbox', { name })
    await user.clear(input)
    await user.type(input, text)
  }
  await user.click(await save('uppgifterna på webbplatsen'))
  for (const [name, [, problem]] of Object.entries(wrong))
    await waitFor(() => expect(problemOf(form.getByRole('textbox', { name }))).toContain(problem))
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Telefon' }))
  expect((await facts()).phone).toBeNull()
})

test('days with other hours are rows, whose cells show what is missing', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  await user.click(await screen.findByRole('button', { name: 'Ny dag' }))
  const day = within(await screen.findByRole('group', { name: 'dag 1' }))
  expect(document.activeElement).toBe(day.getByRole('combobox', { name: 'Dag' }))
  await user.type(day.getByRole('textbox', { name: 'Från' }), '9')
  await user.click(await save('uppgifterna på webbplatsen'))
  await waitFor(() => expect(problemOf(day.getByRole('combobox', { name: 'Dag' }))).toBe('Välj dag'))
  expect(problemOf(day.getByRole('textbox', { name: 'Till' }))).toBe('Ange en tid, som 08:00')
  expect(document.activeElement).toBe(day.getByRole('combobox', { name: 'Dag' }))
  await user.selectOptions(day.getByRole('combobox', { name: 'Dag' }), 'Fredag')
  await user.type(day.getByRole('textbox', { name: 'Till' }), '1430')
  await user.click(await save('uppgifterna på webbplatsen'))
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
  expect(await facts()).toMatchObject({ dayHours: 'Fredag: 09:00–14:30' })
})

test('changed hours apply from today or from a date, and the hours of each period are listed', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  const fill = async (name: string, text: string) => {
    await user.clear(await field(name))
    await user.type(await field(name), text)
    await user.click(await save('uppgifterna på webbplatsen'))
  }
  expect((await field('Tiderna gäller från')).value).toBe('')
  await fill('Stänger', '16')
  const today = todayInStockholm()
  await waitFor(async () => expect((await field('Tiderna gäller från')).value).toBe(today))
  await user.clear(await field('Stänger'))
  await user.type(await field('Stänger'), '15')
  await fill('Tiderna gäller från', addDays(today, 30))
  const periods = within(await screen.findByRole('region', { name: 'Öppettider och när de gäller' }))
  await waitFor(() =>
    expect(periods.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Från ${addDays(today, 30)} Måndag–fredag 08:00–15:00`,
      `${today}–${addDays(today, 29)} Gäller nuMåndag–fredag 08:00–16:00`,
      `Till och med ${addDays(today, -1)} Måndag–fredag 08:00–17:00`,
    ]),
  )
})

test('a date of the hours that somebody else has set is shown in the conflict', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  await user.type(await field('Ort'), 'Knivsta')
  const later = addDays(todayInStockholm(), 30)
  const theirs = { ...(await facts()), closes: '16:00', hoursFrom: later, version: 1 }
  await h.as(admin).call(company.changeFacts, { body: theirs })
  await user.click(await save('uppgifterna på webbplatsen'))
  const conflict = within(await screen.findByRole('alert'))
  expect(conflict.getByText('Tiderna gäller från')).toBeTruthy()
  expect(conflict.getByText(later)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Spara min version av uppgifterna på webbplatsen' }))
  await waitFor(async () => expect(await facts()).toMatchObject({ city: 'Knivsta', closes: '16:00', hoursFrom: later }))
})

test('rows of a list are moved and removed', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  for (const name of ['Elin', 'Kim']) {
    await user.click(await screen.findByRole('button', { name: 'Ny person' }))
    await user.keyboard(name)
  }
  await user.click(screen.getByRole('button', { name: 'Flytta upp person 2' }))
  await user.click(await save('uppgifterna på webbplatsen'))
  await waitFor(async () => expect(await facts()).toMatchObject({ people: 'Kim\nElin' }))
  await user.click(screen.getByRole('button', { name: 'Ta bort person 1' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ny person' }))
  await user.click(await save('uppgifterna på webbplatsen'))
  await waitFor(async () => expect(await facts()).toMatchObject({ people: 'Elin' }))
})

test('errors in the organization’s own fields are shown at them', async () => {
  const { user } = await openBackOffice(h, admin, COMPANY)
  const organization = await formNamed('Företaget')
  await user.clear(organization.getByRole('textbox', { name: 'Företagets namn' }))
  await user.type(organization.getByRole('textbox', { name: 'Organisationsnummer' }), '5567037486')
  await user.click(await save('företaget'))
  await waitFor(() =>
    expect(problemOf(organization.getByRole('textbox', { name: 'Företagets namn' }))).toBe('Företagets namn krävs'),
  )
  expect(problemOf(organization.getByRole('textbox', { name: 'Organisationsnummer' }))).toContain(
    'Ange ett giltigt organisationsnummer, som 556703-7485',
  )
})

test('a VAT number that does not match the organization number gets a hint, and can be saved', async () => {
  await h.test.superuser.query(`update organizations set org_number = '556703-7485' where id = $1`, [orgId])
  const { user } = await openBackOffice(h, admin, SITE)
  const input = await field('Momsregistreringsnummer')
  expect(problemOf(input)).toBe('Som SE556703748501')
  await user.type(input, 'SE202100548901')
  expect(problemOf(input)).toContain('Stämmer inte med organisationsnumret 556703-7485')
  await user.click(await save('uppgifterna på webbplatsen'))
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
})

test('after a conflict both versions are shown, and saving again changes only the edited fields', async () => {
  const { user } = await openBackOffice(h, admin, SITE)
  await user.type(await field('Ort'), 'Knivsta')
  await h
    .as(admin)
    .call(company.changeFacts, { body: { ...(await facts()), city: 'Uppsala', seat: 'Enköping', version: 1 } })
  await user.click(await save('uppgifterna på webbplatsen'))
  const conflict = within(await screen.findByRole('alert'))
  expect(conflict.getByText('Uppsala')).toBeTruthy()
  expect(conflict.getByText('Enköping')).toBeTruthy()
  expect(screen.getByText('Kunde inte spara inställningar')).toBeTruthy()
  expect((await field('Ort')).value).toBe('Knivsta')
  expect((await field('Säte')).value).toBe('Enköping')
  await user.click(await screen.findByRole('button', { name: 'Spara min version av uppgifterna på webbplatsen' }))
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
  expect(await facts()).toMatchObject({ city: 'Knivsta', seat: 'Enköping' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure is shown, and the form retains its values', async () => {
  const fetch = meddling(h, ({ method }) => (method === 'PUT' ? Promise.resolve(brokenAnswer()) : undefined))
  const { user } = await openBackOffice(h, admin, SITE, { fetch })
  await user.type(await field('Ort'), 'Knivsta')
  await user.click(await save('uppgifterna på webbplatsen'))
  expect(await screen.findByText('Kunde inte spara inställningar')).toBeTruthy()
  expect((await field('Ort')).value).toBe('Knivsta')
})

test('navigating with unsaved changes asks for confirmation', async () => {
  const { user, router, at } = await openBackOffice(h, admin, SITE)
  await user.type(await field('Ort'), 'Knivsta')
  void router.navigate('/backoffice/time')
  expect(await screen.findByRole('alertdialog', { name: 'Lämna utan att spara?' })).toBeTruthy()
  expect(at()).toBe(SITE)
  await user.click(screen.getByRole('button', { name: 'Lämna' }))
  await waitFor(() => expect(at()).toBe('/backoffice/time'))
})

test('a technician reads the facts as text, without a form', async () => {
  const { router } = await openBackOffice(h, technician, COMPANY)
  expect(await screen.findByText('Bara administratörer kan ändra uppgifterna.')).toBeTruthy()
  expect(screen.getByText('Nordnät AB', { selector: 'dd' })).toBeTruthy()
  await router.navigate(SITE)
  expect(await screen.findByText('08:00', { selector: 'dd' })).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a failed request for the facts can be retried', async () => {
  let gets = 0
  const fetch = meddling(h, ({ path }) =>
    path === '/api/settings/facts' && ++gets === 1 ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, admin, SITE, { fetch })
  expect(await screen.findByText('Kunde inte hämta företagets uppgifter')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await field('Telefon')).toBeTruthy()
})

test('without its checklist the Dashboard asks administrators for phone and e-mail until both are entered', async () => {
  await h.as(admin).call(firstHour.hide, {})
  await openBackOffice(h, admin, '/backoffice')
  expect(await screen.findByRole('heading', { name: 'Fyll i företagsuppgifter' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Till Inställningar' }).getAttribute('href')).toBe(SITE)
  await closeApp()
  const now = await h.as(admin).call(company.facts, {})
  await h.as(admin).call(company.changeFacts, { body: { ...now, phone: '018-12 34 56', email: 'hej@nordnat.se' } })
  await openBackOffice(h, admin, '/backoffice')
  await screen.findByText('Ingen orapporterad tid')
  expect(screen.queryByText('Fyll i företagsuppgifter')).toBeNull()
})

test('the Dashboard does not ask technicians for phone and e-mail', async () => {
  await openBackOffice(h, technician, '/backoffice')
  await screen.findByText('Ingen orapporterad tid')
  expect(screen.queryByText('Fyll i företagsuppgifter')).toBeNull()
})
