// Automatic mail, and mail that is read more than once.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { AUTOMATIC_ORIGINALS_STORED_DAYS, ORIGINALS_STORED_DAYS } from '../mailboxes.contract.ts'
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

const messages = () =>
  s.q(
    'select outcome, authentication, ticket_id, comment_id, enquiry_id from mail_messages where org_id = $1 order by uid',
    s.orgId,
  )
const ticketOf = (id: string) => h.as(s.anna).call(tickets.get, { params: { id } })
const inbox = (tab: 'open' | 'automatic' | 'done' = 'open') => h.as(s.anna).call(enquiries.list, { query: { tab } })

describe('automatic mail', () => {
  test('is under Automatiska, without reopening a ticket and without notifications', async () => {
    const ticket = await s.aTicket()
    await s.q(`update tickets set status = 'resolved' where id = $1`, ticket.id)
    const headers = ['Auto-Submitted: auto-replied', `In-Reply-To: ${ticket.sent(s.kim.email)}`]
    expect(await s.write({ from: s.kim.email, subject: 'Autosvar', headers })).toBe('automatic')
    expect((await ticketOf(ticket.id)).status).toBe('resolved')
    expect((await inbox()).counts).toMatchObject({ open: 0, automatic: 1 })
    expect((await inbox('automatic')).rows).toMatchObject([{ kind: 'automatic', namedTicket: { id: ticket.id } }])
    expect((await s.jobs()).filter(({ payload }) => payload.orgId === s.orgId)).toEqual([])
  })

  test('A-392: our own mail that is returned counts as automatic, whatever its headers', async () => {
    const ticket = await s.aTicket()
    const raw = s.aMail({ from: s.kim.email, headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`] })
    const echoed = Buffer.from(raw.toString().replace(/Message-ID: .*/, `Message-ID: ${ticket.sent(s.kim.email)}`))
    expect(await s.arrive(echoed)).toBe('automatic')
  })

  test('A-393: genuine delivery reports pause an address on the third day; forged ones do not', async () => {
    const ticket = await s.aTicket()
    const report = (messageId: string, address: string) =>
      Buffer.from(
        [
          ...['From: MAILER-DAEMON@x.example', 'Subject: Undelivered', `Message-ID: <${uuidv7()}@x>`],
          ...['Content-Type: multipart/report; boundary=b', '', '--b', 'Content-Type: message/delivery-status', ''],
          ...[
            'Reporting-MTA: dns; x',
            '',
            `Final-Recipient: rfc822; ${address}`,
            'Action: failed',
            'Status: 5.1.1',
            '',
          ],
          ...['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID: ${messageId}`, '', '--b--', ''],
        ].join('\r\n'),
      )
    const address = 'slutat@kajen.example'
    const addresses = () =>
      s.q('select address, bounces, paused_at is not null as paused from mail_addresses where org_id = $1', s.orgId)
    await s.arrive(report('<ticket.made-up@x>', address))
    await s.arrive(report(ticket.sent('annan@kajen.example'), address))
    expect(await addresses()).toEqual([])
    for (const bounces of [1, 2, 3]) {
      for (const _again of [1, 2]) await s.arrive(report(ticket.sent(address), address))
      expect(await addresses()).toEqual([{ address, bounces, paused: bounces === 3 }])
      await s.q(`update mail_addresses set last_bounce_on = last_bounce_on - 1 where org_id = $1`, s.orgId)
    }
    await s.q('update tickets set reported_by = $1 where id = $2', await s.aContact(address), ticket.id)
    const headers = [`In-Reply-To: ${ticket.sent(address)}`]
    await s.write({ from: address, headers, authentication: 'none' })
    expect(await addresses()).toMatchObject([{ paused: true }])
    await s.write({ from: address, headers })
    expect(await addresses()).toEqual([{ address, bounces: 1, paused: false }])
  })
})

