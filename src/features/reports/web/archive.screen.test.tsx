// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { ALREADY_ACTIVE, archive } from '../archive.contract.ts'
import { reports } from '../reports.contract.ts'

const ARCHIVE = '/backoffice/archive'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }
let closed: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId: org.id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  closed = await h.aCustomer({ orgId: org.id, name: 'Nedlagda AB' })
  await givePassword(h, technician)
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterEach(closeApp)
afterAll(() => h.stop())

async function reported(values: object = {}) {
  const body = { customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30', ...values }
  const entry = await h.as(technician).call(time.create, { body })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = $2 where id = $1', [
    entry.id,
    '2026-11-30T23:30:00Z',
  ])
  return entry
}
const rowOf = (text: RegExp) => screen.findByRole('row', { name: text })
const buttonOf = (row: HTMLElement) => within(row).getByRole('button', { name: /^Återaktivera/ })

test('a row has date, customer, hours, text, technician and time of reporting; a footer the sum', async () => {
  await reported({ description: 'Bytt switch', notes: 'Nyckel i kassaskåpet' })
  await reported({ workDate: '2026-11-01', timeTo: '09:00' })
  await openBackOffice(h, technician, ARCHIVE)
  const { textContent } = await rowOf(/Bytt switch/)
  for (const text of [
    '2026-11-20',
    'Åkeriet AB',
    '08:00–10:30',
    '2,50',
    'Nyckel i kassaskåpet',
    'Tove Teknik',
    '2026-12-01',
  ])
    expect(textContent).toContain(text)
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual([
    'Datum',
    'Kund',
    'Tid',
    'Timmar',
    'Beskrivning',
    'Notering',
    'Tekniker',
    'Rapporterad',
    'Åtgärd',
  ])
  const sum = await rowOf(/Summa/)
  expect(sum.textContent).toContain('2 tidrader')
  expect(sum.textContent).toContain('3,50')
  expect(screen.getByText('2 tidrader, 3,50 tim')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Kopiera|Ändra|Ta bort/ })).toBeNull()
})

