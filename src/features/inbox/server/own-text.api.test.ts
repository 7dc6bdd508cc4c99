// The quotation of our mail and the signature are stored with the comment, ticket or enquiry and shown folded.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { storeSentMail } from '#platform/mail/sent-mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { FOLDED_MAX } from '#shared/folded.rules.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { inboxMail } from '../inbox-mail.contract.ts'
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

const quotation = 'Den 3 nov. 2026 kl. 10:12 skrev Anna <support@nordnat.example>:\n> Blinkar lampan?'
const sentText = 'Hej Kim,\n\nBlinkar lampan?\n'
const text = `Nu blinkar det.\n\n${quotation}`
const block = 'Mvh\nKim Lund\n040-123 45 67'

async function commentsOf(id: string) {
  const thread = await h.as(s.anna).call(tickets.thread, { params: { id } })
  return thread.flatMap((entry) => (entry.kind === 'comment' ? [{ comment: entry.comment, folded: entry.folded }] : []))
}
const portalThread = (id: string) => h.as(s.kim).call(portal.thread, { params: { id } })
const openEnquiry = async () => {
  const { rows } = await h.as(s.anna).call(enquiries.list, { query: {} })
  return h.as(s.anna).call(enquiries.get, { params: { id: rows[0]?.id ?? '' } })
}

describe('an answer to our mail', () => {
  const answer = async (written: { from?: string; subject?: string; text?: string } = {}, sent = sentText) => {
    const ticket = await s.aTicket()
    const usual = { from: `Kim <${s.kim.email}>`, subject: 'SV: WiFi nere', text }
    const messageId = await ticket.sentWith(s.kim.email, sent)
    await s.write({ ...usual, headers: [`In-Reply-To: ${messageId}`], ...written })
    return ticket
  }

  test('has its quotation with the comment, for staff and in the portal, without the original', async () => {
    const { id } = await answer()
    await s.q('update mail_messages set raw = null, raw_until = null where org_id = $1', s.orgId)
    expect(await commentsOf(id)).toEqual([{ comment: 'Nu blinkar det.', folded: quotation }])
    expect(await portalThread(id)).toContainEqual(expect.objectContaining({ folded: quotation }))
    const screen = await h.as(s.anna).call(tickets.screen, { params: { id } })
    expect(screen.thread).toContainEqual(expect.objectContaining({ folded: quotation }))
  })

  test('inside the quotation or with another subject has nothing folded', async () => {
    const other = await answer({ text: `${text}\n> Ja, rött.` })
    const changed = await answer({ subject: 'SV: Skrivaren' })
    for (const { id } of [other, changed]) expect(await commentsOf(id)).toMatchObject([{ folded: null }])
  })

  test('A-472: of staff is internal with its quotation; the portal shows neither', async () => {
    const { id } = await answer({ from: s.anna.email })
    expect(await commentsOf(id)).toEqual([{ comment: 'Nu blinkar det.', folded: quotation }])
    expect(JSON.stringify(await portalThread(id))).not.toContain('Blinkar lampan?')
  })

  test('with too long a quotation is stored whole as a file', async () => {
    const { id } = await answer(
      { text: `${text}\n${'> en rad till\n'.repeat(FOLDED_MAX / 10)}` },
      `${sentText}${'en rad till\n'.repeat(FOLDED_MAX / 10)}`,
    )
    const [comment] = await commentsOf(id)
    expect(comment?.folded?.endsWith('… (hela texten ligger som fil)')).toBe(true)
    const files = await s.q('select name, bytes from files where org_id = $1', s.orgId)
    expect(files).toEqual([{ name: 'mejl.txt', bytes: expect.anything() }])
    expect(Number(files[0]?.bytes)).toBeGreaterThan(FOLDED_MAX)
  })
})

