// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { recurring } from '../recurring.contract.ts'
import { makeDueTickets } from '../server/recurring-tasks.ts'
import { frequencyText } from './frequency-text.ts'

let h: Harness
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, technician)
  await h.test.superuser.query(
    `update company_facts set day_hours = E'Lördag: 10:00–12:00\nSöndag: 10:00–12:00', eves = 'open' where org_id = $1`,
    [orgId],
  )
})
afterEach(closeApp)
afterAll(() => h.stop())

const today = todayInStockholm()
const pathOf = (id: string) => `/backoffice/customers/${id}/agreement`
const aCustomer = async (name: string) => (await h.aCustomer({ orgId, name })).id
const add = (id: string, given: object = {}) =>
  h.as(technician).call(recurring.create, {
    params: { id },
    body: { title: 'Kontroll', description: 'Läs', every: 'week', firstOn: addDays(today, 1), ...given },
  })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const list = async () => within(await screen.findByRole('list', { name: 'Återkommande ärenden' }))

test('a recurring ticket is added, changed, paused, removed and restored', async () => {
  const id = await aCustomer('Åkermans El')
  const { user } = await openBackOffice(h, technician, pathOf(id))
  expect(await screen.findByText(/Inget återkommer/)).toBeTruthy()
  await user.click(await button('Nytt återkommande ärende'))
  const added = await dialog('Nytt återkommande ärende')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await added.findByText('Titel krävs')).toBeTruthy()
  expect(added.getByText('Beskrivning krävs')).toBeTruthy()
  await user.type(added.getByRole('textbox', { name: /Titel/ }), 'Kontrollera säkerhetskopian')
  await user.type(added.getByRole('textbox', { name: /Beskrivning/ }), 'Läs tillbaka en fil.')
  const first = added.getByRole('textbox', { name: /Första datum/ })
  await user.clear(first)
  await user.type(first, '2026-02-28')
  await user.click(await added.findByRole('checkbox', { name: 'Alltid månadens sista dag' }))
  expect(await added.findByText(/^Varje månad, sista dagen i månaden\./)).toBeTruthy()
  await user.click(added.getByRole('checkbox', { name: 'Hoppa över när vi har stängt' }))
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Återkommande ärende sparat')).toBeTruthy()
  expect((await (await list()).findByText('Kontrollera säkerhetskopian')).closest('li')?.textContent).toMatch(
    /Varje månad, sista dagen i månaden · hoppas över när vi har stängt · Ingen ansvarig.*Nästa \d{4}-\d\d-\d\d/,
  )

  await user.click(await button('Ändra Kontrollera säkerhetskopian'))
  const changed = await dialog('Ändra återkommande ärende')
  const title = changed.getByRole('textbox', { name: /Titel/ })
  await user.clear(title)
  await user.type(title, 'Uppdatera servern')
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  await (await list()).findByText('Uppdatera servern')

  await user.click(await button('Pausa Uppdatera servern'))
  expect(await (await list()).findByText('Pausat')).toBeTruthy()
  expect((await list()).getByText('Skapas inte nu')).toBeTruthy()
  await user.click(await button('Fortsätt med Uppdatera servern'))
  expect(await (await list()).findByText('Nästa')).toBeTruthy()

  await user.click(await button('Ta bort Uppdatera servern'))
  expect(await screen.findByText(/Inget återkommer/)).toBeTruthy()
  await user.click(await button('Ångra'))
  expect(await (await list()).findByText('Uppdatera servern')).toBeTruthy()
})

test('a colleague’s change is shown as a conflict, and the input remains', async () => {
  const id = await aCustomer('Bergs Bageri')
  const row = await add(id)
  const { user } = await openBackOffice(h, technician, pathOf(id))
  await user.click(await button('Ändra Kontroll'))
  const changed = await dialog('Ändra återkommande ärende')
  await user.type(changed.getByRole('textbox', { name: /Beskrivning/ }), ' noga')
  await h.as(technician).call(recurring.change, {
    params: { id: row.id },
    body: { title: 'Ny kontroll', description: 'Läs', every: 'week', firstOn: row.firstOn, version: 1 },
  })
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await changed.findByText(/Någon annan hann ändra det återkommande ärendet/)).toBeTruthy()
  await user.click(changed.getByRole('button', { name: 'Spara min version' }))
  await waitFor(async () => expect((await list()).getByText('Ny kontroll')).toBeTruthy())
  expect(await h.as(technician).call(recurring.list, { params: { id } })).toMatchObject([
    { title: 'Ny kontroll', description: 'Läs noga' },
  ])
})

test('a ticket shows its recurring ticket, also as the first entry of its history', async () => {
  const id = await aCustomer('Cedergrens')
  const row = await add(id, { firstOn: '2026-09-07' })
  await h.test.superuser.query(`begin; set local session_replication_role = replica;
    update recurring_tickets set handled_until = '2026-09-06' where id = '${row.id}'; commit`)
  await makeDueTickets(h.database, new Date('2026-09-07T12:00:00Z'))
  const { rows } = await h.test.superuser.query('select id from tickets where recurring_id = $1', [row.id])
  await openBackOffice(h, technician, `/backoffice/tickets/${rows[0].id}`)
  expect(await screen.findByText('Skapades av det återkommande ärendet Kontroll')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Kontroll' })
  expect(link.getAttribute('href')).toBe(pathOf(id))
})

test('none can be added for an archived customer', async () => {
  const id = await aCustomer('Dahls Däck')
  await add(id)
  await h.as(await h.anAdmin({ orgId })).call(customers.remove, { params: { id } })
  await openBackOffice(h, technician, pathOf(id))
  expect(await (await list()).findByText('Kontroll')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nytt återkommande ärende' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ändra Kontroll' })).toBeNull()
})

test.each([
  ['week', '2026-11-23', 'Måndagar varje vecka'],
  ['month', '2026-11-01', 'Varje månad, den 1:a'],
  ['month', '2026-11-12', 'Varje månad, den 12:e'],
  ['month', '2026-11-22', 'Varje månad, den 22:a'],
  ['quarter', '2026-10-31', 'Varje kvartal, sista dagen i månaden'],
  ['year', '2026-03-15', 'Varje år, den 15 mars'],
] as const)('every %s from %s is shown as %s', (every, firstOn, text) => {
  expect(frequencyText({ every, firstOn, isLastDay: false })).toBe(text)
})
