// The mail that a comment, a ticket or an enquiry was made from, for staff.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { incomingMail, SHOWN_SOURCE_BYTES } from '../incoming-mail.contract.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterAll(() => h.stop())

const read = (id: string | null | undefined) => h.as(s.anna).call(incomingMail.get, { params: { id: id ?? '' } })
const original = async (id: string | null | undefined) => {
  const file = await h.as(s.anna).call(incomingMail.original, { params: { id: id ?? '' } })
  return Buffer.from(await file.arrayBuffer())
}
const screenOf = (id: string) => h.as(s.anna).call(tickets.screen, { params: { id } })
const answered = 'Nu blinkar det.\n\nDen 3 nov. 2026 kl. 10:12 skrev Anna <anna@nordnat.example>:\n> Blinkar lampan?\n'

test('a comment links to its mail: sender, authentication, whole text and source', async () => {
  const ticket = await s.aTicket()
  const raw = s.aMail({
    from: `Kim Ek <${s.kim.email}>`,
    subject: 'SV: WiFi nere',
    text: answered,
    headers: [
      `In-Reply-To: ${ticket.sent(s.kim.email)}`,
      'Cc: Lo <lo@kajen.example>',
      'Sender: sekreterare@kajen.example',
    ],
  })
  await s.arrive(raw)
  const { thread, mailId } = await screenOf(ticket.id)
  expect(mailId).toBeNull()
  const comment = thread.find((entry) => entry.kind === 'comment')
  const mail = await read(comment?.kind === 'comment' ? comment.mailId : null)
  expect(mail).toMatchObject({
    from: { name: 'Kim Ek', address: s.kim.email },
    subject: 'SV: WiFi nere',
    authentication: 'dkim',
    original: {
      text: expect.stringMatching(/^Nu blinkar det\.[\s\S]*Blinkar lampan\?$/),
      cc: [{ name: 'Lo', address: 'lo@kajen.example' }],
      sender: { address: 'sekreterare@kajen.example' },
      source: raw.toString(),
      bytes: raw.length,
    },
  })
  expect((await original(mail.id)).equals(raw)).toBe(true)
})

test('a ticket, an enquiry and the sender’s answer to it link to theirs', async () => {
  await s.aContact('lo@kajen.example')
  await s.write({ from: 'lo@kajen.example', subject: 'Ett' })
  const [{ ticket_id }] = (await s.q(`select ticket_id from mail_messages where org_id = $1`, s.orgId)) as [
    { ticket_id: string },
  ]
  expect(await read((await screenOf(ticket_id)).mailId)).toMatchObject({ subject: 'Ett' })
  await s.write({ from: 'ny@okand.example', subject: 'Två', authentication: 'none' })
  const { rows } = await h.as(s.anna).call(enquiries.list, { query: {} })
  const id = rows[0]?.id ?? ''
  const answers = threadsOfTests.messageIdOf({ about: 'enquiry', id }, { event: 'reply', to: 'ny@okand.example' })
  const reply = { from: 'ny@okand.example', subject: 'SV: Två', headers: [`In-Reply-To: ${answers}`] }
  expect(await s.write({ ...reply, authentication: 'none' })).toBe('enquiry_reply')
  const { mailId, replies } = await h.as(s.anna).call(enquiries.get, { params: { id } })
  expect(await read(mailId)).toMatchObject({ subject: 'Två', authentication: 'none' })
  expect(await read(replies[0]?.mailId)).toMatchObject({ subject: 'SV: Två' })
})

test('a long source is cut; without the original the sender and outcome remain', async () => {
  const raw = s.aMail({ from: 'ny@okand.example', text: 'En rad.\r\n'.repeat(SHOWN_SOURCE_BYTES / 5) })
  await s.arrive(raw, { authentication: 'none' })
  const [{ id }] = (await s.q('select id from mail_messages where org_id = $1', s.orgId)) as [{ id: string }]
  const mail = await read(id)
  expect([mail.original?.source.length, mail.original?.bytes]).toEqual([SHOWN_SOURCE_BYTES, raw.length])
  expect((await original(id)).equals(raw)).toBe(true)
  await s.q('update mail_messages set raw = null, raw_until = null where id = $1', id)
  expect(await read(id)).toMatchObject({ from: { address: 'ny@okand.example' }, original: null })
  await expect(original(id)).rejects.toMatchObject({ status: 404 })
})

test('A-404: customers and other companies neither read a mail nor see that it exists', async () => {
  const ticket = await s.aTicket()
  await s.write({ from: `Kim <${s.kim.email}>`, headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`], text: answered })
  const [{ id }] = (await s.q('select id from mail_messages where org_id = $1', s.orgId)) as [{ id: string }]
  const other = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  for (const endpoint of [incomingMail.get, incomingMail.original]) {
    await expect(h.as(s.kim).call(endpoint, { params: { id } })).rejects.toMatchObject({ status: 403 })
    await expect(h.as(other).call(endpoint, { params: { id } })).rejects.toMatchObject({ status: 404 })
  }
  const entries = await h.as(s.kim).call(portal.thread, { params: { id: ticket.id } })
  expect(JSON.stringify(entries)).not.toContain(id)
  expect(JSON.stringify(entries)).not.toContain('Message-ID')
})