describe('a first mail', () => {
  test('A-470: has text that looks like a quotation of ours unfolded', async () => {
    await s.aContact('lo@kajen.example')
    await s.write({ from: 'lo@kajen.example', subject: 'SV: WiFi nere', text })
    const [ticket] = await s.q('select description, folded from tickets where org_id = $1', s.orgId)
    expect(ticket).toEqual({ description: text, folded: null })
  })

  test('has its signature folded if the sender’s mail before had it too', async () => {
    const contact = await s.aContact('lo@kajen.example')
    const write = (subject: string) =>
      s.write({ from: 'lo@kajen.example', subject, text: `${subject} är sönder.\n\n${block}` })
    await write('Skrivaren')
    await write('Kassan')
    const rows = await s.q(
      'select id, description, folded from tickets where org_id = $1 and reported_by = $2 order by ticket_number',
      ...[s.orgId, contact],
    )
    expect(rows.map(({ description, folded }) => [description, folded])).toEqual([
      [`Skrivaren är sönder.\n\n${block}`, null],
      ['Kassan är sönder.', block],
    ])
    const params = { id: rows[1]?.id as string }
    expect(await h.as(s.anna).call(tickets.get, { params })).toMatchObject({ folded: block })
    expect(await h.as(s.kim).call(portal.get, { params })).toMatchObject({ folded: block })
  })
})

test('unauthenticated mail in a person’s name does not define that person’s signature', async () => {
  await s.aContact('lo@kajen.example')
  for (const subject of ['Ett', 'Två'])
    await s.write({ from: 'lo@kajen.example', subject, text: `Hej.\n\n${block}`, authentication: 'none' })
  await s.write({ from: 'lo@kajen.example', subject: 'Tre', text: `Kassan är sönder.\n\n${block}` })
  const rows = await s.q(`select description, folded from tickets where org_id = $1`, s.orgId)
  expect(rows).toEqual([{ description: `Kassan är sönder.\n\n${block}`, folded: null }])
})

test('an answer to an enquiry and a mail that staff accept have their quotations folded', async () => {
  await s.write({ from: 'ny@okand.example', subject: 'Två', authentication: 'none' })
  const { id } = await openEnquiry()
  const thread = { about: 'enquiry', id } as const
  const sent = threadsOfTests.messageIdOf(thread, { event: 'reply', to: 'ny@okand.example' })
  const stored = { orgId: s.orgId, messageId: sent, thread, subject: 'Vi har fått ditt mejl', text: sentText }
  await h.database.as('jobs', (db) => storeSentMail(db, stored))
  const reply = {
    from: 'ny@okand.example',
    subject: 'SV: Vi har fått ditt mejl',
    headers: [`In-Reply-To: ${sent}`],
    text,
  }
  await s.write({ ...reply, authentication: 'none' })
  expect(await openEnquiry()).toMatchObject({ folded: null, replies: [{ text: 'Nu blinkar det.', folded: quotation }] })

  const ticket = await s.aTicket()
  const headers = [`In-Reply-To: ${await ticket.sentWith(s.kim.email, sentText)}`]
  await s.write({ from: s.kim.email, subject: 'SV: WiFi nere', headers, text, authentication: 'none' })
  const waiting = await openEnquiry()
  expect(waiting).toMatchObject({ folded: quotation, namedTicket: { id: ticket.id } })
  await h.as(s.anna).call(inboxMail.accept, { params: { id: waiting.id } })
  expect(await commentsOf(ticket.id)).toEqual([{ comment: 'Nu blinkar det.', folded: quotation }])
})

test('A-473: the role of the jobs stores folded text only with rows of the same transaction', async () => {
  const ticket = await s.aTicket()
  await s.write({
    from: s.kim.email,
    subject: 'SV: WiFi nere',
    text: 'Hej',
    headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`],
  })
  const [{ comment_id: comment }] = (await s.q('select comment_id from mail_messages where org_id = $1', s.orgId)) as [
    { comment_id: string },
  ]
  for (const parents of [
    [comment, null, null, null],
    [null, ticket.id, null, null],
    [null, null, null, null],
    [comment, ticket.id, null, null],
  ]) {
    await h.test.superuser.query('begin')
    await h.test.superuser.query('set local role stodpunkt_jobs')
    const code = await h.test.superuser
      .query(`select fold_of_mail($1, $2, $3, $4, $5, 'x')`, [s.orgId, ...parents])
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    await h.test.superuser.query('rollback')
    expect(code).toBe('42501')
  }
})
