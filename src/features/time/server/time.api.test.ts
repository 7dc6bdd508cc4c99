import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { LOCKED, NOT_YOURS, time } from '../time.contract.ts'
import { elapsedMinutes } from '../time.rules.ts'

let h: Harness
let technician: Person
let colleague: Person
let admin: Person
let outsider: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId: org.id, fullName: 'Kalle Kollega' })
  admin = await h.anAdmin({ orgId: org.id })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
})
afterAll(() => h.stop())

const row = (values: object = {}) => ({
  customerId: customer.id,
  workDate: '2026-11-20',
  timeFrom: '08:00',
  timeTo: '10:30',
  ...values,
})
const log = (values: object = {}, person = technician) => h.as(person).call(time.create, { body: row(values) })

test('the database sets the minutes of a row, and the session its technician', async () => {
  const entry = await log({ description: ' Bytt switch ', notes: '' })
  expect(entry).toMatchObject({
    minutes: 150,
    description: 'Bytt switch',
    notes: null,
    reported: false,
    customer: { name: 'Åkeriet AB' },
    technician: { id: technician.userId, fullName: 'Tove Teknik' },
  })
})

describe('elapsed time in Europe/Stockholm', () => {
  test.each([
    ['over midnight', '2026-11-20', '22:00', '02:00', 240],
    ['over the spring night', '2026-03-29', '01:00', '04:00', 120],
    ['over the autumn night', '2026-10-25', '01:00', '04:00', 240],
    ['into the repeated hour', '2026-10-25', '01:30', '02:30', 120],
    ['the longest day', '2026-10-24', '23:00', '22:59', 1499],
    ['a leap day', '2024-02-29', '08:00', '09:00', 60],
    ['over the whole spring night', '2026-03-28', '22:00', '06:00', 420],
    ['over the whole autumn night', '2026-10-24', '22:00', '06:00', 540],
    ['from the repeated hour', '2026-10-25', '02:30', '03:30', 60],
    ['the last minute', '2026-11-20', '23:59', '00:00', 1],
    ['to the last minute', '2026-11-20', '08:00', '23:59', 959],
  ])('%s, as the form shows it before it is saved', async (_name, workDate, timeFrom, timeTo, minutes) => {
    expect(elapsedMinutes({ workDate, timeFrom, timeTo })).toBe(minutes)
    expect(await log({ workDate, timeFrom, timeTo })).toMatchObject({ minutes, workDate, timeFrom, timeTo })
  })

  test.each([
    ['equal times', { timeFrom: '08:00', timeTo: '08:00' }, 'timeTo', 'Sluttiden kan inte vara samma som starttiden'],
    [
      'a start that the spring night skips',
      { workDate: '2026-03-29', timeFrom: '02:30', timeTo: '04:00' },
      'timeFrom',
      /finns inte/,
    ],
    [
      'an end that the spring night skips',
      { workDate: '2026-03-28', timeFrom: '23:00', timeTo: '02:15' },
      'timeTo',
      /finns inte/,
    ],
    ['a date that does not exist', { workDate: '2026-02-29' }, 'workDate', 'Ange ett datum som 2026-11-21'],
    ['a date before 2000', { workDate: '1999-12-31' }, 'workDate', /2000-01-01/],
    ['a date more than a year ahead', { workDate: addDays(todayInStockholm(), 367) }, 'workDate', /ett år framåt/],
    ['no start', { timeFrom: undefined }, 'timeFrom', 'Ange starttid'],
    ['an empty end', { timeTo: '' }, 'timeTo', 'Ange sluttid'],
    ['no customer', { customerId: undefined }, 'customerId', 'Välj en kund'],
    ['24:00', { timeTo: '24:00' }, 'timeTo', 'Ange klockslag som 08:05'],
  ])('%s is refused with an error at the field', async (_name, values, field, message) => {
    await expect(log(values)).rejects.toMatchObject({
      status: 422,
      fields: { [field]: message instanceof RegExp ? expect.stringMatching(message) : message },
    })
  })
})

