// Merging tickets, separating them, and relating them, as staff do it. Who sees what is in tests/system/access/merged-tickets.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { ore } from '#shared/money.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import {
  COPY_OF_NOBODY,
  chooseSurvivorText,
  hasMergedText,
  ITSELF,
  intoDoneText,
  isMergedText,
  merging,
  OF_OTHER_CUSTOMER,
  writeInSurvivorText,
} from '../merging.contract.ts'
import { type ChangedTicket, type Ticket, tickets } from '../tickets.contract.ts'
import { changeSentence } from '../web/change-sentence.ts'

let h: Harness
let anna: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
})

const params = ({ id }: { id: string }) => ({ params: { id } })
const get = (ticket: { id: string }) => h.as(anna).call(tickets.get, params(ticket))
const screenOf = (ticket: { id: string }) => h.as(anna).call(tickets.screen, params(ticket))
const byStaff = (title: string, more: object = {}) =>
  h.as(anna).call(tickets.create, { body: { title, description: `${title} krånglar`, customerId, ...more } })
const byCustomer = async (title: string) =>
  get(await h.as(kim).call(portal.create, { body: { title, description: `${title} krånglar` } }))
const answer = (ticket: { id: string }, comment: string, more: object = {}) =>
  h.as(anna).call(tickets.comment, { ...params(ticket), body: { comment, ...more } })
const ask = (ticket: { id: string }, comment: string) =>
  h.as(kim).call(portal.comment, { ...params(ticket), body: { comment } })
const change = async (ticket: { id: string }, fields: Partial<ChangedTicket>) =>
  h.as(anna).call(tickets.change, { ...params(ticket), body: { version: (await get(ticket)).version, ...fields } })
const merge = async (ticket: { id: string }, into: { id: string } | null, copies: string[] = []) =>
  h.as(anna).call(merging.merge, {
    ...params(ticket),
    body: { into: into?.id ?? null, copies, version: (await get(ticket)).version },
  })
const aContact = async (name: string) =>
  (await h.as(anna).call(contacts.create, { params: { id: customerId }, body: { name } })).id
const words = async (ticket: { id: string }) =>
  (await screenOf(ticket)).thread.map((entry) => {
    if (entry.kind === 'ticket') return `#${entry.ticketNumber} ${entry.title}: ${entry.description}`
    const from = entry.fromNumber === null ? '' : `#${entry.fromNumber} `
    return from + (entry.kind === 'comment' ? entry.comment : changeSentence(entry))
  })
const refusal = (field: string, message: string) =>
  expect.objectContaining({ status: 422, message, fields: { [field]: message } })
const counts = async () => (await h.as(anna).call(tickets.list, { query: {} })).counts

