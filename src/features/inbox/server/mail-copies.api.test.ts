// The other recipients of a mail, and addresses in their Unicode and ASCII forms.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { incomingMail } from '../incoming-mail.contract.ts'
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
const copiesOf = async (id: string) =>
  (await anna().call(tickets.get, { params: { id } })).copies.map(({ name }) => name)
const mailId = async () => {
  const [{ id }] = (await s.q('select id from mail_messages where org_id = $1 order by uid desc limit 1', s.orgId)) as [
    { id: string },
  ]
  return id
}
const answer = async (cc: string, written: { from?: string; authentication?: 'none' } = {}) => {
  const ticket = await s.aTicket()
  const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`, `Cc: ${cc}`]
  const outcome = await s.write({ from: s.kim.email, headers, ...written })
  return { ticket, outcome }
}

describe('the Cc of an answer', () => {
  test('of an authenticated sender gives contacts of the customer copies of the ticket', async () => {
    await s.aContact('lo@kajen.example')
    await s.aContact('Pia@kajen.example')
    const { ticket, outcome } = await answer('Lo <lo@kajen.example>, pia@kajen.example, x@okand.example')
    expect(outcome).toBe('comment')
    expect(await copiesOf(ticket.id)).toEqual(['Kontakt lo@kajen.example', 'Kontakt Pia@kajen.example'])
    const thread = await anna().call(tickets.thread, { params: { id: ticket.id } })
    expect(thread.filter((entry) => entry.kind === 'change' && entry.field === 'copy')).toHaveLength(2)
  })

  test('A-478: gives none to archived, disabled or other customers’ contacts, nor by unauthenticated mail', async () => {
    const other = await h.aCustomer({ orgId: s.orgId, name: 'Annan AB' })
    await s.aContact('ove@annan.example', other)
    await s.q('update contacts set archived_at = now() where id = $1', await s.aContact('borta@kajen.example'))
    const locked = await h.aPortalUser(s.customer)
    await s.q('update auth.users set disabled_at = now() where id = $1', locked.userId)
    const cc = `ove@annan.example, borta@kajen.example, ${locked.email}, ${s.kim.email}`
    const { ticket, outcome } = await answer(cc)
    expect(outcome).toBe('comment')
    expect(await copiesOf(ticket.id)).toEqual([])
    await s.aContact('lo@kajen.example')
    const unauthenticated = await answer('lo@kajen.example', { authentication: 'none' })
    expect(unauthenticated.outcome).toBe('enquiry')
    expect(await copiesOf(unauthenticated.ticket.id)).toEqual([])
  })

  test('A-478: gives none when the signature does not cover Cc; staff are offered its recipients', async () => {
    await s.aContact('lo@kajen.example')
    const ticket = await s.aTicket()
    const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`, 'Cc: lo@kajen.example']
    const raw = s.aMail({ from: s.kim.email, headers })
    expect(await s.arrive(raw, { unsigned: ['cc'] })).toBe('comment')
    expect(await copiesOf(ticket.id)).toEqual([])
    const { offered } = await anna().call(incomingMail.get, { params: { id: await mailId() } })
    expect(offered.map(({ address }) => address)).toEqual(['lo@kajen.example'])
  })

  test('A-478: adds copies up to the maximum of a ticket, and the answer is received', async () => {
    const addresses = Array.from({ length: 25 }, (_, at) => `p${at}@kajen.example`)
    for (const address of addresses) await s.aContact(address)
    const { ticket, outcome } = await answer(addresses.join(', '))
    expect(outcome).toBe('comment')
    expect(await copiesOf(ticket.id)).toHaveLength(20)
  })

  test('A-478: the database adds copies only with a comment of the same transaction', async () => {
    const lo = await s.aContact('lo@kajen.example')
    await answer('x@okand.example')
    const [comment] = await s.q('select id from ticket_comments where org_id = $1', s.orgId)
    await s.q('begin')
    await s.q('set local role stodpunkt_jobs')
    const refused = s.q('select copy_by_mail($1, $2, $3)', s.orgId, comment?.id, [lo])
    await expect(refused).rejects.toMatchObject({ code: '42501' })
    await s.q('rollback')
  })
})

describe('a recipient of an answer who is no contact', () => {
  test('is offered to staff, who save the person as a contact with copies with one click', async () => {
    const { ticket } = await answer(`Ny Kollega <ny@kajen.example>, support+1.x@nordnat.example, ${s.anna.email}`)
    const params = { id: await mailId() }
    const { offered } = await anna().call(incomingMail.get, { params })
    expect(offered).toEqual([{ name: 'Ny Kollega', address: 'ny@kajen.example', contactId: null }])
    await anna().call(incomingMail.addCopy, { params, body: { address: 'ny@kajen.example' } })
    expect(await copiesOf(ticket.id)).toEqual(['Ny Kollega'])
    const saved = await anna().call(contacts.list, { params: { id: s.customer.id } })
    expect(saved).toContainEqual(expect.objectContaining({ name: 'Ny Kollega', email: 'ny@kajen.example' }))
    expect((await anna().call(incomingMail.get, { params })).offered).toEqual([])
  })

  test('A-478: only recipients can be added, and only by staff', async () => {
    await answer('Ny <ny@kajen.example>')
    const params = { id: await mailId() }
    const other = { params, body: { address: 'annan@kajen.example' } }
    await expect(anna().call(incomingMail.addCopy, other)).rejects.toMatchObject({ status: 422 })
    const own = { params, body: { address: 'ny@kajen.example' } }
    await expect(h.as(s.kim).call(incomingMail.addCopy, own)).rejects.toMatchObject({ status: 403 })
  })
})

describe('an address with å in its domain', () => {
  const ascii = 'info@xn--kesson-hua.example'
  test.each([
    ['info@åkesson.example', 'INFO@ÅKESSON.example'],
    ['info@åkesson.example', ascii],
    [ascii, 'info@åkesson.example'],
  ])('entered for a contact as %s matches a mail from %s', async (typed, from) => {
    const fields = { name: 'Info', phone: null, title: null, mobile: null, note: null }
    const params = { id: s.customer.id }
    const contact = await anna().call(contacts.create, { params, body: { ...fields, email: typed } })
    expect(contact.email).toBe(ascii)
    expect(await s.write({ from, subject: 'Skrivaren' })).toBe('ticket')
    const [ticket] = await s.q('select reported_by from tickets where org_id = $1', s.orgId)
    expect(ticket).toEqual({ reported_by: contact.id })
  })

  test('is found for a customer in either form', async () => {
    await s.q('update customers set email = $2 where id = $1', s.customer.id, ascii)
    const query = { name: '', email: 'info@åkesson.example', phone: '' }
    expect(await anna().call(customers.similar, { query })).toMatchObject([{ id: s.customer.id, sameEmail: true }])
  })

  test('A-477: letters of other alphabets make another domain', async () => {
    await s.aContact('kim@kajen2.example')
    expect(await s.write({ from: 'kim@kаjen2.example' })).toBe('enquiry')
    const [message] = await s.q('select from_address from mail_messages where org_id = $1', s.orgId)
    expect(message?.from_address).toMatch(/^kim@xn--/)
  })
})
