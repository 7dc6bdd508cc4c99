// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customers } from '../customers.contract.ts'

let h: Harness
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId })
  for (const person of [technician, admin]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const as = () => h.as(technician)
const aCustomer = async (name: string) => {
  const { id } = await as().call(customers.create, { body: { name } })
  return { id, path: `/backoffice/customers/${id}` }
}
const aTicket = (customerId: string, title: string, status: 'open' | 'resolved' = 'open') =>
  as().call(tickets.create, { body: { title, description: 'Text', customerId, status } })
const anEntry = (customerId: string, workDate: string, description: string) =>
  as().call(time.create, { body: { customerId, workDate, timeFrom: '08:00', timeTo: '09:30', description } })
const page = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Om kunden' })).getByRole('link', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const rowsOf = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

test('the overview says how first answers to the customer were kept', async () => {
  const { id, path } = await aCustomer('Svarvade AB')
  await openBackOffice(h, technician, path)
  const answers = async () => (await screen.findByText('Svar i tid, 90 dagar')).nextElementSibling?.textContent
  expect(await answers()).toBe('Inga besvarade ännu')
  await closeApp()
  const answered = await aTicket(id, 'Skrivaren')
  const missed = await aTicket(id, 'Skärmen')
  await h.test.superuser.query(
    `update tickets set promised_at = now() + case when id = $1 then interval '1 hour' else interval '-1 hour' end,
       first_answered_at = case when id = $1 then now() end where id in ($1, $2)`,
    [answered.id, missed.id],
  )
  await h.test.superuser.query('update tickets set answer_minutes = 25 where id = $1', [answered.id])
  await openBackOffice(h, technician, path)
  await waitFor(async () => expect(await answers()).toBe('Hölls 50 % (1 av 2) · median 25 min'))
})

test('the overview has open work and the newest time; all tickets and time have own pages', async () => {
  const { id, path } = await aCustomer('Åkermans El')
  await aTicket(id, 'Skrivaren står')
  await aTicket(id, 'Ny dator på plats', 'resolved')
  for (const day of [1, 2, 3, 4, 5, 6]) await anEntry(id, `2026-10-0${day}`, `Arbete ${day}`)
  const { user, at } = await openBackOffice(h, technician, path)
  await waitFor(async () =>
    expect(await rowsOf('Öppna och pågående ärenden')).toEqual([expect.stringContaining('Skrivaren står')]),
  )
  expect(await rowsOf('Arbetshistorik')).toMatchObject(
    [6, 5, 4, 3, 2].map((n) => expect.stringContaining(`Arbete ${n}`)),
  )
  expect((await page('Översikt')).getAttribute('aria-current')).toBe('page')

  await user.click(await page('Ärenden'))
  await waitFor(() => expect(at()).toBe(`${path}/tickets`))
  await waitFor(async () =>
    expect(await rowsOf('Ärenden')).toEqual([
      expect.stringContaining('Skrivaren står'),
      expect.stringContaining('Ny dator på plats'),
    ]),
  )

  await user.click(await page('Tid'))
  await waitFor(() => expect(at()).toBe(`${path}/time`))
  expect((await screen.findByRole('row', { name: /Summa/ })).textContent).toContain('9,00')
  expect((await page('Tid')).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Åkermans El')
})

test('a new ticket starts with the customer of the page, and appears there', async () => {
  const { id, path } = await aCustomer('Bergs Bageri')
  const { user } = await openBackOffice(h, technician, path)
  await user.click(await button('Nytt ärende'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nytt ärende' }))
  expect(await dialog.findByRole('combobox', { name: 'Kund' })).toHaveProperty('value', 'Bergs Bageri')
  await user.click(dialog.getByRole('textbox', { name: 'Titel' }))
  await user.paste('Ugnen svarar inte')
  await user.click(dialog.getByRole('textbox', { name: 'Beskrivning' }))
  await user.paste('Sedan i morse')
  await user.click(dialog.getByRole('button', { name: 'Skapa ärende' }))
  expect(await screen.findByText('Supportärende har skapats')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Ugnen svarar inte' })).toBeTruthy()
  const { rows } = await as().call(tickets.list, { query: { search: 'Ugnen' } })
  expect(rows).toMatchObject([{ customer: { id } }])
})

test('time is registered from any of the customer’s pages, and appears in its history', async () => {
  const { path } = await aCustomer('Cykelverkstan')
  const { user } = await openBackOffice(h, technician, `${path}/time`)
  expect(await screen.findByText('Ingen tid registrerad')).toBeTruthy()
  await user.click(await button('Registrera tid'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ny tidrad' }))
  expect(await dialog.findByRole('combobox', { name: 'Kund' })).toHaveProperty('value', 'Cykelverkstan')
  await user.type(dialog.getByRole('textbox', { name: 'Från' }), '08:00')
  await user.type(dialog.getByRole('textbox', { name: 'Till' }), '10:15')
  await user.click(dialog.getByRole('textbox', { name: 'Beskrivning' }))
  await user.paste('Bytt kedja')
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Bytt kedja/ })).textContent).toContain('2,25')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an archived customer gets no tickets or time, and the reason is shown', async () => {
  const { id, path } = await aCustomer('Dagab')
  await anEntry(id, '2026-10-01', 'Arbete')
  await h.as(admin).call(customers.remove, { params: { id } })
  await openBackOffice(h, technician, `${path}/tickets`)
  for (const name of ['Nytt ärende', 'Registrera tid']) {
    const action = await button(name)
    expect(action.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(action.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Kunden är arkiverad. Återställ den för att göra det här.',
    )
  }
  expect(await screen.findByText('Inga ärenden ännu')).toBeTruthy()
})

test('every page of an unknown customer shows that it was not found', async () => {
  for (const address of ['', '/tickets', '/time', '/credentials']) {
    await openBackOffice(h, technician, `/backoffice/customers/0192f000-0000-7000-8000-000000000000${address}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Kund hittades inte' })).toBeTruthy()
    await closeApp()
  }
})
