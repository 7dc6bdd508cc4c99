import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { recurring } from '../recurring.contract.ts'

let h: Harness
let technician: Person
let colleague: Person
let outsider: Person
let orgId: string
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId, fullName: 'Kim Kollega' })
  outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  // The company is open every day, so that the next date is the next one of the frequency.
  await h.test.superuser.query(
    `update company_facts set day_hours = E'Lördag: 10:00–12:00\nSöndag: 10:00–12:00' where org_id = $1`,
    [orgId],
  )
})
beforeEach(async () => {
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const today = todayInStockholm()
const body = { title: 'Kontrollera säkerhetskopian', description: 'Läs tillbaka en fil.', every: 'week' } as const
const as = (person = technician) => h.as(person).call
const add = (given: object = {}) =>
  as()(recurring.create, { params: { id: customerId }, body: { ...body, firstOn: today, ...given } })
const list = (person = technician) => as(person)(recurring.list, { params: { id: customerId } })
const change = (id: string, given: object) =>
  as()(recurring.change, { params: { id }, body: { ...body, firstOn: today, version: 1, ...given } })
const deactivate = (person: Person, isActive = false) =>
  h.test.superuser.query('update auth.users set disabled_at = case when $2 then null else now() end where id = $1', [
    ...[person.userId, isActive],
  ])

test('a recurring ticket has the fields of a ticket, a frequency and a next date', async () => {
  const added = await add({ priority: 'high', assignedTo: colleague.userId })
  expect(added).toMatchObject({
    ...body,
    customerId,
    priority: 'high',
    firstOn: today,
    nextOn: today,
    version: 1,
    isLastDay: false,
    skipsClosed: false,
    isPaused: false,
    assignee: { id: colleague.userId, fullName: 'Kim Kollega' },
  })
  const other = await add({ title: 'Annat', firstOn: addDays(today, 3) })
  expect(other.nextOn).toBe(addDays(today, 3))
  expect(await list()).toEqual([added, other])
})

test('a first date in the past sets the frequency without tickets for past dates', async () => {
  expect((await add({ firstOn: addDays(today, -8) })).nextOn).toBe(addDays(today, 6))
})

test('missing and wrong fields have errors at the field', async () => {
  await expect(add({ title: ' ', description: '', every: 'day', firstOn: '' })).rejects.toMatchObject({
    fields: {
      title: 'Titel krävs',
      description: 'Beskrivning krävs',
      every: 'Välj hur ofta',
      firstOn: 'Ange första datum',
    },
  })
  await expect(add({ assignedTo: outsider.userId })).rejects.toMatchObject({ status: 404 })
  await expect(add({ assignedTo: uuidv7() })).rejects.toMatchObject({ status: 404 })
  // Ignored for a frequency without months.
  expect(await add({ every: 'week', isLastDay: true })).toMatchObject({ isLastDay: false })
  expect(await add({ every: 'month', firstOn: '2026-02-27', isLastDay: true })).toMatchObject({ isLastDay: false })
  expect(await add({ every: 'month', firstOn: '2026-02-28', isLastDay: true })).toMatchObject({ isLastDay: true })
})

test('an inactive person cannot be assigned, but an assignee who becomes inactive may stay', async () => {
  const { id } = await add({ assignedTo: colleague.userId })
  await deactivate(colleague)
  await expect(add({ assignedTo: colleague.userId })).rejects.toMatchObject({
    fields: { assignedTo: 'Den ansvarige är inaktiv. Välj någon annan.' },
  })
  expect(await change(id, { title: 'Nytt', assignedTo: colleague.userId })).toMatchObject({
    title: 'Nytt',
    version: 2,
    assignee: { id: colleague.userId },
  })
  await deactivate(colleague, true)
})

test('an archived customer gets no new ones, an unknown customer 404', async () => {
  await add()
  const params = { id: customerId }
  expect(await h.as(await h.anAdmin({ orgId })).call(customers.remove, { params })).toEqual({ outcome: 'archived' })
  await expect(add()).rejects.toMatchObject({
    status: 422,
    message: 'Kunden är arkiverad. Återställ kunden först.',
  })
  await expect(as()(recurring.list, { params: { id: uuidv7() } })).rejects.toMatchObject({ status: 404 })
  await expect(list(outsider)).rejects.toMatchObject({ status: 404 })
})

test('an outdated version gets 409 with the current row', async () => {
  const { id } = await add()
  expect(await change(id, { title: 'Första' })).toMatchObject({ title: 'Första', version: 2 })
  await expect(change(id, { title: 'Andra' })).rejects.toMatchObject({ status: 409, current: { title: 'Första' } })
  await expect(change(uuidv7(), {})).rejects.toMatchObject({
    status: 404,
    message: 'Det återkommande ärendet finns inte',
  })
})

test('changed dates begin today, whatever was handled before', async () => {
  const { id } = await add({ every: 'month', firstOn: addDays(today, 5) })
  await h.test.superuser.query(`update recurring_tickets set handled_until = $2 where id = $1`, [
    ...[id, addDays(today, 2)],
  ])
  expect(await change(id, { firstOn: addDays(today, -14) })).toMatchObject({ nextOn: addDays(today, 7) })
  await expect(
    h.test.superuser.query(`update recurring_tickets set handled_until = handled_until - 1 where id = $1`, [id]),
  ).rejects.toMatchObject({ constraint: 'recurring_tickets_handled_once' })
})

test('a paused one has no next date; a removed one is not listed and can be restored', async () => {
  const { id } = await add()
  const pause = (isPaused: boolean) => as()(recurring.pause, { params: { id }, body: { isPaused } })
  expect(await pause(true)).toMatchObject({ isPaused: true, nextOn: null })
  await expect(pause(true)).rejects.toMatchObject({ status: 409, current: { isPaused: true, version: 2 } })
  expect(await pause(false)).toMatchObject({ isPaused: false, nextOn: today })
  await as()(recurring.remove, { params: { id } })
  expect(await list()).toEqual([])
  expect(await as()(recurring.restore, { params: { id } })).toMatchObject({ id })
  expect(await list()).toMatchObject([{ id }])
  const { rows } = await h.test.superuser.query(
    `select action from audit_log where subject = 'recurring_ticket' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['created', 'paused', 'resumed', 'deleted', 'restored'])
})

test('A-452: another company’s gets the same 404 as one that does not exist', async () => {
  const { id } = await add()
  const call = as(outsider)
  const params = { id }
  const attempts = [
    () => call(recurring.change, { params, body: { ...body, firstOn: today, version: 1 } }),
    () => call(recurring.pause, { params, body: { isPaused: true } }),
    () => call(recurring.remove, { params }),
    () => call(recurring.restore, { params }),
    () => call(recurring.list, { params: { id: customerId } }),
    () => call(recurring.create, { params: { id: customerId }, body: { ...body, firstOn: today } }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 })
  expect(await list()).toMatchObject([{ id, version: 1, isPaused: false }])
})