describe('fields that the client may not set', () => {
  test.each(['minutes', 'org_id', 'orgId', 'createdBy', 'reported', 'reportedAt', '__proto__.role'])(
    '%s is an unknown field',
    async (key) => {
      await expect(h.as(technician).call(time.create, { body: { ...row(), [key]: 1 } as never })).rejects.toMatchObject(
        { status: 422 },
      )
    },
  )

  test('A-45: a technician cannot log time for a colleague; an administrator can', async () => {
    await expect(log({ userId: colleague.userId })).rejects.toMatchObject({ status: 403 })
    expect(await log({ userId: colleague.userId }, admin)).toMatchObject({ technician: { fullName: 'Kalle Kollega' } })
    expect(await log({ userId: technician.userId })).toMatchObject({ technician: { id: technician.userId } })
  })

  test('A-55, A-60: unknown technicians and customers get 404', async () => {
    await expect(log({ userId: outsider.userId }, admin)).rejects.toMatchObject({
      status: 404,
      message: 'Teknikern finns inte',
    })
    await expect(log({}, outsider)).rejects.toMatchObject({ status: 404, message: 'Kund hittades inte' })
    const [{ count }] = (
      await h.test.superuser.query(`select count(*)::int from time_entries where org_id = $1`, [outsider.orgId])
    ).rows
    expect(count).toBe(0)
  })

  test('A-65: staff without an organization get the specified message, and nothing is saved', async () => {
    const withoutOrganization = await h.aTechnician({ orgId: null })
    await expect(log({}, withoutOrganization)).rejects.toMatchObject({
      status: 422,
      message: 'Du måste vara kopplad till en organisation',
    })
    expect(await h.as(withoutOrganization).call(time.list, { query: {} })).toMatchObject({
      rows: [],
      total: { rows: 0, minutes: 0 },
    })
  })
})

