// Contacts of a customer, the rights of its logins, and what a login with 'Egna ärenden' sees.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TICKET_COPIES_MAX } from '#features/tickets/ticket-contacts.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { CONTACT_EMAIL_TAKEN, contacts } from '../contacts.contract.ts'
import { customers } from '../customers.contract.ts'
import { logins } from '../logins.contract.ts'

let h: Harness
let anna: Person
let orgId: string
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
})
beforeEach(async () => {
  customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
})
afterAll(() => h.stop())

const empty = { title: null, phone: null, mobile: null, email: null, note: null }
const add = (fields: object, id = customer.id) =>
  h.as(anna).call(contacts.create, { params: { id }, body: { ...empty, name: 'Kim Lund', ...fields } })
const list = () => h.as(anna).call(contacts.list, { params: { id: customer.id } })
const loginsNow = () => h.as(anna).call(logins.list, { params: { id: customer.id } })
const of = (contactId: string) => ({ id: customer.id, contactId })
const ownOnly = { seesCompany: false, mayApprove: false, getsCompanyMail: false }
const loginOf = async ({ userId }: Person) => {
  const login = (await loginsNow()).find(({ id }) => id === userId)
  if (!login) throw new Error('the person has no login at the customer')
  return login
}
const setRights = async (person: Person, rights: object = {}) => {
  const { version } = await loginOf(person)
  const params = { id: customer.id, userId: person.userId }
  return h.as(anna).call(logins.changeRights, { params, body: { ...ownOnly, ...rights, version } })
}
const contactOf = async (person: Person) => (await loginOf(person)).contactId
const texts = { title: 'WiFi nere', description: 'Ingen kontakt' }
const openBy = (person: Person) => h.as(person).call(portal.create, { body: texts })
const openFor = (fields: object) =>
  h.as(anna).call(tickets.create, { body: { ...texts, customerId: customer.id, ...fields } })
const idsOf = async (person: Person) =>
  (await h.as(person).call(portal.list, { query: {} })).rows.map(({ id }) => id).sort()

test('contacts are listed by name, the archived ones last, as they were entered', async () => {
  const lo = await add({
    name: 'Åsa Lo',
    title: 'VD',
    mobile: '070-123 45 67',
    email: 'asa@kajen.example.se',
    note: 'Ring',
  })
  const kim = await add({ name: 'Kim Lund' })
  const old = await add({ name: 'Anders Ek' })
  await h.as(anna).call(contacts.archive, { params: of(old.id) })
  expect(lo).toMatchObject({ title: 'VD', mobile: '070-123 45 67', phone: null, note: 'Ring', version: 1 })
  expect((await list()).map(({ id }) => id)).toEqual([kim.id, lo.id, old.id])
  await h.as(anna).call(contacts.restore, { params: of(old.id) })
  expect((await list()).map(({ id }) => id)).toEqual([old.id, kim.id, lo.id])
})

test('the search for customers finds contacts by name, address, and number in any notation', async () => {
  const mobile = '0709876543'
  const siv = await add({ name: 'Siv Tall', mobile: '070-987 65 43', email: 'siv@kajen.example.se' })
  await add({ name: 'Lo Ek', phone: '+46 (0)18-55 44 33' })
  const other = await h.aCustomer({ orgId, name: 'Annat Bolag' })
  const found = async (search: string) =>
    (await h.as(anna).call(customers.list, { query: { search } })).rows.map(({ id }) => id)
  for (const way of [
    '070-987 65 43',
    mobile,
    '+46709876543',
    '0046 70 987 65 43',
    '+46 (0)70-987 65 43',
    '070 9876543',
  ])
    expect(await found(way), way).toEqual([customer.id])
  for (const way of ['070–987 65 43', '070/9876543', '70\u00a0987\u00a065\u00a043', '070.987.65.43', '987 65'])
    expect(await found(way), way).toEqual([customer.id])
  expect(await found('018-55 44 33')).toEqual([customer.id])
  expect(await found('siv tall')).toEqual([customer.id])
  expect(await found('SIV@kajen')).toEqual([customer.id])
  expect(await found('070-987 65 44')).toEqual([])
  await h.as(anna).call(contacts.archive, { params: of(siv.id) })
  expect(await found(mobile)).toEqual([])
  expect(await found('annat')).toEqual([other.id])
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  expect(await h.as(outsider).call(customers.list, { query: { search: '018-55 44 33' } })).toMatchObject({ total: 0 })
})