describe('a merged ticket', () => {
  test('is archived, points to the survivor and sends no mail', async () => {
    const [one, two] = [await byStaff('Skrivaren', { status: 'in_progress' }), await byStaff('Papperet')]
    expect(await counts()).toEqual({ active: 2, archived: 0 })
    const merged = await merge(one, two)
    expect(merged).toMatchObject({ status: 'closed', mergedInto: { id: two.id, ticketNumber: two.ticketNumber } })
    expect(await counts()).toEqual({ active: 1, archived: 1 })
    const { rows } = await h.as(anna).call(tickets.list, { query: { tab: 'archived', search: 'skrivaren' } })
    expect(rows).toMatchObject([{ id: one.id, mergedInto: { id: two.id } }])
    expect((await h.test.superuser.query(`select task from ${queuedJobs}`)).rows).toEqual([])
  })

  test('is shown in the survivor in the order of time, with both histories', async () => {
    const one = await byCustomer('Skrivaren')
    const two = await byStaff('Papperet')
    await answer(one, 'Är den på?')
    await answer(two, 'Nytt papper är beställt.', { isInternal: true })
    await merge(one, two)
    await answer(two, 'Nu är det här.')
    const [n, m] = [one.ticketNumber, two.ticketNumber]
    expect(await words(two)).toEqual([
      `#${n} Skrivaren: Skrivaren krånglar`,
      `#${n} Är den på?`,
      `#${n} Anna Ask tog ärendet`,
      'Nytt papper är beställt.',
      `Anna Ask slog ihop #${n} med ärendet`,
      'Nu är det här.',
      'Anna Ask tog ärendet',
    ])
    expect(await words(one)).toEqual(['Är den på?', 'Anna Ask tog ärendet', `Anna Ask slog ihop ärendet med #${m}`])
    expect((await h.as(anna).call(tickets.thread, params(two))).length).toBe(7)
  })

  test('changes no more, and takes no comment of staff', async () => {
    const [one, two] = [await byStaff('Skrivaren'), await byStaff('Papperet')]
    await merge(one, two)
    const refused = { status: 422, message: writeInSurvivorText(two) }
    await expect(change(one, { status: 'open' })).rejects.toMatchObject(refused)
    await expect(change(one, { priority: 'urgent' })).rejects.toMatchObject(refused)
    await expect(answer(one, 'Hej')).rejects.toMatchObject(refused)
    await expect(answer(one, 'Hej', { isInternal: true })).rejects.toMatchObject(refused)
    await expect(
      h.test.superuser.query(`update tickets set status = 'open' where id = $1`, [one.id]),
    ).rejects.toMatchObject({ constraint: 'tickets_merged_is_closed' })
    expect(await words(two)).toEqual([
      `#${one.ticketNumber} Skrivaren: Skrivaren krånglar`,
      `Anna Ask slog ihop #${one.ticketNumber} med ärendet`,
    ])
  })

  test('gets its former status back when it is separated; later answers stay in the survivor', async () => {
    const one = await byCustomer('Skrivaren')
    const two = await byStaff('Papperet')
    await answer(one, 'Klart.', { resolves: true })
    const { resolvedAt } = await get(one)
    await merge(one, two)
    await answer(two, 'Sagt efteråt.')
    const separated = await merge(one, null)
    expect(separated).toMatchObject({ status: 'resolved', resolvedAt, mergedInto: null })
    const [n, m] = [one.ticketNumber, two.ticketNumber]
    expect(await words(two)).toEqual([
      `Anna Ask slog ihop #${n} med ärendet`,
      'Sagt efteråt.',
      'Anna Ask tog ärendet',
      `Anna Ask delade upp #${n} från ärendet`,
    ])
    expect((await words(one)).slice(-2)).toEqual([
      `Anna Ask slog ihop ärendet med #${m}`,
      `Anna Ask delade upp ärendet från #${m}`,
    ])
    expect(await merge(one, null)).toEqual(await get(one))
  })

  test('hands its wait for us over, which ends the wait for the customer, and takes it back', async () => {
    const one = await byCustomer('Skrivaren')
    const two = await byStaff('Papperet')
    await answer(two, 'Vilket format?', { holds: true })
    await merge(one, two)
    expect(await get(two)).toMatchObject({ unansweredSince: one.unansweredSince, onHoldSince: null })
    expect(await get(one)).toMatchObject({ unansweredSince: null })
    await merge(one, null)
    expect(await get(two)).toMatchObject({ unansweredSince: null, onHoldSince: null })
    expect(await get(one)).toMatchObject({ status: 'open', unansweredSince: one.unansweredSince })
  })

  test('makes the survivor as urgent as itself, unless it was done', async () => {
    const urgent = await byStaff('Skrivaren', { priority: 'urgent' })
    const [done, calm] = [await byStaff('Datorn', { priority: 'urgent' }), await byStaff('Papperet')]
    await change(done, { status: 'resolved' })
    await merge(done, calm)
    expect(await get(calm)).toMatchObject({ priority: 'normal' })
    await merge(urgent, calm)
    expect(await get(calm)).toMatchObject({ priority: 'urgent' })
    expect(await words(calm)).toContain('Anna Ask ändrade prioritet från Normal till Akut')
    await merge(await byStaff('Skärmen', { priority: 'low' }), calm)
    expect(await get(calm)).toMatchObject({ priority: 'urgent' })
  })

  test('waits for the customer again when it is separated, who is not reminded twice', async () => {
    const { superuser } = h.test
    const [one, two] = [await byCustomer('Skrivaren'), await byStaff('Papperet')]
    await answer(one, 'Vilket format?', { holds: true })
    await superuser.query('select note_reminder(org_id, id, on_hold_since) from tickets where id = $1', [one.id])
    const columns = 'select on_hold_since, hold_reminded_at, unanswered_since from tickets where id = $1'
    const before = (await superuser.query(columns, [one.id])).rows
    const history = (await words(one)).length
    await merge(one, two)
    expect((await get(one)).onHoldSince).toBeNull()
    await answer(two, 'Nu är papperet här.')
    await merge(one, null)
    expect((await superuser.query(columns, [one.id])).rows).toEqual(before)
    // That it was merged, and separated.
    expect(await words(one)).toHaveLength(history + 2)
  })

  test('does not wait for the customer who has written in the survivor', async () => {
    const [one, two] = [await byCustomer('Skrivaren'), await byCustomer('Papperet')]
    await answer(one, 'Vilket format?', { holds: true })
    await merge(one, two)
    await ask(one, 'A4.')
    expect(await merge(one, null)).toMatchObject({ status: 'open', onHoldSince: null })
  })

  test('keeps its time, travel and material, which the survivor names', async () => {
    const [one, two] = [await byStaff('Skrivaren'), await byStaff('Papperet')]
    const row = { customerId, workDate: '2026-11-20', ticketId: one.id }
    await h.as(anna).call(time.create, { body: { ...row, timeFrom: '08:00', timeTo: '09:30' } })
    const trip = { kind: 'travel', article: 'Resa', hundredths: 1050, unit: 'km', priceOre: ore(2_500) } as const
    await h.as(anna).call(expenses.create, { body: { customerId, ticketId: one.id, workDate: '2026-11-20', ...trip } })
    await merge(one, two)
    const sums = {
      time: { rows: 1, minutes: 90 },
      expenses: { rows: 1, ore: 26_250, unpriced: 0, hundredthsOfKm: 1050 },
    }
    const merged = { id: one.id, ticketNumber: one.ticketNumber, title: 'Skrivaren', ...sums }
    expect(await screenOf(two)).toMatchObject({
      time: { rows: 0, minutes: 0 },
      expenses: { rows: 0 },
      merged: [merged],
    })
    expect(await screenOf(one)).toMatchObject(sums)
  })
})

