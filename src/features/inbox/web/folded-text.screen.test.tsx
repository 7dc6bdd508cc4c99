// @vitest-environment jsdom
// Quotation and signature of a mail, in the views of staff and customers.
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  for (const person of [s.anna, s.kim]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

async function answer(authentication: 'dkim' | 'none') {
  const ticket = await s.aTicket()
  const quotation = 'Den 3 nov. 2026 kl. 10:12 skrev Anna <support@nordnat.example>:\n> Blinkar lampan?'
  const text = `Nu blinkar det.\n\nSkickat från min iPhone\n\n${quotation}`
  const headers = [`In-Reply-To: ${await ticket.sentWith(s.kim.email, 'Hej Kim,\n\nBlinkar lampan?')}`]
  await s.write({ from: s.kim.email, subject: 'SV: WiFi nere', text, headers, authentication })
  const [row] = await s.q('select enquiry_id from mail_messages where org_id = $1', s.orgId)
  return { ticketId: ticket.id, enquiryId: row?.enquiry_id as string }
}

/** The folded part below the sender's text, which is closed. */
async function folded() {
  const title = await screen.findByText('Signatur och citerad text')
  const part = title.closest('details')
  expect(part?.open).toBe(false)
  expect(screen.getAllByText(/Nu blinkar det\.$/).length).toBeGreaterThan(0)
  return { title, part: part as HTMLDetailsElement }
}

test.each([
  ['the thread of a ticket', 'dkim', 'anna', '/backoffice/tickets/'],
  ['the thread in the portal', 'dkim', 'kim', '/customer-portal/tickets/'],
  ['a mail in Inkorg', 'none', 'anna', '/backoffice/inbox/'],
] as const)('%s shows them folded, and opens them', async (_where, authentication, who, path) => {
  const { ticketId, enquiryId } = await answer(authentication)
  const { user } = await openBackOffice(h, s[who], `${path}${authentication === 'none' ? enquiryId : ticketId}`)
  const { title, part } = await folded()
  await user.click(title)
  expect(part.open).toBe(true)
  expect(within(part).getByText(/^Skickat från min iPhone\s+Den 3 nov.*\s+> Blinkar lampan\?$/)).toBeTruthy()
})