test('of two concurrent changes of a contact the second gets 409 with the current row', async () => {
  const { id, version } = await add({})
  const change = (phone: string) =>
    h.as(anna).call(contacts.change, { params: of(id), body: { ...empty, name: 'Kim Lund', phone, version } })
  expect(await change('018-1')).toMatchObject({ phone: '018-1', version: 2 })
  await expect(change('018-2')).rejects.toMatchObject({ status: 409, current: { phone: '018-1', version: 2 } })
})

test('an address belongs to one active contact of a customer, ignoring case', async () => {
  const first = await add({ email: 'kim@kajen.example.se' })
  const taken = { status: 422, fields: { email: CONTACT_EMAIL_TAKEN } }
  await expect(add({ email: 'KIM@kajen.example.se' })).rejects.toMatchObject(taken)
  await h.as(anna).call(contacts.archive, { params: of(first.id) })
  await add({ email: 'KIM@kajen.example.se' })
  await expect(h.as(anna).call(contacts.restore, { params: of(first.id) })).rejects.toMatchObject(taken)
  const other = await h.aCustomer({ orgId })
  await add({ email: 'kim@kajen.example.se' }, other.id)
})

test('every login has a contact: the given one, the one with its address, or a new one', async () => {
  const named = await add({ name: 'Namngiven' })
  const same = await add({ name: 'Samma', email: 'same@kajen.example.se' })
  const invite = (email: string, rest: object = {}) =>
    h.as(anna).call(logins.invite, {
      params: { id: customer.id },
      body: { email, password: 'gröna lyktor vid kajen', fullName: null, ...rest },
    })
  expect((await invite('named@kajen.example.se', { contactId: named.id })).contactId).toBe(named.id)
  expect((await invite('same@kajen.example.se')).contactId).toBe(same.id)
  const login = await invite('new@kajen.example.se', { fullName: 'Ny Person' })
  expect(login).toMatchObject({ seesCompany: true, mayApprove: false, getsCompanyMail: true })
  expect((await list()).find(({ id }) => id === login.contactId)).toMatchObject({
    name: 'Ny Person',
    email: 'new@kajen.example.se',
  })
  const outsider = await add({ name: 'Annan' }, (await h.aCustomer({ orgId })).id)
  await expect(invite('x@kajen.example.se', { contactId: outsider.id })).rejects.toMatchObject({ status: 404 })
})

test('a contact with a login is not archived until the login is revoked', async () => {
  const kim = await h.aPortalUser(customer)
  const params = of(await contactOf(kim))
  await expect(h.as(anna).call(contacts.archive, { params })).rejects.toMatchObject({ status: 422 })
  await h.as(anna).call(logins.revoke, { params: { id: customer.id, userId: kim.userId } })
  expect((await h.as(anna).call(contacts.archive, { params })).archivedAt).not.toBeNull()
})