describe('what lands in the survivor', () => {
  test('a portal comment at the merged ticket, which reopens the survivor', async () => {
    const one = await byCustomer('Skrivaren')
    const two = await byCustomer('Papperet')
    await merge(one, two)
    await change(two, { status: 'resolved' })
    await ask(one, 'Det hjälpte inte.')
    expect(await get(two)).toMatchObject({ status: 'open', unansweredSince: expect.any(String) })
    expect(await get(one)).toMatchObject({ status: 'closed', unansweredSince: null })
    expect(await words(two)).toContain('Det hjälpte inte.')
    await merge(one, null)
    expect(await words(two)).toContain('Det hjälpte inte.')
    expect(await words(one)).not.toContain('Det hjälpte inte.')
  })

  test('people of the merged ticket get copies when they are chosen, and the history says so', async () => {
    const [lo, pia, bo] = [await aContact('Lo Ek'), await aContact('Pia Al'), await aContact('Bo Ask')]
    const one = await byStaff('Skrivaren', { reportedBy: lo, copies: [pia] })
    const two = await byStaff('Papperet', { reportedBy: pia })
    const unchosen = await byStaff('Bläcket', { reportedBy: lo })
    await merge(unchosen, two)
    expect((await get(two)).copies).toEqual([])
    await expect(merge(one, two, [bo])).rejects.toEqual(refusal('copies', COPY_OF_NOBODY))
    expect(await get(one)).toMatchObject({ mergedInto: null })
    await merge(one, two, [lo, pia])
    expect((await get(two)).copies).toEqual([{ id: lo, name: 'Lo Ek' }])
    expect(await words(two)).toContain('Anna Ask lade till Lo Ek i Får kopia')
  })
})

