// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const TIME = '/backoffice/time'

let h: Harness
let technician: Person
let customer: { id: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  await givePassword(h, technician)
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterEach(closeApp)
afterAll(() => h.stop())

const logged = async () => (await h.as(technician).call(time.list, { query: {} })).rows
const form = async () => within(await screen.findByRole('form', { name: 'Ny tidrad' }))
type Within = Awaited<ReturnType<typeof form>>
const textIn = (within: Within, name: string) =>
  within.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' }).value

async function write(user: UserEvent, within: Within, values: Record<string, string>) {
  for (const [name, text] of Object.entries(values)) {
    await user.clear(within.getByLabelText(name, { selector: 'input, textarea' }))
    await user.paste(text)
  }
}

async function writeNew(user: UserEvent, values: Record<string, string>) {
  const fields = await form()
  await user.click(fields.getByLabelText('Kund', { selector: 'input' }))
  await user.paste('Åke')
  await user.click(await screen.findByRole('option', { name: 'Åkeriet AB' }))
  await write(user, fields, values)
  return fields
}

test('the hours are shown while times are typed, past midnight and at the change to winter time', async () => {
  const { user } = await openBackOffice(h, technician, TIME)
  const fields = await form()
  const hours = () => fields.getByRole('status', { name: 'Arbetad tid' }).textContent
  expect(hours()).toBe('')
  await write(user, fields, { Datum: '2026-11-20', Från: '0900', Till: '1030' })
  expect(hours()).toBe('= 1,50 tim')
  await write(user, fields, { Till: '0800' })
  expect(hours()).toBe('= 23,00 tim, till nästa dag')
  await write(user, fields, { Datum: '2026-10-24', Från: '2200', Till: '0600' })
  expect(hours()).toBe('= 9,00 tim, till nästa dag')
  await write(user, fields, { Till: '' })
  expect(hours()).toBe('')
})

test('more than twelve hours need a confirmation; declining retains the input', async () => {
  const { user } = await openBackOffice(h, technician, TIME)
  const typed = { Datum: '2026-11-20', Från: '09:00', Till: '08:00', Beskrivning: 'Bytt switch' }
  const fields = await writeNew(user, typed)
  const save = () => user.click(fields.getByRole('button', { name: 'Spara' }))
  await save()
  const asked = within(await screen.findByRole('alertdialog', { name: 'Spara 23 timmar?' }))
  expect(asked.getByText('Du har skrivit 09:00 till 08:00 nästa dag.')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: 'Ändra tiderna' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  for (const [name, text] of Object.entries({ ...typed, Kund: 'Åkeriet AB' })) expect(textIn(fields, name)).toBe(text)
  expect(await logged()).toEqual([])

  await save()
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Spara 23 timmar?' })).getByRole('button', { name: 'Spara' }),
  )
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
  expect(await logged()).toMatchObject([{ minutes: 23 * 60, description: 'Bytt switch' }])
})

test('twelve hours need no confirmation', async () => {
  const { user } = await openBackOffice(h, technician, TIME)
  const fields = await writeNew(user, { Datum: '2026-11-20', Från: '08:00', Till: '20:00' })
  await user.click(fields.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a change to more than twelve hours needs a confirmation, a long row with unchanged times does not', async () => {
  await h.as(technician).call(time.create, {
    body: { customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00', description: 'Kort' },
  })
  const { user } = await openBackOffice(h, technician, TIME)
  await user.click(await screen.findByRole('button', { name: 'Ändra rad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
  await write(user, dialog, { Till: '21:15', Beskrivning: 'Lång' })
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Spara 13,25 timmar?' }))
  await user.click(asked.getByRole('button', { name: 'Ändra tiderna' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect([textIn(dialog, 'Till'), textIn(dialog, 'Beskrivning')]).toEqual(['21:15', 'Lång'])
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Spara 13,25 timmar?' })).getByRole('button', {
      name: 'Spara',
    }),
  )
  expect(await screen.findByText('Tidrad uppdaterad!')).toBeTruthy()

  await user.click(await screen.findByRole('button', { name: 'Ändra rad' }))
  const again = within(await screen.findByRole('dialog', { name: 'Ändra tidrad' }))
  await write(user, again, { Beskrivning: 'Ännu längre' })
  await user.click(again.getByRole('button', { name: 'Spara' }))
  await waitFor(async () => expect(await logged()).toMatchObject([{ minutes: 795, description: 'Ännu längre' }]))
})

test('A-541: an entry that overlaps another of one’s own needs a confirmation', async () => {
  await h.as(technician).call(time.create, {
    body: { customerId: customer.id, workDate: '2026-11-20', timeFrom: '09:00', timeTo: '10:00' },
  })
  const { user } = await openBackOffice(h, technician, TIME)
  const fields = await writeNew(user, { Datum: '2026-11-20', Från: '09:30', Till: '10:30', Beskrivning: 'Bytt switch' })
  await user.click(fields.getByRole('button', { name: 'Spara' }))
  const question = await screen.findByRole('alertdialog', { name: 'Spara ändå?' })
  expect(question.textContent).toContain('Tiden överlappar tidraden 09:00–10:00 (Åkeriet AB).')
  await user.click(within(question).getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Tidrad sparad!')).toBeTruthy()
})