describe('exactly once', () => {
  test('the same UID is received once, also by concurrent processes', async () => {
    await s.aContact('lo@kajen.example')
    const raw = s.aMail({ from: 'lo@kajen.example' })
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => s.arrive(raw, { placed: { uid: 7_000 } })))
    expect(outcomes.sort()).toEqual(['known', 'known', 'known', 'ticket'])
    expect(await messages()).toHaveLength(1)
  })

  test('the same mail under another UID is a duplicate; another mail with the same text is not', async () => {
    await s.aContact('lo@kajen.example')
    const raw = s.aMail({ from: 'lo@kajen.example' })
    const resent = Buffer.concat([Buffer.from('Received: from a by b\r\n'), raw])
    expect(await s.arrive(raw)).toBe('ticket')
    expect(await s.arrive(resent)).toBe('duplicate')
    expect(await s.arrive(raw, { placed: { uidValidity: 2 } })).toBe('duplicate')
    expect(await s.write({ from: 'lo@kajen.example' })).toBe('ticket')
    const [{ count }] = (await s.q('select count(*)::int from tickets where org_id = $1', s.orgId)) as [
      { count: number },
    ]
    expect(count).toBe(2)
  })

  test('a mail with the fingerprint of an earlier version is a duplicate after a change of UIDVALIDITY', async () => {
    await s.aContact('lo@kajen.example')
    const raw = s.aMail({ from: 'lo@kajen.example' })
    const receivedAt = new Date()
    expect(await s.arrive(raw, { placed: { receivedAt } })).toBe('ticket')
    await s.q(`update mail_messages set fingerprint = sha256('as it was read before') where org_id = $1`, s.orgId)
    const later = new Date(receivedAt.getTime() + 1_000)
    expect(await s.arrive(raw, { placed: { uidValidity: 2, receivedAt } })).toBe('duplicate')
    expect(await s.arrive(raw, { placed: { uidValidity: 2, receivedAt: later } })).toBe('ticket')
  })

  describe('without a Message-ID', () => {
    const anonymous = (text: string, received = '1') =>
      Buffer.from(
        s
          .aMail({ from: 'matare@kajen.example', subject: 'Larm', text })
          .toString()
          .replace(/Message-ID: .*\r\n/, `Received: from a by b id ${received}\r\n`),
      )
    const another = async () => {
      const id = uuidv7()
      await s.q(
        `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id)
         select org_id, $2, 'larm@nordnat.example', host, port, tls, login, secret, key_id from mailboxes where id = $1`,
        ...[s.mailbox.id, id],
      )
      return { ...s.mailbox, id }
    }
    beforeEach(() => s.aContact('matare@kajen.example'))

    test('mails with the same text but other Received lines are two', async () => {
      expect(await s.arrive(anonymous('Volym 1', '1'))).toBe('ticket')
      expect(await s.arrive(anonymous('Volym 1', '2'))).toBe('ticket')
    })

    test('the same bytes are one mail in one mailbox, whatever the UID, and two in two mailboxes', async () => {
      const raw = anonymous('Volym 1')
      expect(await s.arrive(raw)).toBe('ticket')
      expect(await s.arrive(raw)).toBe('duplicate')
      expect(await s.arrive(raw, { placed: { uidValidity: 2 } })).toBe('duplicate')
      expect(await s.arrive(raw, { to: await another() })).toBe('ticket')
    })

    test('the same bytes have one effect when read by concurrent processes', async () => {
      const raw = anonymous('Volym 1')
      const outcomes = await Promise.all([9_001, 9_002, 9_003].map((uid) => s.arrive(raw, { placed: { uid } })))
      expect(outcomes.sort()).toEqual(['duplicate', 'duplicate', 'ticket'])
    })
  })

  test('concurrent duplicates have one effect', async () => {
    await s.aContact('lo@kajen.example')
    const raw = s.aMail({ from: 'lo@kajen.example' })
    const outcomes = await Promise.all([8_001, 8_002, 8_003].map((uid) => s.arrive(raw, { placed: { uid } })))
    expect(outcomes.sort()).toEqual(['duplicate', 'duplicate', 'ticket'])
  })
})

test('the original is stored unchanged, for fewer days when the mail is automatic', async () => {
  const raw = s.aMail({ from: 'ny@okand.example', text: 'Åäö' })
  await s.arrive(raw, { authentication: 'none' })
  await s.write({ from: 'nas@okand.example', headers: ['Auto-Submitted: auto-generated'] })
  const rows = await s.q(
    `select raw, round(extract(epoch from raw_until - now()) / 86400)::int as days from mail_messages where org_id = $1 order by uid`,
    s.orgId,
  )
  expect(rows.map(({ days }) => days)).toEqual([ORIGINALS_STORED_DAYS, AUTOMATIC_ORIGINALS_STORED_DAYS])
  expect(gunzipSync(rows[0]?.raw).equals(raw)).toBe(true)
})