describe('a login with Egna ärenden', () => {
  let kim: Person
  let lo: Person
  beforeEach(async () => {
    kim = await h.aPortalUser(customer)
    lo = await h.aPortalUser(customer)
    await setRights(lo)
  })

  test('A-330: sees only tickets that its contact reported or gets copies of', async () => {
    const [ofKim, own] = [await openBy(kim), await openBy(lo)]
    const contact = await contactOf(lo)
    const reported = await openFor({ reportedBy: contact })
    const copied = await openFor({ copies: [contact] })
    expect(await idsOf(lo)).toEqual([own.id, reported.id, copied.id].sort())
    expect(await idsOf(kim)).toEqual([ofKim.id, own.id, reported.id, copied.id].sort())
    const params = { id: ofKim.id }
    const missing = { status: 404 }
    await expect(h.as(lo).call(portal.get, { params })).rejects.toMatchObject(missing)
    await expect(h.as(lo).call(portal.thread, { params })).rejects.toMatchObject(missing)
    await expect(h.as(lo).call(portal.draft, { params })).rejects.toMatchObject(missing)
    await expect(h.as(lo).call(portal.comment, { params, body: { comment: 'x' } })).rejects.toMatchObject(missing)
    await expect(h.as(lo).call(portal.saveDraft, { params, body: { comment: 'x' } })).rejects.toMatchObject(missing)
  })

  test('A-330: comments on a ticket that it gets copies of, until it gets none', async () => {
    const contact = await contactOf(lo)
    const { id, version } = await openFor({ copies: [contact] })
    await h.as(lo).call(portal.comment, { params: { id }, body: { comment: 'Gäller mig också.' } })
    expect(await h.as(lo).call(portal.thread, { params: { id } })).toHaveLength(1)
    const changed = await h.as(anna).call(tickets.change, { params: { id }, body: { version, copies: [] } })
    expect(changed).toMatchObject({ copies: [], version: version + 1 })
    await expect(h.as(lo).call(portal.get, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('A-331: loses and regains the company’s tickets at the next request after a change', async () => {
    const { id } = await openBy(kim)
    await setRights(lo, { seesCompany: true })
    expect(await idsOf(lo)).toEqual([id])
    await setRights(lo)
    expect(await idsOf(lo)).toEqual([])
    await expect(h.as(lo).call(portal.get, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the contacts of a ticket', () => {
  test('the reporter is the person to call, and both are changed with the ticket', async () => {
    const [kim, lo] = [await add({ phone: '018-1', mobile: '070-1' }), await add({ name: 'Lo Ek' })]
    const { id, version } = await openFor({ reportedBy: kim.id, copies: [lo.id] })
    const { ticket, contact } = await h.as(anna).call(tickets.screen, { params: { id } })
    expect(contact).toMatchObject({ name: 'Kim Lund', phone: '070-1', hasReported: true })
    expect(ticket).toMatchObject({
      reportedBy: { id: kim.id, name: 'Kim Lund' },
      copies: [{ id: lo.id, name: 'Lo Ek' }],
    })
    const body = { version, reportedBy: '', copies: [lo.id, kim.id] }
    const changed = await h.as(anna).call(tickets.change, { params: { id }, body })
    expect(changed).toMatchObject({ reportedBy: null, copies: [{ id: kim.id }, { id: lo.id }], version: version + 1 })
    const same = { version: version + 1, copies: [kim.id, lo.id] }
    expect(await h.as(anna).call(tickets.change, { params: { id }, body: same })).toEqual(changed)
  })

  test('A-332: only contacts of the ticket’s customer, and at most twenty copies', async () => {
    const outsider = await add({}, (await h.aCustomer({ orgId })).id)
    await expect(openFor({ reportedBy: outsider.id })).rejects.toMatchObject({
      status: 422,
      fields: { reportedBy: expect.any(String) },
    })
    await expect(openFor({ copies: [outsider.id] })).rejects.toMatchObject({
      status: 422,
      fields: { copies: expect.any(String) },
    })
    const ids: string[] = []
    for (let n = 0; n <= TICKET_COPIES_MAX; n++) ids.push((await add({ name: `Person ${n}` })).id)
    await expect(openFor({ copies: ids })).rejects.toMatchObject({ status: 422 })
    const { id } = await openFor({ copies: ids.slice(1) })
    const insert = `insert into ticket_watchers (org_id, customer_id, ticket_id, contact_id) values ($1, $2, $3, $4)`
    await expect(h.test.superuser.query(insert, [orgId, customer.id, id, ids[0]])).rejects.toMatchObject({
      constraint: 'ticket_watchers_at_most_max',
    })
  })

  test('A-335: changes of reporter and copies are in the history for staff, not for customers', async () => {
    const kim = await h.aPortalUser(customer)
    const [lo, bo] = [await add({ name: 'Lo Ek' }), await add({ name: 'Bo Alm' })]
    const { id, version } = await openFor({ copies: [lo.id] })
    const change = (n: number, fields: object) =>
      h.as(anna).call(tickets.change, { params: { id }, body: { version: version + n, ...fields } })
    await change(0, { reportedBy: lo.id })
    await change(1, { reportedBy: bo.id, copies: [bo.id] })
    await change(2, { reportedBy: '', status: 'in_progress' })
    const shown = await h.as(anna).call(tickets.thread, { params: { id } })
    expect(
      shown.flatMap((entry) => (entry.kind === 'change' ? [[entry.field, entry.before, entry.after]] : [])),
    ).toEqual([
      ['reporter', null, 'Lo Ek'],
      ['reporter', 'Lo Ek', 'Bo Alm'],
      ['copy', 'Lo Ek', null],
      ['copy', null, 'Bo Alm'],
      ['status', 'open', 'in_progress'],
      ['reporter', 'Bo Alm', null],
    ])
    expect(await h.as(kim).call(portal.thread, { params: { id } })).toMatchObject([{ kind: 'change', before: 'open' }])
    const { rows } = await h.database.asActor(
      kim.sessionId,
      () => {},
      (db) => sql`select field from ticket_changes where ticket_id = ${id}`.execute(db),
    )
    expect(rows).toEqual([{ field: 'status' }])
  })

  test('a customer’s ticket is reported by the contact of its login', async () => {
    const kim = await h.aPortalUser(customer)
    const { id } = await openBy(kim)
    const ticket = await h.as(anna).call(tickets.get, { params: { id } })
    expect(ticket.reportedBy?.id).toBe(await contactOf(kim))
  })
})