describe('changing a row', () => {
  test('the minutes are recalculated when the technician changes it', async () => {
    const entry = await log()
    const changed = await h
      .as(technician)
      .call(time.change, { params: { id: entry.id }, body: { ...row({ timeTo: '12:00' }), version: entry.version } })
    expect(changed).toMatchObject({ minutes: 240, version: entry.version + 1, technician: { id: technician.userId } })
  })

  test('A-168: an outdated version gets 409 with the current row', async () => {
    const entry = await log()
    const change = (timeTo: string) =>
      h
        .as(technician)
        .call(time.change, { params: { id: entry.id }, body: { ...row({ timeTo }), version: entry.version } })
    await change('11:00')
    await expect(change('12:00')).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      current: { timeTo: '11:00', version: 2 },
    })
  })

  test('a colleague may not change it; an administrator may, and the technician stays the same', async () => {
    const entry = await log()
    const body = { ...row({ timeTo: '09:00' }), version: entry.version }
    await expect(h.as(colleague).call(time.change, { params: { id: entry.id }, body })).rejects.toMatchObject({
      status: 403,
      message: NOT_YOURS,
    })
    await expect(h.as(colleague).call(time.remove, { params: { id: entry.id } })).rejects.toMatchObject({ status: 403 })
    expect(await h.as(admin).call(time.change, { params: { id: entry.id }, body })).toMatchObject({
      technician: { id: technician.userId },
    })
  })

  test('a reported row cannot be changed, not even by administrators', async () => {
    const entry = await log()
    await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where id = $1`, [
      entry.id,
    ])
    const body = { ...row({ timeTo: '09:00' }), version: entry.version }
    await expect(h.as(admin).call(time.change, { params: { id: entry.id }, body })).rejects.toMatchObject({
      status: 409,
      message: LOCKED,
    })
    await expect(h.as(admin).call(time.remove, { params: { id: entry.id } })).rejects.toMatchObject({
      status: 409,
      message: LOCKED,
    })
  })

  test('a removed row is in no list or sum until it is restored', async () => {
    const { id: customerId } = await h.aCustomer({ orgId: customer.orgId })
    const entry = await log({ customerId })
    const listed = () => h.as(technician).call(time.list, { query: { customerId } })
    await h.as(technician).call(time.remove, { params: { id: entry.id } })
    expect(await listed()).toMatchObject({ rows: [], total: { rows: 0, minutes: 0 } })
    await expect(h.as(colleague).call(time.restore, { params: { id: entry.id } })).rejects.toMatchObject({
      status: 403,
    })
    await h.as(technician).call(time.restore, { params: { id: entry.id } })
    expect(await listed()).toMatchObject({ rows: [{ id: entry.id }], total: { rows: 1, minutes: 150 } })
  })

  test('every change is in the audit log, without the texts', async () => {
    const entry = await log({ description: 'hemlig text' })
    await h
      .as(technician)
      .call(time.change, { params: { id: entry.id }, body: { ...row({ timeTo: '12:00' }), version: 1 } })
    await h.as(technician).call(time.remove, { params: { id: entry.id } })
    const { rows } = await h.test.superuser.query(
      `select action, detail from audit_log where subject_id = $1 order by at, id`,
      [entry.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted'])
    expect(rows[1].detail).toMatchObject({ before: { minutes: 150 }, after: { minutes: 240 } })
    expect(JSON.stringify(rows)).not.toContain('hemlig')
  })
})

describe('the list', () => {
  test('filters by customer and month, includes reported rows on request, and sums all matches', async () => {
    const { id: customerId } = await h.aCustomer({ orgId: customer.orgId, name: 'Månadskund' })
    await log({ customerId, workDate: '2026-10-31' })
    await log({ customerId, workDate: '2026-11-01' })
    const reported = await log({ customerId, workDate: '2026-11-30' })
    await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where id = $1`, [
      reported.id,
    ])
    const total = async (query: object) =>
      (await h.as(colleague).call(time.list, { query: { customerId, ...query } })).total
    expect(await total({})).toEqual({ rows: 2, minutes: 300 })
    expect(await total({ month: '2026-11' })).toEqual({ rows: 1, minutes: 150 })
    expect(await total({ month: '2026-11', reported: 'true' })).toEqual({ rows: 2, minutes: 300 })
    await expect(total({ month: '2026-13' })).rejects.toMatchObject({ status: 422 })
    await expect(total({ orgId: outsider.orgId })).rejects.toMatchObject({ status: 422 })
  })

  test('can be limited to the actor’s own rows, also reported ones', async () => {
    const own = await h.aCustomer({ orgId: customer.orgId, name: 'Egna AB' })
    const [mine, reported] = [await log({ customerId: own.id }), await log({ customerId: own.id, timeTo: '09:00' })]
    await log({ customerId: own.id }, colleague)
    await h.test.superuser.query(`update time_entries set reported = true, reported_at = now() where id = $1`, [
      reported.id,
    ])
    const listed = (query: object) =>
      h.as(technician).call(time.list, { query: { customerId: own.id, mine: 'true', ...query } })
    expect(await listed({})).toMatchObject({ rows: [{ id: mine.id }], total: { rows: 1, minutes: 150 } })
    expect((await listed({ reported: 'true' })).total).toEqual({ rows: 2, minutes: 210 })
    expect((await listed({ reported: 'true', month: '2026-11' })).total).toEqual({ rows: 2, minutes: 210 })
    expect((await listed({ mine: 'false' })).total).toEqual({ rows: 2, minutes: 300 })
  })

  test('is paginated without gaps or duplicates while rows are added', async () => {
    const { id: customerId } = await h.aCustomer({ orgId: customer.orgId, name: 'Mångradig' })
    await h.test.superuser.query(
      `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, minutes)
       select $1, gen_random_uuid(), $2, $3, date '2026-01-01' + n / 7, '08:00', '09:00', $2, 60 from generate_series(1, 120) n`,
      [customer.orgId, technician.userId, customerId],
    )
    const listed: string[] = []
    let after: string | undefined
    do {
      const response = await h.as(technician).call(time.list, { query: { customerId, after } })
      listed.push(...response.rows.map(({ id }) => id))
      if (listed.length === 50) await log({ customerId })
      after = response.next ?? undefined
    } while (after)
    expect(listed).toHaveLength(120)
    expect(new Set(listed).size).toBe(120)
    await expect(h.as(technician).call(time.list, { query: { after: 'x' } })).rejects.toMatchObject({ status: 422 })
  })
})

test('a repeated request logs one row; another body with the same key is refused', async () => {
  const { id: customerId } = await h.aCustomer({ orgId: customer.orgId })
  const send = (timeTo: string) =>
    h.as(technician).call(time.create, { body: row({ customerId, timeTo }) }, { idempotencyKey: 'samma-nyckel-1' })
  const [first, second] = await Promise.all([send('09:00'), send('09:00')])
  expect(second).toEqual(first)
  expect((await h.as(technician).call(time.list, { query: { customerId } })).rows).toHaveLength(1)
  await expect(send('10:00')).rejects.toMatchObject({ status: 422 })
})

test('time for an archived customer is refused', async () => {
  const { id: customerId } = await h.aCustomer({ orgId: customer.orgId })
  await h.test.superuser.query(`alter table customers disable trigger guard_archive`)
  await h.test.superuser.query(`update customers set archived_at = now() where id = $1`, [customerId])
  await h.test.superuser.query(`alter table customers enable trigger guard_archive`)
  await expect(log({ customerId })).rejects.toMatchObject({
    status: 422,
    fields: { customerId: expect.stringMatching(/arkiverad/) },
  })
})
