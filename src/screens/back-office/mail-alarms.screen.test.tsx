// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { mailboxes } from '#features/inbox/mailboxes.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openBackOffice } from './testing/app.tsx'

let h: Harness
let admin: Person
let technician: Person
const ADDRESS = 'support@nordnat.example'

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  for (const person of [admin, technician]) await givePassword(h, person)
  const server = { host: 'imap.nordnat.example', port: 993, login: 'support', secret: 'gröna lyktor' }
  await h.as(admin).call(mailboxes.create, { body: { address: ADDRESS, ...server } })
})
afterEach(async () => {
  await closeApp()
  await h.test.superuser.query('delete from mail_outage; delete from mailboxes')
})
afterAll(() => h.stop())

const unread = () =>
  h.test.superuser.query(`update mailboxes set unread_since = '2026-11-21 09:30+01', unread_notified_at = now()`)
const isRead = () => h.test.superuser.query('update mailboxes set unread_since = null, unread_notified_at = null')
const outage = () =>
  h.test.superuser.query(
    `insert into mail_outage (since, reason, refusals, is_notified) values ('2026-11-21 08:15+01', 'sign_in', '{x}', true)`,
  )
const alarm = async (title: string) =>
  within((await screen.findByText(title)).closest<HTMLElement>('[role=status]') as HTMLElement)

test.each(['/backoffice', '/backoffice/inbox'])(
  'a mailbox that cannot be read is shown on %s until it can',
  async (path) => {
    await unread()
    await openBackOffice(h, admin, path)
    const alert = await alarm(`Brevlådan ${ADDRESS} läses inte`)
    expect(alert.getByText(/^Den har inte gått att läsa sedan 2026-11-21 09:30\./)).toBeTruthy()
    expect(alert.getByRole('link', { name: 'Till Brevlådor' }).getAttribute('href')).toBe(
      '/backoffice/settings/brevlador',
    )
    await isRead()
    await waitFor(() => expect(screen.queryByText(`Brevlådan ${ADDRESS} läses inte`)).toBeNull(), { timeout: 5_000 })
  },
)

test('the alarm appears on an open screen; technicians are referred to an administrator', async () => {
  await openBackOffice(h, technician, '/backoffice')
  await screen.findByText('Inget att göra just nu')
  await unread()
  const alert = await alarm(`Brevlådan ${ADDRESS} läses inte`)
  expect(alert.getByText(/Säg till en administratör\.$/)).toBeTruthy()
  expect(alert.queryByRole('link')).toBeNull()
})

test('a mail server that refuses mail is shown on Dashboard, in Inkorg and under E-post', async () => {
  await outage()
  for (const path of ['/backoffice', '/backoffice/inbox']) {
    await openBackOffice(h, admin, path)
    const alert = await alarm('E-postservern tar inte emot mejl')
    expect(alert.getByText(/^Den godtar inte inloggningen\. Sedan 2026-11-21 08:15 kommer inga mejl/)).toBeTruthy()
    expect(alert.getByRole('link').getAttribute('href')).toBe('/backoffice/settings/e-post')
    await closeApp()
  }
  await openBackOffice(h, admin, '/backoffice/settings/e-post')
  expect(
    await screen.findByText(
      /^E-postservern tar inte emot mejl sedan 2026-11-21 08:15\. Den godtar inte inloggningen\./,
    ),
  ).toBeTruthy()
})