describe('tickets are not merged', () => {
  let one: Ticket
  let two: Ticket
  let three: Ticket
  beforeEach(async () => {
    one = await byStaff('Skrivaren')
    two = await byStaff('Papperet')
    three = await byStaff('Bläcket')
  })

  test('with themselves, another customer’s or one that does not exist', async () => {
    await expect(merge(one, one)).rejects.toEqual(refusal('into', ITSELF))
    const other = await h.aCustomer({ orgId: anna.orgId ?? '' })
    await expect(merge(one, await byStaff('Annat', { customerId: other.id }))).rejects.toEqual(
      refusal('into', OF_OTHER_CUSTOMER),
    )
    await expect(merge(one, { id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
  })

  test('in chains', async () => {
    await merge(one, two)
    await expect(merge(one, three)).rejects.toEqual(refusal('into', isMergedText(one, two)))
    await expect(merge(three, one)).rejects.toEqual(refusal('into', chooseSurvivorText(one, two)))
    await expect(merge(two, three)).rejects.toEqual(refusal('into', hasMergedText(two, three)))
    await merge(three, two)
    expect((await screenOf(two)).merged.map(({ id }) => id)).toEqual([one.id, three.id])
  })

  test('unresolved ones into one that is done', async () => {
    await change(two, { status: 'resolved' })
    await expect(merge(one, two)).rejects.toEqual(refusal('into', intoDoneText(one, two)))
    await merge(two, one)
    expect((await merge(two, null)).status).toBe('resolved')
  })

  test('with an outdated version', async () => {
    await change(one, { priority: 'high' })
    const body = { into: two.id, version: one.version }
    await expect(h.as(anna).call(merging.merge, { ...params(one), body })).rejects.toMatchObject({ status: 409 })
  })
})

describe('other tickets', () => {
  const others = async (ticket: { id: string }, query: object = {}) =>
    (await h.as(anna).call(merging.others, { ...params(ticket), query })).map(({ title }) => title)

  test('of the customer are found by number and title, newest first, without merged ones', async () => {
    const [one, two, three] = [await byStaff('Skrivaren 100%'), await byStaff('Papperet'), await byStaff('Skrivaren')]
    expect(await others(two)).toEqual(['Skrivaren', 'Skrivaren 100%'])
    expect(await others(two, { search: 'SKRIV' })).toEqual(['Skrivaren', 'Skrivaren 100%'])
    expect(await others(two, { search: '0% skriv' })).toEqual(['Skrivaren 100%'])
    expect(await others(two, { search: `#${three.ticketNumber}` })).toEqual(['Skrivaren'])
    await merge(one, two)
    expect(await others(three)).toEqual(['Papperet'])
  })

  test('of all customers are found as in searches, and without a search are the customer’s', async () => {
    const one = await byStaff('Skrivaren')
    const { id } = await h.aCustomer({ orgId: anna.orgId ?? '' })
    await byStaff('Servern', { customerId: id, status: 'closed' })
    expect(await others(one, { of: 'all', search: 'server' })).toEqual(['Servern'])
    expect(await others(one, { of: 'all' })).toEqual([])
  })
})

test('related tickets are shown in both, until they are not', async () => {
  const one = await byStaff('Skrivaren')
  const { id, name } = await h.aCustomer({ orgId: anna.orgId ?? '' })
  const two = await byStaff('Servern', { customerId: id, status: 'resolved' })
  const relate = (ticket: Ticket, other: Ticket) =>
    h.as(anna).call(merging.relate, { ...params(ticket), body: { relatedId: other.id } })
  await relate(one, two)
  await relate(two, one)
  expect((await screenOf(one)).related).toEqual([
    { id: two.id, ticketNumber: two.ticketNumber, title: 'Servern', customer: name, isDone: true },
  ])
  expect((await screenOf(two)).related).toMatchObject([{ id: one.id, isDone: false }])
  await expect(relate(one, one)).rejects.toEqual(refusal('relatedId', ITSELF))
  await h.as(anna).call(merging.unrelate, { params: { id: two.id, relatedId: one.id } })
  expect((await screenOf(one)).related).toEqual([])
})
