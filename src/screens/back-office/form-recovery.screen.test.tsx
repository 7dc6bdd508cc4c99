// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp, signIn } from '#features/auth/testing/screen.tsx'
import { endBrowserSessions, givePassword } from '#features/auth/testing/sign-in.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openBackOffice } from './testing/app.tsx'

let h: Harness
let admin: Person & { fullName: string }
let colleague: Person & { fullName: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization('Nordnät AB')
  admin = await h.anAdmin({ orgId: org.id, fullName: 'Ada Admin' })
  colleague = await h.aTechnician({ orgId: org.id, fullName: 'Kalle Kollega' })
  await givePassword(h, admin)
})
afterEach(closeApp)
afterAll(() => h.stop())

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' })
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)

async function write(name: string, text: string) {
  await userEvent.clear(await field(name))
  await userEvent.paste(text)
}

/** Saves with an ended session, and signs in again as the same person. */
async function signInAgain(save: string) {
  await endBrowserSessions(h, admin)
  await press(save)
  // The form has fields with the same names as the sign-in.
  await screen.findByRole('button', { name: 'Logga in' })
  await signIn(admin)
}

test('restores a new customer', async () => {
  await openBackOffice(h, admin, '/backoffice/customers')
  await press('Ny kund')
  await write('Namn', 'Åkermans El')
  await signInAgain('Spara')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ny kund' }))
  expect(dialog.getByRole('textbox', { name: 'Namn' })).toHaveProperty('value', 'Åkermans El')
  await press('Spara')
  expect(await screen.findByText('Kund skapad!')).toBeTruthy()
})

test.each(['the list', 'its page'])(
  'restores a change of a customer on %s, and shows what a colleague changed meanwhile',
  async (on) => {
    const { id, version } = await h.as(admin).call(customers.create, { body: { name: `Bergs på ${on}` } })
    await openBackOffice(h, admin, on === 'the list' ? '/backoffice/customers' : `/backoffice/customers/${id}`)
    await userEvent.click(await screen.findByRole('button', { name: on === 'the list' ? /^Ändra Bergs/ : 'Ändra' }))
    await write('Adress', 'Storgatan 2')
    const theirs = { name: `Bergs Bageri på ${on}`, address: 'Lillgatan 1', version }
    await h.as(colleague).call(customers.change, { params: { id }, body: theirs })
    await signInAgain('Spara')
    await screen.findByRole('dialog', { name: 'Ändra kund' })
    expect((await field('Adress')).value).toBe('Storgatan 2')
    await press('Spara')
    await press('Spara min version')
    expect(await screen.findByText('Kund uppdaterad!')).toBeTruthy()
    const saved = { name: `Bergs Bageri på ${on}`, address: 'Storgatan 2' }
    expect(await h.as(admin).call(customers.get, { params: { id } })).toMatchObject(saved)
  },
)

test('restores a new user, without the password', async () => {
  await openBackOffice(h, admin, '/backoffice/users')
  await press('Ny användare')
  await write('Namn', 'Nina Ny')
  await write('E-post', 'nina@nordnat.example')
  await write('Lösenord', 'regn och rusk')
  await userEvent.click(screen.getByRole('radio', { name: /Tekniker/ }))
  await signInAgain('Skapa användare')
  await screen.findByRole('dialog', { name: 'Ny användare' })
  expect((await field('Namn')).value).toBe('Nina Ny')
  expect((await field('E-post')).value).toBe('nina@nordnat.example')
  expect((await field('Lösenord')).value).toBe('')
})

test('restores a change of a user', async () => {
  await openBackOffice(h, admin, '/backoffice/users')
  await press('Ändra Kalle Kollega')
  await write('Namn', 'Kalle Kula')
  await signInAgain('Spara')
  await screen.findByRole('dialog', { name: 'Ändra användare' })
  expect((await field('Namn')).value).toBe('Kalle Kula')
})

test('restores the settings', async () => {
  await openBackOffice(h, admin, '/backoffice/settings')
  await write('Företagets namn', 'Nordnät i Uppsala AB')
  await signInAgain('Spara företaget')
  await waitFor(async () => expect((await field('Företagets namn')).value).toBe('Nordnät i Uppsala AB'))
  await press('Spara företaget')
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
})

test('restores an invitation, without the password', async () => {
  const { id } = await h.as(admin).call(customers.create, { body: { name: 'Inbjudna AB' } })
  await openBackOffice(h, admin, `/backoffice/customers/${id}`)
  await press('Bjud in')
  await write('E-post', 'kim@inbjudna.example')
  await write('Namn', 'Kim Inbjuden')
  await write('Lösenord', 'fika-ljung-segel-4821')
  await signInAgain('Skicka inbjudan')
  await screen.findByRole('dialog', { name: 'Bjud in till portalen' })
  expect((await field('E-post')).value).toBe('kim@inbjudna.example')
  expect((await field('Namn')).value).toBe('Kim Inbjuden')
  expect((await field('Lösenord')).value).toBe('')
})

test('restores a change of a time entry, with the values it had when it was opened', async () => {
  const { id: customerId } = await h.as(admin).call(customers.create, { body: { name: 'Tidens AB' } })
  const body = { customerId, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00', description: 'Först' }
  const row = await h.as(admin).call(time.create, { body })
  await openBackOffice(h, admin, '/backoffice/time')
  await userEvent.click(
    within(await screen.findByRole('row', { name: /Tidens AB/ })).getByRole('button', { name: 'Ändra rad' }),
  )
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
  const description = async () => (await dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: /^Beskrivning/ })
  await userEvent.clear(await description())
  await userEvent.paste('Bytt kabel i källaren')
  await endBrowserSessions(h, admin)
  await userEvent.click((await dialog()).getByRole('button', { name: 'Spara' }))
  await screen.findByRole('button', { name: 'Logga in' })
  await signIn(admin)
  expect((await description()).value).toBe('Bytt kabel i källaren')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Tidrad uppdaterad!')).toBeTruthy()
  const { rows } = await h.as(admin).call(time.list, { query: { customerId } })
  expect(rows).toMatchObject([{ id: row.id, description: 'Bytt kabel i källaren', timeFrom: '08:00' }])
})

test('restores a ticket made from an enquiry', async () => {
  const id = await anEnquiry(h, { orgId: admin.orgId ?? '' })
  await openBackOffice(h, admin, `/backoffice/inbox/${id}/ticket`)
  await write('Titel', 'Nätet i lagret')
  await signInAgain('Skapa ärende')
  await waitFor(async () => expect((await field('Titel')).value).toBe('Nätet i lagret'))
})
