// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { aMailWithFiles } from '../testing/mail-with-files.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  // The server runs in this process, and its buffers are not instances of jsdom's Uint8Array.
  Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) })
  h = await startHarness()
  s = await aMailboxScenario(h)
  await givePassword(h, s.anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const showMail = () => screen.findByRole('button', { name: 'Visa mejlet' })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Mejlet' }))

test('a comment shows its mail: sender, authentication, files, quotation and source, which can be saved', async () => {
  const ticket = await s.aTicket()
  const text = 'Nu blinkar det.\n\nDen 3 nov. 2026 kl. 10:12 skrev Anna <support@nordnat.example>:\n> Blinkar lampan?\n'
  const raw = aMailWithFiles({
    from: `Kim Ek <${s.kim.email}>`,
    subject: 'SV: WiFi nere',
    text,
    headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`],
    files: [
      { name: 'avtal.pdf', content: Buffer.from('%PDF-1.4\n') },
      { name: 'tom.txt', content: Buffer.alloc(0) },
    ],
  })
  await s.arrive(raw)
  const { user } = await openBackOffice(h, s.anna, `/backoffice/tickets/${ticket.id}`)
  await user.click(await showMail())
  const shown = await dialog()
  expect(await shown.findByText(`Kim Ek <${s.kim.email}>`)).toBeTruthy()
  expect(shown.getByText('Signaturen (DKIM) visar att avsändaren stämmer')).toBeTruthy()
  expect(shown.getByText('SV: WiFi nere')).toBeTruthy()
  expect(shown.getByText('support@nordnat.example')).toBeTruthy()
  const files = within(shown.getByRole('list', { name: 'Filer i mejlet' }))
  expect(files.getByText(/avtal\.pdf/).textContent).not.toContain('originalet')
  expect(files.getByText('Filen är tom.')).toBeTruthy()
  expect(shown.getByText(/Blinkar lampan\?/, { selector: 'p' })).toBeTruthy()
  expect(shown.getByText(/^From: Kim Ek/)).toBeTruthy()
  const saved: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL() {} })
  await user.click(shown.getByRole('button', { name: 'Spara originalet' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.size).toBe(raw.length)
})

test('an enquiry shows its mail, or that it could not be fetched', async () => {
  await s.write({ from: 'Ny Person <ny@okand.example>', subject: 'Offert', authentication: 'none' })
  const { rows } = await h.as(s.anna).call(enquiries.list, { query: {} })
  let isBroken = true
  const fetch = meddling(h, ({ path }) =>
    isBroken && path.startsWith('/api/mail-messages/') ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, s.anna, `/backoffice/inbox/${rows[0]?.id}`, { fetch })
  await user.click(await showMail())
  const shown = await dialog()
  expect(await shown.findByText('Kunde inte hämta mejlet')).toBeTruthy()
  isBroken = false
  await user.click(shown.getByRole('button', { name: 'Försök igen' }))
  expect(await shown.findByText('Ny Person <ny@okand.example>')).toBeTruthy()
  expect(shown.getByText('Ingen har kontrollerat vem avsändaren är')).toBeTruthy()
})

test('another recipient of an answer is offered, and gets copies of the ticket with one click', async () => {
  const ticket = await s.aTicket()
  const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`, 'Cc: Ny Kollega <ny@kajen.example>']
  await s.write({ from: s.kim.email, headers })
  const { user } = await openBackOffice(h, s.anna, `/backoffice/tickets/${ticket.id}`)
  await user.click(await showMail())
  const people = within(await (await dialog()).findByRole('region', { name: 'Fick också mejlet' }))
  expect(people.getByText('ny@kajen.example')).toBeTruthy()
  await user.click(people.getByRole('button', { name: 'Spara som kontakt med kopia' }))
  await waitFor(async () => expect((await dialog()).queryByText('Fick också mejlet')).toBeNull())
  expect((await screen.findAllByText(/Ny Kollega/)).length).toBeGreaterThan(0)
})
