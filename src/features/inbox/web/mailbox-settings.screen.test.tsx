// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { brokenAnswer, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { mailboxes } from '../mailboxes.contract.ts'
import { changesOf } from '../testing/mailbox-changes.ts'

const PATH = '/backoffice/settings/brevlador'

let h: Harness
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness({ trialMs: 300 })
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  for (const person of [admin, technician]) await givePassword(h, person)
})
afterEach(async () => {
  await closeApp()
  await h.test.superuser.query('delete from mailboxes')
})
afterAll(() => h.stop())

const aMailbox = (more: object = {}) =>
  h.as(admin).call(mailboxes.create, {
    body: {
      address: 'support@nordnat.example',
      host: '127.0.0.1',
      port: 1,
      tls: 'none',
      login: 'support',
      secret: 'gröna lyktor',
      ...more,
    },
  })
const list = () => h.as(admin).call(mailboxes.list, {})
const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('an administrator adds a mailbox, with messages at missing fields', async () => {
  const { user } = await openBackOffice(h, admin, PATH)
  expect(await screen.findByText('Ingen brevlåda läses')).toBeTruthy()
  await user.click(await button('Ny brevlåda'))
  const added = await dialog('Ny brevlåda')
  const field = (label: string) => added.getByLabelText<HTMLInputElement>(label)
  expect([field('Port').value, field('Läs även de senaste dagarna').value]).toEqual(['993', '0'])
  await user.click(added.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(problemOf(field('Adress'))).toContain('Ange brevlådans adress'))
  expect(problemOf(field('Server'))).toContain('Ange servern')
  expect(problemOf(field('Lösenord'))).toContain('Ange lösenordet')
  await user.type(field('Adress'), 'Support@nordnat.example')
  await user.type(field('Server'), 'imap.nordnat.example')
  await user.type(field('Användarnamn'), 'support')
  await user.type(field('Lösenord'), 'gröna lyktor')
  await user.click(added.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Brevlådan är tillagd')).toBeTruthy()
  expect(await screen.findByText('support@nordnat.example')).toBeTruthy()
  expect(screen.getByText('Ansluter')).toBeTruthy()
  expect(screen.getByText('Har inte lästs ännu.')).toBeTruthy()
  expect(await list()).toMatchObject([
    { address: 'support@nordnat.example', port: 993, tls: 'tls', folder: 'INBOX', doneFolder: 'Stödpunkt' },
  ])
})

test('a mailbox of Microsoft 365 asks for its application instead of a password', async () => {
  const { user } = await openBackOffice(h, admin, PATH)
  await user.click(await button('Ny brevlåda'))
  const added = await dialog('Ny brevlåda')
  expect(added.queryByLabelText('Katalog-id')).toBeNull()
  await user.selectOptions(added.getByLabelText('Inloggning'), 'Microsoft 365')
  expect(added.getByLabelText('Katalog-id')).toBeTruthy()
  expect(added.getByLabelText('Program-id')).toBeTruthy()
  expect(added.getByLabelText('Klienthemlighet')).toBeTruthy()
  expect(added.queryByLabelText('Lösenord')).toBeNull()
})

test('a mailbox is changed without its password, which is never sent to the browser', async () => {
  await aMailbox()
  const { user } = await openBackOffice(h, admin, PATH)
  await user.click(await button('Ändra'))
  const changed = await dialog('Ändra brevlåda')
  expect(changed.getByLabelText<HTMLInputElement>('Lösenord').value).toBe('')
  await user.click(changed.getByRole('checkbox', { name: 'Läs brevlådan' }))
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Pausad')).toBeTruthy()
  expect(await list()).toMatchObject([{ isActive: false, version: 2 }])
})

test('changes by another administrator are shown before they are overwritten', async () => {
  const mailbox = await aMailbox()
  const { user } = await openBackOffice(h, admin, PATH)
  await user.click(await button('Ändra'))
  await h.as(admin).call(mailboxes.change, {
    params: { id: mailbox.id },
    body: { ...changesOf(mailbox), address: 'hjalp@nordnat.example' },
  })
  const changed = await dialog('Ändra brevlåda')
  await user.click(changed.getByRole('checkbox', { name: 'Mejl från kända kontakter blir ärenden' }))
  await user.click(changed.getByRole('button', { name: 'Spara' }))
  expect(await changed.findByText('Någon annan hann ändra brevlådan. Så här står det nu:')).toBeTruthy()
  await user.click(changed.getByRole('button', { name: 'Spara min version' }))
  await waitFor(async () =>
    expect(await list()).toMatchObject([{ address: 'hjalp@nordnat.example', opensTickets: false }]),
  )
})

test('shows when and why reading failed, and when the mailbox was last read', async () => {
  const { id } = await aMailbox()
  await h.test.superuser.query(
    `update mailboxes set failure = 'Servern imap.nordnat.example godkände inte inloggningen.', failures = 3,
       failed_at = '2026-11-21 09:30+01', seen_at = '2026-11-21 09:29+01' where id = $1`,
    [id],
  )
  await openBackOffice(h, admin, PATH)
  expect(await screen.findByText('Läses inte')).toBeTruthy()
  expect(
    screen.getByText(
      'Servern imap.nordnat.example godkände inte inloggningen. Sedan 2026-11-21 09:30. Läst senast 2026-11-21 09:29.',
    ),
  ).toBeTruthy()
})

test('shows for a week that mail was renumbered, and that replies have the ticket’s number', async () => {
  const { id } = await aMailbox()
  await h.test.superuser.query(
    `update mailboxes set seen_at = now(), renumbered_at = now() - interval '1 day', renumbered_uid = 7,
       plus_confirmed_at = now() where id = $1`,
    [id],
  )
  await openBackOffice(h, admin, PATH)
  expect(await screen.findByText(/^Servern gav mejlen nya nummer .*De senaste 30 dagarnas mejl jämförs/)).toBeTruthy()
  expect(screen.getByText('Svar på ärenden går till brevlådans adress med ärendets nummer.')).toBeTruthy()
  await closeApp()
  await h.test.superuser.query(
    `update mailboxes set renumbered_at = now() - interval '8 days', plus_confirmed_at = null`,
  )
  await openBackOffice(h, admin, PATH)
  expect(await screen.findByText('Läses')).toBeTruthy()
  expect(screen.queryByText(/nya nummer|ärendets nummer/)).toBeNull()
})

test('Prova shows the problem', async () => {
  await aMailbox()
  const { user } = await openBackOffice(h, admin, PATH)
  await user.click(await button('Prova'))
  const trial = await dialog('Prov av support@nordnat.example')
  expect(trial.getByText(/^Servern 127\.0\.0\.1 kan inte nås\./)).toBeTruthy()
})

test('Prova shows the expected outcomes of the last mails, with reasons, and how many were tried', async () => {
  await aMailbox()
  const mail = (subject: string, more: object) => ({
    from: 'kim@kund.example',
    subject,
    authentication: 'server',
    ...more,
  })
  const answer = {
    problem: null,
    plus: null,
    total: 20,
    mails: [
      mail('Ny skrivare', { expected: { outcome: 'ticket', reason: null } }),
      mail('Offert', { expected: { outcome: 'enquiry', reason: 'unknown' } }),
      mail('Hej', { authentication: 'none', expected: { outcome: 'enquiry', reason: 'no_proof' } }),
      mail('Ritningar', { authentication: null, expected: null }),
    ],
  }
  const fetch = meddling(h, ({ path }) =>
    path.endsWith('/trial') ? Promise.resolve(Response.json(answer)) : undefined,
  )
  const { user } = await openBackOffice(h, admin, PATH, { fetch })
  await user.click(await button('Prova'))
  const trial = await dialog('Prov av support@nordnat.example')
  const items = trial.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringContaining('Ny skrivareBlir ett ärende. Mejlservern har kontrollerat avsändaren.'),
    expect.stringContaining('Hamnar i Inkorg. Ingen kontakt och ingen inloggning har avsändarens adress.'),
    expect.stringContaining('Ingen har kontrollerat vem avsändaren är.'),
    expect.stringContaining('Provas inte: mejlet är för stort eller tog för lång tid.'),
  ])
  expect(trial.getByText(/Tiden räckte till de första 4 av 20 mejlen\. 1 saknar bevis för avsändaren\./)).toBeTruthy()
})

test('a mailbox is removed after a confirmation', async () => {
  await aMailbox()
  const { user } = await openBackOffice(h, admin, PATH)
  await user.click(await button('Ta bort'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Ta bort brevlådan?' }))
  expect(question.getByText(/support@nordnat\.example läses inte längre/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Ta bort' }))
  expect(await screen.findByText('Ingen brevlåda läses')).toBeTruthy()
  expect(await list()).toEqual([])
})

test('a failure to fetch the mailboxes is shown, and they can be fetched again', async () => {
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    isBroken && path === '/api/mailboxes' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  await aMailbox()
  const { user } = await openBackOffice(h, admin, PATH, { fetch })
  expect(await screen.findByText('Kunde inte hämta brevlådorna')).toBeTruthy()
  isBroken = false
  await user.click(await button('Försök igen'))
  expect(await screen.findByText('support@nordnat.example')).toBeTruthy()
})

test('technicians see that mailboxes are for administrators', async () => {
  await openBackOffice(h, technician, PATH)
  expect(await screen.findByText('Bara administratörer ser brevlådorna.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ny brevlåda' })).toBeNull()
})
