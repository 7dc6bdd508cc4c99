// Actions of staff on a mail in Inkorg.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
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

const anna = () => h.as(s.anna)
const enquiryOf = (id: string) => anna().call(enquiries.get, { params: { id } })
const mailOf = (id: string) => anna().call(inboxMail.get, { params: { id } })
const accept = (id: string) => anna().call(inboxMail.accept, { params: { id } })
const save = (id: string, customerId: string) =>
  anna().call(inboxMail.saveSender, { params: { id }, body: { customerId } })
const comments = async (id: string) =>
  (await anna().call(tickets.thread, { params: { id } })).filter(({ kind }) => kind === 'comment')
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, message }: { status: number; message: string }) => `${status} ${message}`,
  )

/** The id of the enquiry that a mail became. */
async function inInbox(written: Parameters<MailboxScenario['write']>[0]) {
  expect(await s.write(written)).toBe('enquiry')
  const [{ id }] = (await s.q(
    `select enquiry_id as id from mail_messages where org_id = $1 order by uid desc limit 1`,
    s.orgId,
  )) as [{ id: string }]
  return id
}

describe('staff see why a mail is in Inkorg:', () => {
  test('the possible senders, the ticket that it names, and the author of its comment', async () => {
    const lo = await s.aContact('lo@kajen.example')
    const ticket = await s.aTicket(lo)
    const id = await inInbox({
      from: 'lo@kajen.example',
      subject: `SV: [#${ticket.number}] WiFi`,
      authentication: 'none',
    })
    const customer = { id: s.customer.id, name: 'Kajens Café', isArchived: false }
    const contact = { id: lo, name: 'Kontakt lo@kajen.example' }
    expect(await mailOf(id)).toEqual({
      reason: 'no_proof',
      senders: [{ customer, contact, seesTicket: true }],
      ticket: { id: ticket.id, ticketNumber: ticket.number, title: 'WiFi nere', customer },
      author: contact,
      rule: null,
      suggested: [],
    })
  })

  test('an unknown sender is suggested as contact of the ticket’s customer and of those with the same domain', async () => {
    const other = await h.aCustomer({ orgId: s.orgId, name: 'Annan AB' })
    await s.aContact('vd@annan.example', other)
    await s.aContact('privat@gmail.com', other)
    const ticket = await s.aTicket()
    const subject = `[#${ticket.number}]`
    const known = await mailOf(await inInbox({ from: 'ny@annan.example', subject }))
    expect(known).toMatchObject({ reason: 'unknown', senders: [], author: null })
    expect(known.suggested.map(({ name }) => name)).toEqual(['Kajens Café', 'Annan AB'])
    expect((await mailOf(await inInbox({ from: 'ny@gmail.com' }))).suggested).toEqual([])
  })

  test('an enquiry of the site is no mail: 404', async () => {
    const { rows } = await h.test.superuser.query(
      `insert into enquiries (org_id, id, kind, name, email, message) values ($1, gen_random_uuid(), 'contact', 'x', 'x@x.example', 'x') returning id`,
      [s.orgId],
    )
    expect(await refusal(mailOf(rows[0].id))).toBe('404 Mejlet finns inte')
  })
})