test('a row is re-activated after a confirmation, with a toast, and is in Tidrapport again', async () => {
  const { id } = await reported({ description: 'Bytt switch' })
  const { user } = await openBackOffice(h, technician, ARCHIVE)
  await user.click(buttonOf(await rowOf(/Bytt switch/)))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Återaktivera tidrad' }))
  expect(dialog.getByText(/Åkeriet AB, 2026-11-20 08:00–10:30/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Återaktivera' }))
  expect(await screen.findByText('Tidrad återaktiverad')).toBeTruthy()
  expect(await screen.findByText('Inga rapporterade tidrader')).toBeTruthy()
  const { rows } = await h.as(technician).call(time.list, { query: {} })
  expect(rows).toMatchObject([{ id, reported: false, version: 2 }])
})

test('the toast of a re-activation links to the row, and the row to the report that marked it', async () => {
  const body = { customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30' }
  await h.as(technician).call(time.create, { body: { ...body, description: 'Bytt switch' } })
  const period = { customerId: '', from: '2026-11-01', to: '2026-11-30' }
  const { id } = await h.as(technician).call(reports.generate, { body: period })
  await h.as(technician).call(reports.mark, { params: { id } })
  const { user, at } = await openBackOffice(h, technician, ARCHIVE)
  const archived = within(await rowOf(/Bytt switch/)).getByRole('link', { name: /^Rapporterad .*, visa rapporten$/ })
  expect(archived.getAttribute('href')).toBe(`/backoffice/reports?report=${id}`)
  await user.click(buttonOf(await rowOf(/Bytt switch/)))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Återaktivera' }))
  await user.click(await screen.findByRole('button', { name: 'Visa i Tidrapport' }))
  await waitFor(() => expect(at()).toBe(`/backoffice/time?customerId=${customer.id}&month=2026-11`))
  await user.click(within(await rowOf(/Bytt switch/)).getByRole('link', { name: 'Återaktiverad, visa rapporten' }))
  await waitFor(() => expect(at()).toBe(`/backoffice/reports?report=${id}`))
  expect(await screen.findByText('1 rad återaktiverad sedan dess')).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Åkeriet AB, 2026-11-20 08:00–10:30' })
  expect(back.getAttribute('href')).toBe(`/backoffice/time?customerId=${customer.id}&month=2026-11`)
})

test('cancelling leaves the row unchanged', async () => {
  await reported({ description: 'Bytt switch' })
  const { user } = await openBackOffice(h, technician, ARCHIVE)
  await user.click(buttonOf(await rowOf(/Bytt switch/)))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await h.as(technician).call(archive.list, { query: {} })).total).toEqual({ rows: 1, minutes: 150 })
})

test('a row that another user re-activated first gives a message and a refetch', async () => {
  const { id } = await reported({ description: 'Bytt switch' })
  const { user } = await openBackOffice(h, technician, ARCHIVE)
  await user.click(buttonOf(await rowOf(/Bytt switch/)))
  const dialog = within(await screen.findByRole('alertdialog'))
  await h.as(admin).call(archive.reactivate, { params: { id } })
  await user.click(dialog.getByRole('button', { name: 'Återaktivera' }))
  expect(await screen.findByText('Kunde inte återaktivera tidrad')).toBeTruthy()
  expect(screen.getByText(ALREADY_ACTIVE)).toBeTruthy()
  expect(await screen.findByText('Inga rapporterade tidrader')).toBeTruthy()
})

test('filters are in the URL, which opens the same list; an empty result offers to clear them', async () => {
  await reported({ description: 'Bytt switch' })
  await reported({ description: 'Annat', workDate: '2025-03-01', customerId: closed.id })
  await h.as(admin).call(customers.remove, { params: { id: closed.id } })
  const { user, at } = await openBackOffice(h, technician, ARCHIVE)
  await rowOf(/Bytt switch/)
  await user.click(screen.getByRole('combobox', { name: 'Kund' }))
  await user.paste('Ned')
  await user.click(await screen.findByRole('option', { name: 'Nedlagda AB (arkiverad)' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bytt switch/ })).toBeNull())
  await user.selectOptions(await screen.findByRole('combobox', { name: 'År' }), '2025')
  expect(await rowOf(/Annat/)).toBeTruthy()
  await user.click(screen.getByRole('searchbox', { name: 'Sök i arkivet' }))
  await user.paste('switch')
  expect(await screen.findByText('Inga träffar')).toBeTruthy()
  expect(at()).toBe(`${ARCHIVE}?customerId=${closed.id}&year=2025&search=switch`)
  await user.click(screen.getByRole('button', { name: 'Rensa sökning och filter' }))
  expect(await rowOf(/Bytt switch/)).toBeTruthy()
  expect(at()).toBe(ARCHIVE)
  await closeApp()
  await openBackOffice(h, technician, `${ARCHIVE}?customerId=${closed.id}&year=2025&search=annat`)
  expect(await rowOf(/Annat/)).toBeTruthy()
  expect((await rowOf(/Summa/)).textContent).toContain('1 tidrad')
  expect(screen.getByRole('searchbox', { name: 'Sök i arkivet' })).toHaveProperty('value', 'annat')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Kund' })).toHaveProperty('value', 'Nedlagda AB (arkiverad)'),
  )
  expect(screen.getByRole('combobox', { name: 'År' })).toHaveProperty('value', '2025')
})

test('invalid query parameters are ignored', async () => {
  await reported({ description: 'Bytt switch' })
  await openBackOffice(h, technician, `${ARCHIVE}?customerId=x&year=1999`)
  expect(await rowOf(/Bytt switch/)).toBeTruthy()
})

test('an empty archive explains what it will contain', async () => {
  await openBackOffice(h, technician, ARCHIVE)
  expect(await screen.findByText('Inga rapporterade tidrader')).toBeTruthy()
  expect(screen.getByText('Tid som markeras som rapporterad i Månadsrapport hamnar här.')).toBeTruthy()
})

test('an archive that cannot be loaded shows an error, and a retry loads it', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    path === '/api/archive' && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, technician, ARCHIVE, { fetch })
  expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta data')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Inga rapporterade tidrader')).toBeTruthy()
})
