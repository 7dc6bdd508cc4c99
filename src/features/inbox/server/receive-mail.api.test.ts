import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { TICKETS_PER_SENDER_AND_HOUR } from '../mailboxes.contract.ts'
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
const thread = (id: string) => h.as(s.anna).call(tickets.thread, { params: { id } })
const inbox = (tab: 'open' | 'automatic' | 'done' = 'open') => h.as(s.anna).call(enquiries.list, { query: { tab } })

describe('an answer by an authenticated sender who may see the ticket', () => {
  test('is a public comment by its login, which notifies and reopens as one in the portal does', async () => {
    const ticket = await s.aTicket()
    await s.q(`update tickets set status = 'resolved' where id = $1`, ticket.id)
    const from = `Kim <${s.kim.email}>`
    expect(await s.write({ from, headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`] })).toBe('comment')
    const entries = await thread(ticket.id)
    const comment = entries.find(({ kind }) => kind === 'comment')
    expect(comment).toMatchObject({ comment: 'Nu blinkar det.', byCustomer: true, isInternal: false })
    expect(comment?.author?.id).toBe(s.kim.userId)
    expect(
      entries.find(({ kind, ...entry }) => kind === 'change' && 'byComment' in entry && entry.byComment),
    ).toBeDefined()
    expect(await ticketOf(ticket.id)).toMatchObject({ status: 'open', unansweredSince: expect.any(String) })
    const [message] = await messages()
    expect(message).toMatchObject({ outcome: 'comment', ticket_id: ticket.id, comment_id: comment?.id })
    expect(await s.jobs()).toContainEqual(
      expect.objectContaining({ task: 'ticket-mail', payload: { orgId: s.orgId, about: 'comment', id: comment?.id } }),
    )
  })

  test('by a contact without a login has the contact’s name, for staff and in the portal', async () => {
    const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
    const subject = `SV: [#${ticket.number}] WiFi nere`
    expect(await s.write({ from: 'lo@kajen.example', subject })).toBe('comment')
    const [comment] = (await thread(ticket.id)).filter(({ kind }) => kind === 'comment')
    expect(comment?.author?.fullName).toBe('Kontakt lo@kajen.example')
    const entries = await h.as(s.kim).call(portal.thread, { params: { id: ticket.id } })
    expect(entries.find(({ kind }) => kind === 'comment')).toMatchObject({
      author: 'Kontakt lo@kajen.example',
      isMine: false,
    })
  })
})

test('A-396: mail of unauthenticated, unknown and other senders goes to Inkorg and does not change the ticket', async () => {
  const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
  await s.aContact('pia@kajen.example')
  const subject = `SV: [#${ticket.number}] WiFi nere`
  const before = await ticketOf(ticket.id)
  for (const written of [
    { from: 'lo@kajen.example', authentication: 'none' as const },
    { from: 'pia@kajen.example' },
    { from: 'ny@okand.example' },
    { from: s.anna.email, authentication: 'none' as const },
  ])
    expect(await s.write({ ...written, subject, text: `Mejl av ${written.from}` })).toBe('enquiry')
  expect(await ticketOf(ticket.id)).toEqual(before)
  expect((await thread(ticket.id)).filter(({ kind }) => kind === 'comment')).toEqual([])
  const { rows } = await inbox()
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(row.namedTicket).toEqual({ id: ticket.id, ticketNumber: ticket.number })
  expect(rows.map(({ authentication }) => String(authentication)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'dkim',
    'dkim',
    'none',
    'none',
  ])
})

test('A-396: the database refuses comments, tickets and replies of senders without the right', async () => {
  const ticket = await s.aTicket()
  const pia = await s.aContact('pia@kajen.example')
  const other = await h.aCustomer({ orgId: s.orgId, name: 'Annan AB' })
  const refused = [
    [`select comment_by_mail($1, gen_random_uuid(), $2, $3, null, 'x', now())`, [s.orgId, ticket.id, pia]],
    [`select comment_by_mail($1, gen_random_uuid(), $2, $3, null, 'x', now())`, [uuidv7(), ticket.id, pia]],
    [`select note_by_mail($1, gen_random_uuid(), $2, $3, 'x', now())`, [s.orgId, ticket.id, s.kim.userId]],
    [
      `select open_ticket_by_mail($1, gen_random_uuid(), $2, $3, null, 'x', 'x', '{}', now())`,
      [s.orgId, other.id, pia],
    ],
    [
      `select open_ticket_by_mail($1, gen_random_uuid(), $2, $3, $4, 'x', 'x', '{}', now())`,
      [s.orgId, s.customer.id, pia, s.kim.userId],
    ],
    [`select reply_by_mail($1, gen_random_uuid(), gen_random_uuid(), 'x@x.example', 'x', now())`, [s.orgId]],
    [
      `select enquire_by_mail($1, gen_random_uuid(), 'contact', 'x', 'x@x.example', '{}', 'x', 'none', null, now())`,
      [s.orgId],
    ],
  ] as const
  for (const [statement, values] of refused) {
    await h.test.superuser.query('begin')
    await h.test.superuser.query('set local role stodpunkt_jobs')
    const code = await h.test.superuser.query(statement, [...values]).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    await h.test.superuser.query('rollback')
    expect(code, statement).toBe('42501')
  }
})

test('an answer of staff to a notification is an internal comment, which is mailed to nobody', async () => {
  const ticket = await s.aTicket()
  const mail = { from: s.anna.email, headers: [`References: ${ticket.sent(s.anna.email)}`], text: 'Ring dem i morgon.' }
  expect(await s.write(mail)).toBe('internal_comment')
  const [comment] = (await thread(ticket.id)).filter(({ kind }) => kind === 'comment')
  expect(comment).toMatchObject({ comment: 'Ring dem i morgon.', isInternal: true, byCustomer: false })
  expect(comment?.author?.id).toBe(s.anna.userId)
  expect((await s.jobs()).filter(({ payload }) => payload.orgId === s.orgId)).toEqual([])
})

describe('mail outside a thread', () => {
  test('of an authenticated contact opens an unanswered ticket, with copies to the customer’s contacts in Cc', async () => {
    const lo = await s.aContact('lo@kajen.example')
    const pia = await s.aContact('pia@kajen.example')
    const headers = ['Cc: Pia <PIA@kajen.example>, x@annan.example']
    expect(await s.write({ from: 'Lo <lo@kajen.example>', subject: 'SV: Skrivaren', headers })).toBe('ticket')
    const [message] = await messages()
    const ticket = await ticketOf(message.ticket_id)
    expect(ticket).toMatchObject({
      title: 'Skrivaren',
      description: 'Nu blinkar det.',
      status: 'open',
      createdBy: null,
    })
    expect(ticket.reportedBy?.id).toBe(lo)
    expect(ticket.copies.map(({ id }) => id)).toEqual([pia])
    expect(ticket.unansweredSince).toBe(ticket.createdAt)
    expect(ticket.customer.id).toBe(s.customer.id)
    expect(await s.jobs()).toContainEqual(
      expect.objectContaining({ payload: { orgId: s.orgId, about: 'ticket', id: ticket.id } }),
    )
  })

  test('opens a ticket also without subject or text, and with too long a text', async () => {
    await s.aContact('lo@kajen.example')
    await s.write({ from: 'lo@kajen.example', subject: '', text: ' ' })
    await s.write({ from: 'lo@kajen.example', text: `${'ord '.repeat(2_000)}slut` })
    const made = await Promise.all((await messages()).map(({ ticket_id }) => ticketOf(ticket_id)))
    expect(made.map(({ title }) => title)).toEqual(['Mejl utan ämne', 'Hej'])
    expect(made[0]?.description).toBe('Mejl utan text')
    expect(made[1]?.description).toMatch(/^ord ord .* ord … \(hela texten ligger som fil\)$/)
  })

  test('of an unknown sender, staff, and one known at two customers goes to Inkorg and notifies the company', async () => {
    const other = await h.aCustomer({ orgId: s.orgId, name: 'Annan AB' })
    await s.aContact('konsult@byra.example')
    await s.aContact('konsult@byra.example', other)
    for (const from of ['Ny <ny@okand.example>', s.anna.email, 'konsult@byra.example'])
      expect(await s.write({ from, subject: 'Offert', text: `Av ${from}` })).toBe('enquiry')
    const { rows } = await inbox()
    expect(rows.map(({ kind, authentication }) => [kind, authentication])).toEqual(Array(3).fill(['mail', 'dkim']))
    expect(rows.at(-1)).toMatchObject({
      name: 'Ny',
      email: 'ny@okand.example',
      excerpt: 'Offert Av Ny <ny@okand.example>',
    })
    const mailed = (await s.jobs()).filter(({ task, payload }) => task === 'enquiry-mail' && payload.orgId === s.orgId)
    expect(mailed).toHaveLength(3)
  })

  test('of a contact with a disabled login, or of an archived contact or customer, opens no ticket', async () => {
    const lo = await s.aContact('lo@kajen.example')
    await s.q('update auth.users set disabled_at = now() where id = $1', s.kim.userId)
    expect(await s.write({ from: s.kim.email, text: '1' })).toBe('enquiry')
    await s.q('update contacts set archived_at = now() where id = $1', lo)
    expect(await s.write({ from: 'lo@kajen.example', text: '2' })).toBe('enquiry')
    await s.q('update contacts set archived_at = null where id = $1', lo)
    await s.q(`select set_config('app.role', 'admin', false)`)
    await s.q('update customers set archived_at = now() where id = $1', s.customer.id)
    await s.q(`select set_config('app.role', '', false)`)
    expect(await s.write({ from: 'lo@kajen.example', text: '3' })).toBe('enquiry')
  })

  test('A-397: after twenty tickets in an hour a sender’s mail goes to Inkorg', async () => {
    await s.aContact('lo@kajen.example')
    const outcomes: string[] = []
    for (let count = 0; count <= TICKETS_PER_SENDER_AND_HOUR; count++)
      outcomes.push(await s.write({ from: 'lo@kajen.example', text: `Larm ${count}` }))
    expect(outcomes).toEqual([...Array(TICKETS_PER_SENDER_AND_HOUR).fill('ticket'), 'enquiry'])
  })

  test('older than the mailbox goes to Inkorg with its own time, without notifications', async () => {
    await s.aContact('lo@kajen.example')
    const receivedAt = new Date('2026-09-01T08:00:00Z')
    expect(await s.write({ from: 'lo@kajen.example' }, { isOld: true, receivedAt })).toBe('enquiry')
    const { rows } = await inbox()
    expect(rows[0]?.createdAt).toBe('2026-09-01T08:00:00Z')
    expect((await s.jobs()).filter(({ payload }) => payload.orgId === s.orgId)).toEqual([])
  })

  test('has the server’s time of arrival, but not before the mailbox was added and not after now', async () => {
    await s.aContact('lo@kajen.example')
    for (const receivedAt of [new Date('1970-01-01'), new Date('2099-01-01'), new Date('nonsense')])
      await s.write({ from: 'lo@kajen.example', text: String(receivedAt) }, { receivedAt })
    const made = await Promise.all((await messages()).map(({ ticket_id }) => ticketOf(ticket_id)))
    const added = Date.parse(s.mailbox.createdAt)
    for (const { createdAt } of made) {
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(added)
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
    }
  })
})

test('an out-of-office reply or a delivery report changes nothing of its ticket, waiting or resolved', async () => {
  const ticket = await s.aTicket()
  await h.as(s.kim).call(portal.comment, { params: { id: ticket.id }, body: { comment: 'Hej' } })
  const state = async () => [
    await s.q('select to_jsonb(t) as ticket from tickets t where id = $1', ticket.id),
    await s.q('select id from ticket_comments where ticket_id = $1', ticket.id),
    await s.q('select id, read_at from staff_notifications where org_id = $1 order by id', s.orgId),
    await s.q('select id from ticket_changes where ticket_id = $1', ticket.id),
  ]
  const ofTicket = `In-Reply-To: ${ticket.sent(s.kim.email)}`
  const write = async () => {
    const before = await state()
    for (const header of ['Auto-Submitted: auto-replied', 'Return-Path: <>'])
      expect(await s.write({ from: s.kim.email, text: 'Jag är på semester.', headers: [ofTicket, header] })).toBe(
        'automatic',
      )
    expect(await state()).toEqual(before)
  }
  await write()
  const body = { comment: 'Klart.', resolves: true }
  await h.as(s.anna).call(tickets.comment, { params: { id: ticket.id }, body })
  await write()
  const { rows } = await inbox('automatic')
  expect(rows.map(({ namedTicket, excerpt }) => [namedTicket?.id, excerpt])).toEqual(
    Array.from({ length: 4 }, () => [ticket.id, expect.stringContaining('semester')]),
  )
})

test('an answer of its sender reopens the enquiry as unread; one of another sender is a new enquiry', async () => {
  await s.write({ from: 'Sofia <sofia@okand.example>', subject: 'Offert' })
  const [{ enquiry_id: id }] = (await messages()) as [{ enquiry_id: string }]
  const { version } = await h.as(s.anna).call(enquiries.get, { params: { id } })
  await h.as(s.anna).call(enquiries.change, { params: { id }, body: { isDone: true, version } })
  const headers = [`In-Reply-To: ${threadsOfTests.rootOf({ about: 'enquiry', id })}`]
  expect(
    await s.write({ from: 'sofia@okand.example', text: 'Gärna på tisdag.', headers, authentication: 'none' }),
  ).toBe('enquiry_reply')
  const enquiry = await h.as(s.anna).call(enquiries.get, { params: { id } })
  expect(enquiry).toMatchObject({ doneAt: null, readAt: null })
  expect(enquiry.replies).toMatchObject([{ author: null, text: 'Gärna på tisdag.' }])
  expect(await s.write({ from: 'annan@evil.example', headers, authentication: 'none' })).toBe('enquiry')
})

test('an authenticated answer with the number in its subject finds the enquiry, and later the ticket made of it', async () => {
  await s.write({ from: 'Sofia <sofia@okand.example>', subject: 'Offert' })
  const [{ enquiry_id: id }] = (await messages()) as [{ enquiry_id: string }]
  const { number } = await h.as(s.anna).call(enquiries.get, { params: { id } })
  const subject = `SV: [#${number}] Vi har fått ditt mejl`
  const answer = (from: string, text: string, more: object = {}) => s.write({ from, subject, text, ...more })
  expect(await answer('sofia@okand.example', '1')).toBe('enquiry_reply')
  // Anybody can write a number.
  expect(await answer('sofia@okand.example', '2', { authentication: 'none' })).toBe('enquiry')
  expect(await answer('annan@evil.example', '3')).toBe('enquiry')
  const { replies } = await h.as(s.anna).call(enquiries.get, { params: { id } })
  expect(replies.map(({ text }) => text)).toEqual(['1'])

  const body = { title: 'Offert', description: 'x', customerId: s.customer.id }
  const ticket = await h.as(s.anna).call(enquiries.makeTicket, { params: { id }, body })
  expect(ticket.ticketNumber).toBe(number)
  expect(await answer('sofia@okand.example', '4')).toBe('comment')
  expect(await answer('sofia@okand.example', '5', { authentication: 'none' })).toBe('enquiry')
  expect(await answer('annan@evil.example', '6')).toBe('enquiry')
})