describe('A-410: staff accept a single mail, which gives its sender no rights:', () => {
  test('it becomes a comment of its sender with its own time, reopens the ticket, and is done', async () => {
    const lo = await s.aContact('lo@kajen.example')
    const ticket = await s.aTicket(lo)
    await s.q(`update tickets set status = 'resolved' where id = $1`, ticket.id)
    const subject = `SV: [#${ticket.number}] WiFi`
    const id = await inInbox({
      from: 'lo@kajen.example',
      subject,
      text: 'Nu blinkar det.\n\nIgen.',
      authentication: 'none',
    })
    const before = await enquiryOf(id)
    const { commentId, ...accepted } = await accept(id)
    expect(accepted).toEqual({ ticketId: ticket.id, ticketNumber: ticket.number })
    const [comment] = await comments(ticket.id)
    expect(comment).toMatchObject({
      id: commentId,
      comment: 'Nu blinkar det.\n\nIgen.',
      byCustomer: true,
      isInternal: false,
    })
    expect(comment?.author?.fullName).toBe('Kontakt lo@kajen.example')
    expect(comment?.createdAt).toBe(before.createdAt)
    expect((await anna().call(tickets.get, { params: { id: ticket.id } })).status).toBe('open')
    expect(await enquiryOf(id)).toMatchObject({
      doneAt: expect.any(String),
      readAt: expect.any(String),
      ticket: { id: ticket.id, ticketNumber: ticket.number },
    })
    expect(await s.jobs()).toContainEqual(
      expect.objectContaining({ payload: { orgId: s.orgId, about: 'comment', id: commentId } }),
    )
    const [message] = await s.q('select comment_id from mail_messages where enquiry_id = $1', id)
    expect(message).toEqual({ comment_id: commentId })
    const [entry] = await s.q(`select user_id, detail from audit_log where action = 'accepted' and subject_id = $1`, id)
    expect(entry).toMatchObject({ user_id: s.anna.userId, detail: { contactId: lo, authentication: 'none' } })
    const again = await inInbox({ from: 'lo@kajen.example', subject, text: 'En gång till', authentication: 'none' })
    expect(await mailOf(again)).toMatchObject({ reason: 'no_proof' })
  })

  test('a comment of a contact with a login belongs to the login, which sees it in the portal', async () => {
    const ticket = await s.aTicket()
    const id = await inInbox({ from: s.kim.email, subject: `[#${ticket.number}]`, authentication: 'none' })
    await accept(id)
    const entries = await h.as(s.kim).call(portal.thread, { params: { id: ticket.id } })
    expect(entries.find(({ kind }) => kind === 'comment')).toMatchObject({ isMine: true, comment: 'Nu blinkar det.' })
  })

  test('only once, and not after a ticket was created from it', async () => {
    const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
    const subject = `[#${ticket.number}]`
    const id = await inInbox({ from: 'lo@kajen.example', subject, authentication: 'none' })
    await accept(id)
    expect(await refusal(accept(id))).toMatch(/^409/)
    const body = { title: 'x', description: 'x', customerId: s.customer.id }
    expect(await refusal(anna().call(enquiries.makeTicket, { params: { id }, body }))).toMatch(/^409/)
    const other = await inInbox({ from: 'lo@kajen.example', subject, text: 'Annat', authentication: 'none' })
    const made = await anna().call(enquiries.makeTicket, { params: { id: other }, body })
    expect((await anna().call(tickets.get, { params: { id: made.id } })).reportedBy?.name).toBe(
      'Kontakt lo@kajen.example',
    )
    expect(await refusal(accept(other))).toMatch(/^409/)
    expect(await comments(ticket.id)).toHaveLength(1)
  })

  test('once by two concurrent requests', async () => {
    const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
    const id = await inInbox({ from: 'lo@kajen.example', subject: `[#${ticket.number}]`, authentication: 'none' })
    const answers = await Promise.all([refusal(accept(id)), refusal(accept(id))])
    expect(answers.toSorted((a, b) => a.localeCompare(b))).toEqual([expect.stringMatching(/^409/), 'done'])
    expect(await comments(ticket.id)).toHaveLength(1)
  })

  test('a colleague who may not see the ticket still may not', async () => {
    await s.q('update customer_users set sees_company = false where user_id = $1', s.kim.userId)
    const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
    const id = await inInbox({ from: s.kim.email, subject: `[#${ticket.number}]` })
    expect(await mailOf(id)).toMatchObject({ reason: 'not_of_ticket', senders: [{ seesTicket: false }] })
    await accept(id)
    expect(await refusal(h.as(s.kim).call(portal.thread, { params: { id: ticket.id } }))).toMatch(/^404/)
  })

  test('not from an unknown sender, and not without a ticket', async () => {
    const ticket = await s.aTicket()
    const outsider = await inInbox({ from: 'ny@okand.example', subject: `[#${ticket.number}]` })
    expect(await refusal(accept(outsider))).toMatch(/^422 Avsändaren är ingen kontakt/)
    expect(await refusal(accept(await inInbox({ from: 'ny@okand.example' })))).toBe('422 Mejlet nämner inget ärende')
    expect(await comments(ticket.id)).toEqual([])
  })

  test('the database refuses mail of unknown senders, customers and other organizations', async () => {
    const ticket = await s.aTicket(await s.aContact('lo@kajen.example'))
    const mine = await inInbox({ from: 'lo@kajen.example', subject: `[#${ticket.number}]`, authentication: 'none' })
    const outsider = await inInbox({ from: 'ny@okand.example', subject: `[#${ticket.number}]` })
    const { id: otherOrg } = await h.anOrganization('Annan AB')
    const tryAs = async (role: string, org: string, enquiry: string) => {
      await s.q('begin')
      await s.q(
        `select set_config('app.org_id', $1, true), set_config('app.role', $2, true), set_config('app.user_id', $3, true),
           set_config('role', 'stodpunkt_app', true)`,
        ...[org, role, s.anna.userId],
      )
      const code = await s.q('select accept_mail($1, gen_random_uuid())', enquiry).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      await s.q('rollback')
      return code
    }
    expect(await tryAs('technician', s.orgId, mine)).toBe('done')
    expect(await tryAs('technician', s.orgId, outsider)).toBe('42501')
    expect(await tryAs('customer', s.orgId, mine)).toBe('42501')
    expect(await tryAs('technician', otherOrg, mine)).toBe('42501')
  })
})

describe('the sender is saved as a contact with one click', () => {
  test('after which the mail can be accepted, and the next one opens a ticket by itself', async () => {
    const ticket = await s.aTicket()
    const id = await inInbox({ from: 'Siv Ek <siv@kajen.example>', subject: `[#${ticket.number}]` })
    const contact = await save(id, s.customer.id)
    expect(contact).toMatchObject({ name: 'Siv Ek', email: 'siv@kajen.example' })
    expect(await anna().call(contacts.list, { params: { id: s.customer.id } })).toContainEqual(contact)
    expect(await mailOf(id)).toMatchObject({ author: { name: 'Siv Ek' }, suggested: [] })
    await accept(id)
    expect((await comments(ticket.id))[0]?.author?.fullName).toBe('Siv Ek')
    expect(await s.write({ from: 'siv@kajen.example', subject: 'Ny sak' })).toBe('ticket')
  })

  test('not twice, not without a sender, and not for an unknown customer', async () => {
    const id = await inInbox({ from: 'Siv <siv@kajen.example>' })
    await save(id, s.customer.id)
    expect(await refusal(save(id, s.customer.id))).toMatch(/^422/)
    expect(await refusal(save(id, s.orgId))).toMatch(/^404/)
    const nobody = await inInbox({ from: 'Ingen', text: 'utan adress' })
    expect(await refusal(save(nobody, s.customer.id))).toBe('422 Mejlet har ingen avsändare att spara')
  })
})
