// Rules for senders, which staff make in Inkorg.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { inboxMail } from '../inbox-mail.contract.ts'
import { type NewSenderRule, senderRules } from '../sender-rules.contract.ts'
import { aMailWithFiles } from '../testing/mail-with-files.ts'
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
const alarm = (more: Partial<Parameters<MailboxScenario['write']>[0]> = {}) => ({
  from: 'NAS <nas@larm.example>',
  subject: 'Varning: volym 1',
  headers: ['Auto-Submitted: auto-generated'],
  ...more,
})
const lastMail = async () =>
  (
    await s.q(
      `select outcome, reason, enquiry_id, ticket_id, raw is null as "isEmpty" from mail_messages where org_id = $1 order by uid desc limit 1`,
      s.orgId,
    )
  )[0] as { outcome: string; reason: string | null; enquiry_id: string; ticket_id: string; isEmpty: boolean }
const rule = (id: string, body: NewSenderRule) => anna().call(senderRules.create, { params: { id }, body })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, message }: { status: number; message: string }) => `${status} ${message}`,
  )
/** The id of the enquiry that the mail became. */
async function arrived(written: Parameters<MailboxScenario['write']>[0]) {
  await s.write(written)
  return (await lastMail()).enquiry_id
}
const at = (hour: number) => ({ receivedAt: new Date(Date.now() + hour * 3_600_000 - 48 * 3_600_000) })

describe('always a ticket for a customer:', () => {
  beforeEach(() => s.q(`update mailboxes set created_at = now() - interval '3 days' where id = $1`, s.mailbox.id))
  const early = () => ({ ...s.mailbox, createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString() })
  const write = (written: ReturnType<typeof alarm>, hour: number, authentication: 'dkim' | 'none' = 'dkim') =>
    s.arrive(s.aMail(written), { authentication, placed: at(hour), to: early() })

  test('the mail becomes one at once, reported by the sender, and the next mail too', async () => {
    const id = await arrived(alarm())
    const made = await rule(id, { rule: 'ticket', customerId: s.customer.id })
    expect(made.rule).toMatchObject({ address: 'nas@larm.example', rule: 'ticket', customer: { name: 'Kajens Café' } })
    const ticket = await anna().call(tickets.get, { params: { id: made.ticket?.id ?? '' } })
    expect(ticket).toMatchObject({
      title: 'Varning: volym 1',
      description: 'Nu blinkar det.',
      reportedBy: { name: 'NAS' },
    })
    expect(await s.write(alarm({ subject: 'Varning: volym 2' }))).toBe('ticket')
    const next = await anna().call(tickets.get, { params: { id: (await lastMail()).ticket_id } })
    expect(next).toMatchObject({ title: 'Varning: volym 2', customer: { id: s.customer.id } })
  })

  test('mail with the same subject within 24 hours is a comment on the open ticket, otherwise a new ticket', async () => {
    await rule(await arrived(alarm({ subject: 'Först' })), { rule: 'ticket', customerId: s.customer.id })
    expect(await write(alarm(), 0)).toBe('ticket')
    const first = (await lastMail()).ticket_id
    expect(await write(alarm({ text: 'Fortfarande.' }), 23)).toBe('comment')
    expect((await lastMail()).ticket_id).toBe(first)
    expect(await write(alarm({ text: 'Igen.' }), 46)).toBe('comment')
    expect(await write(alarm({ subject: 'Annat' }), 46.1)).toBe('ticket')
    await s.q(`update tickets set status = 'resolved' where id = $1`, first)
    expect(await write(alarm({ text: 'Efter.' }), 46.2)).toBe('ticket')
    expect((await lastMail()).ticket_id).not.toBe(first)
    expect((await anna().call(tickets.get, { params: { id: first } })).status).toBe('resolved')
  })

  test('mail with the same subject after more than 24 hours is a new ticket', async () => {
    await rule(await arrived(alarm({ subject: 'Först' })), { rule: 'ticket', customerId: s.customer.id })
    expect(await write(alarm(), 0)).toBe('ticket')
    expect(await write(alarm({ text: 'Sent.' }), 24.1)).toBe('ticket')
  })

  test('A-411: not for an unauthenticated sender, and not while the contact is archived', async () => {
    await rule(await arrived(alarm({ subject: 'Först' })), { rule: 'ticket', customerId: s.customer.id })
    expect(await s.write({ ...alarm({ text: 'Lurad' }), authentication: 'none' })).toBe('enquiry')
    expect(await lastMail()).toMatchObject({ reason: 'no_proof' })
    await s.q(`update contacts set archived_at = now() where email = 'nas@larm.example'`)
    expect(await s.write(alarm({ text: 'Arkiverad' }))).toBe('automatic')
  })

  test('a customer is required for this rule, and refused for others', async () => {
    const id = await arrived(alarm())
    expect(await refusal(rule(id, { rule: 'ticket' }))).toMatch(/^422/)
    expect(await refusal(rule(id, { rule: 'inbox', customerId: s.customer.id }))).toMatch(/^422/)
  })
})

