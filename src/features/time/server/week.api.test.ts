import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setHoursOfAllDates } from '#features/company/testing/opening-hours.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { TICKET_OF_OTHER_CUSTOMER, time } from '../time.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }

/** A Friday. */
const FRIDAY = '2026-11-20'

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id })
  admin = await h.anAdmin({ orgId: org.id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterAll(() => h.stop())

const add = (minutes: number, values: object = {}, person = technician) =>
  h.as(person).call(time.addCell, { body: { customerId: customer.id, workDate: FRIDAY, minutes, ...values } })
const log = (timeFrom: string, timeTo: string, values: object = {}) =>
  h
    .as(technician)
    .call(time.create, { body: { customerId: customer.id, workDate: FRIDAY, timeFrom, timeTo, ...values } })
const week = async (date = FRIDAY, person = technician) =>
  (await h.as(person).call(time.week, { query: { date } })).rows
const setLength = (id: string, minutes: number, version: number, person = technician) =>
  h.as(person).call(time.changeLength, { params: { id }, body: { minutes, version } })

test('a cell becomes a row after the day’s last one or at opening time, not marked as placed', async () => {
  expect(await add(90)).toMatchObject({ timeFrom: '08:00', timeTo: '09:30', minutes: 90, isPlaced: false })
  await log('10:00', '11:15')
  expect(await add(30)).toMatchObject({ timeFrom: '11:15', timeTo: '11:45', isPlaced: false })
  // Rows of other people and of other days do not count.
  expect(await add(60, {}, admin)).toMatchObject({ timeFrom: '08:00' })
  expect(await add(60, { workDate: '2026-11-19' })).toMatchObject({ timeFrom: '08:00' })
})

test('it stays within the company’s opening hours, also on closed days', async () => {
  await log('15:30', '16:30')
  expect(await add(120)).toMatchObject({ timeFrom: '15:00', timeTo: '17:00' })
  expect(await add(60, { workDate: '2026-11-21' })).toMatchObject({ timeFrom: '08:00' })
  await setHoursOfAllDates(h.test.superuser, customer.orgId, `day_hours = 'Fredag: 09:00–12:00, 13:00–15:00'`)
  await h.test.superuser.query('delete from time_entries')
  expect(await add(60)).toMatchObject({ timeFrom: '09:00' })
  await log('10:00', '14:30')
  expect(await add(60)).toMatchObject({ timeFrom: '14:00', timeTo: '15:00' })
  await setHoursOfAllDates(h.test.superuser, customer.orgId, 'day_hours = null')
})

test('times entered by a person are placed and stay so; other changes place nothing', async () => {
  const { id } = await add(60)
  const body = { customerId: customer.id, workDate: FRIDAY, timeFrom: '08:00', timeTo: '09:00' }
  const change = (values: object, version: number) =>
    h.as(technician).call(time.change, { params: { id }, body: { ...body, ...values, version } })
  expect(await change({ description: 'Bytt switch' }, 1)).toMatchObject({ isPlaced: false })
  expect(await setLength(id, 90, 2)).toMatchObject({ isPlaced: false, timeFrom: '08:00', timeTo: '09:30', version: 3 })
  expect(await change({ timeFrom: '20:00', timeTo: '21:30' }, 3)).toMatchObject({ isPlaced: true })
  expect(await setLength(id, 30, 4)).toMatchObject({ isPlaced: true, timeTo: '20:30', minutes: 30 })
})

test('a longer placed row that becomes after-hours work is asked about, an unplaced one is not', async () => {
  const lengthen = (id: string, minutes: number, version = 1, asks = true) =>
    h.as(technician).call(time.changeLength, { params: { id }, body: { minutes, asks, version } })
  const { id } = await log('16:00', '16:30')
  expect(await lengthen(id, 60)).toMatchObject({ timeTo: '17:00' })
  await expect(lengthen(id, 240, 2)).rejects.toMatchObject({
    status: 409,
    code: 'time_question',
    message: 'Raden blir 16:00–20:00, varav 3 tim jour.',
  })
  expect(await lengthen(id, 240, 2, false)).toMatchObject({ timeTo: '20:00', version: 3 })
  expect(await lengthen(id, 180, 3)).toMatchObject({ timeTo: '19:00' })
  const unplaced = await add(60, { workDate: '2026-11-21' })
  expect(await lengthen(unplaced.id, 240)).toMatchObject({ minutes: 240, isPlaced: false })
  const overlapping = await log('18:30', '19:30', { workDate: '2026-11-19' })
  const before = await log('16:00', '17:00', { workDate: '2026-11-19' })
  await expect(lengthen(before.id, 180)).rejects.toMatchObject({
    message: expect.stringMatching(/^Tiden överlappar .*\. Raden blir 16:00–19:00, varav 2 tim jour\.$/),
  })
  expect(overlapping.version).toBe(1)
})

test('an outdated version gets 409 with the current row', async () => {
  const { id } = await add(60)
  await setLength(id, 90, 1, admin)
  await expect(setLength(id, 120, 1)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    current: { minutes: 90, version: 2 },
  })
  const both = await Promise.allSettled([setLength(id, 30, 2), setLength(id, 45, 2, admin)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('A-348: the length of a reported row or another’s row cannot be changed', async () => {
  const { id } = await add(60, {}, admin)
  await expect(setLength(id, 90, 1)).rejects.toMatchObject({ status: 403 })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now()')
  await expect(setLength(id, 90, 1, admin)).rejects.toMatchObject({ status: 409, code: 'locked' })
})

test('A-348: a cell refuses another customer’s ticket, no length and over twelve hours', async () => {
  for (const minutes of [0, -5, 721, 1.5]) await expect(add(minutes)).rejects.toMatchObject({ status: 422 })
  await expect(add(60, { workDate: '1999-12-31' })).rejects.toMatchObject({ status: 422 })
  const other = await h.aCustomer({ orgId: customer.orgId })
  const ticket = { title: 'WiFi nere', description: 'x', customerId: other.id }
  const { id: ticketId } = await h.as(technician).call(tickets.create, { body: ticket })
  await expect(add(60, { ticketId })).rejects.toMatchObject({
    status: 422,
    fields: { ticketId: TICKET_OF_OTHER_CUSTOMER },
  })
  expect(await week()).toEqual([])
})

test('the week has one’s own rows from Monday to Sunday, also reported but not removed ones', async () => {
  const [monday, sunday] = [await add(60, { workDate: '2026-11-16' }), await add(60, { workDate: '2026-11-22' })]
  await add(60, { workDate: '2026-11-15' })
  await add(60, { workDate: '2026-11-23' })
  await add(60, {}, admin)
  const removed = await add(60)
  await h.as(technician).call(time.remove, { params: { id: removed.id } })
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
    monday.id,
  ])
  expect((await week()).map(({ id, reported }) => [id, reported])).toEqual([
    [monday.id, true],
    [sunday.id, false],
  ])
  expect(await week('2026-11-16')).toHaveLength(2)
})
