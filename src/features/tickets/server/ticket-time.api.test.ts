// Time on a ticket: the foreign key that includes the customer, and an answer with time in one transaction.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agreements } from '#features/billing/agreements.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { RUT_IS_PRIVATE, RUT_ON_SITE, TICKET_OF_OTHER_CUSTOMER, time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }
let neighbour: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  neighbour = await h.aCustomer({ orgId, name: 'Grannen AB' })
})
afterAll(() => h.stop())

const aTicket = (customerId = customer.id) =>
  h.as(technician).call(tickets.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt', customerId } })
const span = { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:30' }
const log = (values: object, person = technician) =>
  h.as(person).call(time.create, { body: { customerId: customer.id, ...span, ...values } })
const change = (id: string, values: object) =>
  h
    .as(technician)
    .call(time.change, { params: { id }, body: { customerId: customer.id, ...span, version: 1, ...values } })
const listed = (ticketId: string) => h.as(admin).call(time.list, { query: { ticketId, reported: 'true' } })
const shown = (id: string) => h.as(technician).call(tickets.screen, { params: { id } })
const refusedAtField = { status: 422, fields: { ticketId: TICKET_OF_OTHER_CUSTOMER } }

describe('a row of a ticket', () => {
  test('has its ticket and kind of work; without a ticket the default is remote', async () => {
    const { id, ticketNumber } = await aTicket()
    expect(await log({ ticketId: id, kind: 'onsite' })).toMatchObject({
      ticket: { id, ticketNumber, title: 'WiFi nere' },
      kind: 'onsite',
    })
    expect(await log({})).toMatchObject({ ticket: null, kind: 'remote' })
    expect(await log({ ticketId: '' })).toMatchObject({ ticket: null })
  })

  test('is in the ticket’s list and sum, reported or not, but not once removed', async () => {
    const { id } = await aTicket()
    const [first, reported] = [await log({ ticketId: id }), await log({ ticketId: id, timeTo: '08:15' })]
    const removed = await log({ ticketId: id })
    await h.as(technician).call(time.remove, { params: { id: removed.id } })
    await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
      reported.id,
    ])
    const { rows, total } = await listed(id)
    expect(rows.map((row) => row.id).sort()).toEqual([first.id, reported.id].sort())
    expect(total).toEqual({ rows: 2, minutes: 105 })
    expect((await shown(id)).time).toEqual({ rows: 2, minutes: 105 })
  })

  test('A-340: is refused, with an error at the field, for a ticket of another customer or none', async () => {
    const theirs = await aTicket(neighbour.id)
    const elsewhere = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
    const outside = await h.aCustomer({ orgId: elsewhere.orgId ?? '' })
    const foreign = await h.as(elsewhere).call(tickets.create, {
      body: { title: 'x', description: 'x', customerId: outside.id },
    })
    for (const ticketId of [theirs.id, foreign.id, uuidv7()])
      await expect(log({ ticketId })).rejects.toMatchObject(refusedAtField)
    const own = await log({})
    await expect(change(own.id, { ticketId: theirs.id })).rejects.toMatchObject(refusedAtField)
    expect((await listed(theirs.id)).rows).toEqual([])
  })

  test('A-340: is refused by the database too, whoever writes', async () => {
    const [own, theirs] = [await aTicket(), await aTicket(neighbour.id)]
    const { id } = await log({ ticketId: own.id })
    for (const set of [`ticket_id = '${theirs.id}'`, `customer_id = '${neighbour.id}'`])
      await expect(h.test.superuser.query(`update time_entries set ${set} where id = $1`, [id])).rejects.toMatchObject({
        constraint: 'time_entries_ticket',
      })
    // The ticket cannot be moved or deleted without its rows either.
    await expect(
      h.test.superuser.query('update tickets set customer_id = $1 where id = $2', [neighbour.id, own.id]),
    ).rejects.toMatchObject({ constraint: 'time_entries_ticket' })
    await expect(h.test.superuser.query('delete from tickets where id = $1', [own.id])).rejects.toMatchObject({
      constraint: 'time_entries_ticket',
    })
    await expect(
      h.test.superuser.query(`update time_entries set kind = 'jour' where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'time_entries_kind_values' })
  })

  test('keeps ticket and kind when a change omits them, but loses the ticket with its customer', async () => {
    const { id: ticketId } = await aTicket()
    const { id } = await log({ ticketId, kind: 'onsite' })
    expect(await change(id, { timeTo: '10:00' })).toMatchObject({ ticket: { id: ticketId }, kind: 'onsite' })
    expect(await change(id, { customerId: neighbour.id, version: 2 })).toMatchObject({ ticket: null, kind: 'onsite' })
    expect(await change(id, { customerId: customer.id, ticketId, kind: 'remote', version: 3 })).toMatchObject({
      ticket: { id: ticketId },
      kind: 'remote',
    })
    expect(await change(id, { ticketId: '', version: 4 })).toMatchObject({ ticket: null })
  })

  test('has its ticket and kind in the current row of a conflict', async () => {
    const { id: ticketId } = await aTicket()
    const { id } = await log({})
    await change(id, { ticketId, kind: 'onsite' })
    await expect(change(id, { timeTo: '10:00' })).rejects.toMatchObject({
      status: 409,
      current: { ticket: { id: ticketId }, kind: 'onsite' },
    })
  })

  test('has its ticket’s number in a report, but not in the CSV', async () => {
    const only = await h.aCustomer({ orgId: customer.orgId, name: 'Månadens AB' })
    const { id: ticketId, ticketNumber } = await aTicket(only.id)
    const { call } = h.as(technician)
    const report = async () => {
      const body = { customerId: only.id, from: '2026-11-01', to: '2026-11-30' }
      const params = { id: (await call(reports.generate, { body })).id }
      const csv = await (await call(reports.csv, { params })).text()
      return { csv, rows: (await call(reports.rows, { params, query: {} })).rows }
    }
    const { id } = await log({ customerId: only.id, description: 'Bytt switch' })
    const before = await report()
    await change(id, { customerId: only.id, description: 'Bytt switch', ticketId, kind: 'onsite' })
    const after = await report()
    expect(before.rows).toMatchObject([{ description: 'Bytt switch', ticketNumber: null }])
    expect(after.rows).toMatchObject([{ description: 'Bytt switch', ticketNumber }])
    expect(after.csv).toBe(before.csv)
  })

  test('A-341: is not visible to the customer, nor is the sum', async () => {
    const { id: ticketId } = await aTicket()
    await log({ ticketId })
    const kim = await h.aPortalUser(customer)
    const answers = [
      await h.as(kim).call(portal.get, { params: { id: ticketId } }),
      await h.as(kim).call(portal.thread, { params: { id: ticketId } }),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/minutes|onsite|remote/)
    await expect(h.as(kim).call(tickets.screen, { params: { id: ticketId } })).rejects.toMatchObject({ status: 403 })
    await expect(h.as(kim).call(time.list, { query: { ticketId } })).rejects.toMatchObject({ status: 403 })
  })
})

describe('an answer with time', () => {
  // At night overlapping work would need its clock times.
  beforeEach(() => h.test.superuser.query('delete from time_entries'))

  const answer = (id: string, body: object, person = technician) =>
    h.as(person).call(tickets.comment, { params: { id }, body: { comment: 'Du har fått en ny.', ...body } })
  const stateOf = async (id: string) => {
    const { ticket, thread, time: sum } = await shown(id)
    return { status: ticket.status, comments: thread.filter(({ kind }) => kind === 'comment').length, rows: sum.rows }
  }

  test('is a comment, a status and a row that ends now, described by the ticket’s title', async () => {
    const { id } = await aTicket()
    const before = momentInStockholm(new Date())
    const sent = await answer(id, { resolves: true, time: { minutes: 90, kind: 'onsite' } })
    expect(await stateOf(id)).toEqual({ status: 'resolved', comments: 1, rows: 1 })
    const [row] = (await listed(id)).rows
    expect(row).toMatchObject({ ...sent.time, description: 'WiFi nere', kind: 'onsite', ticket: { id } })
    expect(row?.technician.id).toBe(technician.userId)
    const after = momentInStockholm(new Date())
    expect([before, after].map((moment) => moment.slice(11))).toContain(sent.time?.timeTo)
  })

  test('may have its own description, also with an internal comment', async () => {
    const { id } = await aTicket()
    await answer(id, { isInternal: true, time: { minutes: 15, description: ' Bytt router ' } })
    expect((await listed(id)).rows).toMatchObject([{ description: 'Bytt router', kind: 'remote' }])
    expect(await stateOf(id)).toEqual({ status: 'open', comments: 1, rows: 1 })
  })

  test.each([
    ['no time at all', { minutes: 0 }, 'Tiden ska vara minst en minut'],
    ['more than twelve hours', { minutes: 721 }, /högst 12.timmar/],
    ['half a minute', { minutes: 1.5 }, 'Välj hur lång tid'],
  ])('A-342: with %s nothing is saved', async (_name, work, message) => {
    const { id } = await aTicket()
    await expect(answer(id, { resolves: true, time: work })).rejects.toMatchObject({
      status: 422,
      fields: { 'time.minutes': message instanceof RegExp ? expect.stringMatching(message) : message },
    })
    expect(await stateOf(id)).toEqual({ status: 'open', comments: 0, rows: 0 })
  })

  test('A-342: saves neither comment nor status when the database refuses the time', async () => {
    const archived = await h.aCustomer({ orgId: customer.orgId, name: 'Nedlagda AB' })
    const { id } = await aTicket(archived.id)
    await h.as(admin).call(customers.remove, { params: { id: archived.id } })
    await expect(answer(id, { resolves: true, time: { minutes: 30 } })).rejects.toMatchObject({
      status: 422,
      fields: { time: expect.stringContaining('Kunden är arkiverad') },
    })
    expect(await stateOf(id)).toEqual({ status: 'open', comments: 0, rows: 0 })
    await answer(id, {})
    expect(await stateOf(id)).toEqual({ status: 'open', comments: 1, rows: 0 })
  })

  test('A-443: may be RUT work by the rule of any row: on site, for a private customer', async () => {
    const home = await h.aCustomer({ orgId: customer.orgId, name: 'Karin Lund' })
    await h.as(admin).call(agreements.setBilling, {
      params: { id: home.id },
      body: { vat: 'standard', isPrivate: true },
    })
    const { id } = await aTicket(home.id)
    await answer(id, { time: { minutes: 30, kind: 'onsite', isRut: true } })
    expect((await listed(id)).rows).toMatchObject([{ kind: 'onsite', isRut: true }])
    await h.test.superuser.query('delete from time_entries')
    await expect(answer(id, { time: { minutes: 30, isRut: true } })).rejects.toMatchObject({
      status: 422,
      fields: { time: RUT_ON_SITE },
    })
    const { id: ofCompany } = await aTicket()
    const refused = answer(ofCompany, { time: { minutes: 30, kind: 'onsite', isRut: true } })
    await expect(refused).rejects.toMatchObject({ status: 422, fields: { time: RUT_IS_PRIVATE } })
    expect(await stateOf(ofCompany)).toEqual({ status: 'open', comments: 0, rows: 0 })
  })

  test('A-342: that is sent twice is one comment and one row', async () => {
    const { id } = await aTicket()
    const key = uuidv7()
    const body = { comment: 'Klart.', time: { minutes: 30 } }
    const sent = await Promise.all(
      [1, 2].map(() => h.as(technician).call(tickets.comment, { params: { id }, body }, { idempotencyKey: key })),
    )
    expect(sent[0]).toEqual(sent[1])
    expect(await stateOf(id)).toEqual({ status: 'open', comments: 1, rows: 1 })
  })

  test('A-343: is not possible in the portal', async () => {
    const { id } = await aTicket()
    const kim = await h.aPortalUser(customer)
    const body = { comment: 'Hej', time: { minutes: 30 } } as never
    await expect(h.as(kim).call(portal.comment, { params: { id }, body })).rejects.toMatchObject({ status: 422 })
    expect(await stateOf(id)).toEqual({ status: 'open', comments: 0, rows: 0 })
  })
})