describe('always Inkorg:', () => {
  test('automatic mail goes to Inkorg, and a contact’s mail opens no ticket', async () => {
    await rule(await arrived(alarm()), { rule: 'inbox' })
    expect(await s.write(alarm({ text: 'Nästa' }))).toBe('enquiry')
    expect(await lastMail()).toMatchObject({ reason: 'rule' })
    await s.aContact('nas@larm.example')
    expect(await s.write(alarm({ text: 'Tredje', headers: [] }))).toBe('enquiry')
  })
})

describe('discard:', () => {
  test('this mail is done, and of the next only the record is stored', async () => {
    const id = await arrived({ from: 'reklam@slang.example' })
    await rule(id, { rule: 'discard' })
    expect((await anna().call(enquiries.get, { params: { id } })).doneAt).not.toBeNull()
    expect(await s.write({ from: 'reklam@slang.example', text: 'Mer' })).toBe('discarded')
    const files = [{ name: 'erbjudande.txt', content: Buffer.from('Köp') }]
    expect(await s.arrive(aMailWithFiles({ from: 'reklam@slang.example', files }))).toBe('discarded')
    expect(await lastMail()).toMatchObject({ enquiry_id: null, ticket_id: null, isEmpty: true })
  })

  test('A-412: not mail of a contact, also of one saved afterwards', async () => {
    await s.aContact('konsult@byra.example')
    await s.aContact('konsult@byra.example', await h.aCustomer({ orgId: s.orgId, name: 'Annan AB' }))
    const id = await arrived({ from: 'konsult@byra.example' })
    expect(await refusal(rule(id, { rule: 'discard' }))).toBe(
      '422 Avsändaren är en kontakt. Mejl från kontakter slängs inte.',
    )
    await rule(await arrived({ from: 'reklam@slang.example' }), { rule: 'discard' })
    await s.aContact('reklam@slang.example')
    expect(await s.write({ from: 'reklam@slang.example', text: 'Hjälp' })).toBe('ticket')
  })
})

test('a rule replaces the sender’s earlier one, is listed, shown with the sender’s mail, and removed', async () => {
  const id = await arrived({ from: 'Reklam@slang.example' })
  await rule(id, { rule: 'inbox' })
  const { rule: made } = await rule(id, { rule: 'discard' })
  expect(made).toMatchObject({ address: 'reklam@slang.example', createdBy: 'Anna Berg', customer: null })
  expect(await anna().call(senderRules.list, {})).toEqual([made])
  expect((await anna().call(inboxMail.get, { params: { id } })).rule).toEqual(made)
  await anna().call(senderRules.remove, { params: { id: made.id } })
  expect(await anna().call(senderRules.list, {})).toEqual([])
  expect(await refusal(anna().call(senderRules.remove, { params: { id: made.id } }))).toBe('404 Regeln finns inte')
  expect(await s.write({ from: 'reklam@slang.example', text: 'Igen' })).toBe('enquiry')
  const actions = await s.q(`select action from audit_log where subject = 'sender_rule' and org_id = $1`, s.orgId)
  expect(actions).toHaveLength(3)
})
