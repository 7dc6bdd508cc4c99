import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printedCompany } from '#features/company/printed-company.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { reports } from '../reports.contract.ts'
import { reportTasks } from './tasks.ts'

let h: Harness
let technician: Person
let admin: Person
let outsider: Person
let portalUser: Person
let akeriet: { id: string; orgId: string }
let zenit: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness({ poolSize: 8 })
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId: org.id, fullName: 'Ada Admin' })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  akeriet = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  zenit = await h.aCustomer({ orgId: org.id, name: 'Zenit AB' })
  portalUser = await h.aPortalUser(akeriet)
})
beforeEach(() => h.test.superuser.query('delete from reports; delete from time_entries'))
afterAll(() => h.stop())

const NOVEMBER = { customerId: '', from: '2026-11-01', to: '2026-11-30' }

const log = (values: object = {}) =>
  h.as(technician).call(time.create, {
    body: { customerId: akeriet.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30', ...values },
  })
const logMany = (count: number) =>
  h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, description)
     select $1, gen_random_uuid(), $2, $3, date '2026-11-01' + n % 30, '08:00', '09:00', $2, 'Rad ' || n
     from generate_series(1, $4::int) n`,
    [akeriet.orgId, technician.userId, akeriet.id, count],
  )
const generate = (values: object = {}, person = technician) =>
  h.as(person).call(reports.generate, { body: { ...NOVEMBER, ...values } })
const mark = (id: string, person = technician) => h.as(person).call(reports.mark, { params: { id } })
const rowsOf = async (id: string, query: object = {}) =>
  (await h.as(technician).call(reports.rows, { params: { id }, query })).rows
const csvOf = async (id: string) => (await h.as(technician).call(reports.csv, { params: { id } })).text()
const entries = async () =>
  (
    await h.test.superuser.query<{ id: string; reported: boolean; reported_at: Date | null; version: number }>(
      'select id, reported, reported_at, version from time_entries order by id',
    )
  ).rows
const reactivate = (id: string) =>
  h.test.superuser.query('update time_entries set reported = false, reported_at = null where id = $1', [id])

describe('a generated report', () => {
  test('has the period’s active rows in the order Kund, Datum, Från, with sums and counts', async () => {
    await log({ customerId: akeriet.id, workDate: '2026-11-30', description: 'fjärde' })
    await log({
      customerId: akeriet.id,
      workDate: '2026-11-01',
      timeFrom: '13:00',
      timeTo: '14:00',
      description: 'tredje',
    })
    await log({ customerId: akeriet.id, workDate: '2026-11-01', description: 'andra', notes: 'internt' })
    await log({ customerId: zenit.id, workDate: '2026-11-15', timeTo: '09:00', description: 'första' })
    await log({ workDate: '2026-10-31' })
    await log({ workDate: '2026-12-01' })
    const { id } = await log({ workDate: '2026-11-02' })
    await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [id])
    const removed = await log()
    await h.as(technician).call(time.remove, { params: { id: removed.id } })

    const report = await generate()
    expect(report).toMatchObject({
      rows: 4,
      minutes: 420,
      alreadyReported: 1,
      customerName: null,
      createdBy: 'Tove Teknik',
      markedAt: null,
      customers: [
        { name: 'Zenit AB', rows: 1, minutes: 60 },
        { name: 'Åkeriet AB', rows: 3, minutes: 360 },
      ],
    })
    const rows = await rowsOf(report.id)
    expect(rows.map(({ description }) => description)).toEqual(['första', 'andra', 'tredje', 'fjärde'])
    expect(rows[1]).toEqual({
      position: 2,
      workDate: '2026-11-01',
      customerName: 'Åkeriet AB',
      technician: 'Tove Teknik',
      timeFrom: '08:00',
      timeTo: '10:30',
      minutes: 150,
      description: 'andra',
      ticketNumber: null,
      fromIsFirst: false,
      toIsFirst: false,
    })
  })

  test('is limited to one customer on request', async () => {
    await log()
    await log({ customerId: zenit.id })
    expect(await generate({ customerId: zenit.id })).toMatchObject({ rows: 1, customerName: 'Zenit AB' })
  })

  test('does not change when its rows, its customer and its technician change', async () => {
    const entry = await log({ description: 'som det var' })
    const report = await generate()
    const before = [await csvOf(report.id), await rowsOf(report.id)]
    const { version, workDate, timeFrom } = entry
    await h.as(technician).call(time.change, {
      params: { id: entry.id },
      body: { customerId: zenit.id, workDate, timeFrom, timeTo: '18:00', description: 'som det blev', version },
    })
    await h.test.superuser.query(`update profiles set full_name = 'Ny Namnsdotter' where id = $1`, [technician.userId])
    expect([await csvOf(report.id), await rowsOf(report.id)]).toEqual(before)
    await h.test.superuser.query(`update profiles set full_name = 'Tove Teknik' where id = $1`, [technician.userId])
  })

  test('is generated once when the request is repeated', async () => {
    await log()
    const send = () => h.as(technician).call(reports.generate, { body: NOVEMBER }, { idempotencyKey: 'samma-nyckel-1' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second.id).toBe(first.id)
  })

  test('is paginated, with longer pages for print', async () => {
    await logMany(120)
    const { id } = await generate()
    const positions: number[] = []
    for (let after: string | undefined; ; ) {
      const response = await h.as(technician).call(reports.rows, { params: { id }, query: { after } })
      positions.push(...response.rows.map(({ position }) => position))
      if (!response.next) break
      after = response.next
    }
    expect(positions).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
    expect(await rowsOf(id, { isPrint: 'true' })).toHaveLength(120)
    await expect(rowsOf(id, { after: '1;x' })).rejects.toMatchObject({ status: 422 })
  })

  test('is listed with the others, newest first', async () => {
    const first = await generate()
    const second = await generate({ customerId: zenit.id })
    const { rows, next } = await h.as(admin).call(reports.list, { query: {} })
    expect([rows.map(({ id }) => id), next]).toEqual([[second.id, first.id], null])
  })

  test('A-65: staff without an organization get the specified sentence', async () => {
    const withoutOrganization = await h.aTechnician({ orgId: null })
    await expect(generate({}, withoutOrganization)).rejects.toMatchObject({
      status: 422,
      message: 'Du måste vara kopplad till en organisation',
    })
  })
})

test('a customer with a report is archived, not deleted', async () => {
  const { id } = await h.aCustomer({ orgId: akeriet.orgId })
  await generate({ customerId: id })
  expect(await h.as(admin).call(customers.remove, { params: { id } })).toEqual({ outcome: 'archived' })
})

describe('access', () => {
  test('A-59: another organization’s report and customer get the same 404 as unknown ones', async () => {
    await log()
    const { id } = await generate()
    for (const report of [id, uuidv7()]) {
      const { call } = h.as(outsider)
      const params = { id: report }
      const requests = [
        () => call(reports.get, { params }),
        () => call(reports.rows, { params, query: {} }),
        () => call(reports.csv, { params }),
        () => call(reports.mark, { params }),
      ]
      for (const request of requests)
        await expect(request()).rejects.toMatchObject({ status: 404, message: 'Rapporten finns inte' })
    }
    await expect(generate({ customerId: akeriet.id }, outsider)).rejects.toMatchObject({
      status: 404,
      message: 'Kund hittades inte',
    })
    expect(await generate({}, outsider)).toMatchObject({ rows: 0, alreadyReported: 0 })
    expect((await entries()).some(({ reported }) => reported)).toBe(false)
  })

  test('A-40: a customer cannot generate, read or mark', async () => {
    const { id } = await generate()
    for (const request of [() => generate({}, portalUser), () => mark(id, portalUser)])
      await expect(request()).rejects.toMatchObject({ status: 403 })
  })
})

describe('marking', () => {
  test('A-130, A-166: takes the rows shown; new, changed and removed ones are left and counted', async () => {
    const [unchanged, changed, removed, marked] = [await log(), await log(), await log(), await log()]
    await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
      marked.id,
    ])
    await reactivate(marked.id)
    const report = await generate()
    const { version, workDate, timeFrom } = changed
    await h.as(technician).call(time.change, {
      params: { id: changed.id },
      body: { customerId: akeriet.id, workDate, timeFrom, timeTo: '11:00', version },
    })
    await h.as(technician).call(time.remove, { params: { id: removed.id } })
    await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [
      marked.id,
    ])
    const added = await log()
    expect(await mark(report.id)).toEqual({ marked: 1, alreadyReported: 1, changed: 2 })
    const reported = new Map((await entries()).map((entry) => [entry.id, entry.reported]))
    expect([unchanged, changed, removed, marked, added].map(({ id }) => reported.get(id))).toEqual([
      ...[true, false, false, true, false],
    ])
    expect(await h.as(admin).call(reports.get, { params: { id: report.id } })).toMatchObject({
      rows: 4,
      markedRows: 1,
      markedBy: 'Tove Teknik',
    })
  })

  test('the audit log has the user, time, report and rows', async () => {
    await logMany(3)
    const { id } = await generate()
    await mark(id)
    // Marking again changes nothing.
    await mark(id)
    const { rows } = await h.test.superuser.query(
      `select user_id, action, subject, detail from audit_log where subject_id = $1`,
      [id],
    )
    const ids = (await entries()).map((entry) => entry.id)
    expect(rows).toEqual([
      {
        user_id: technician.userId,
        action: 'marked',
        subject: 'report',
        detail: { marked: 3, alreadyReported: 0, changed: 0, ids },
      },
    ])
  })

  test('a repeated request gets the same response and is executed once', async () => {
    await logMany(3)
    const { id } = await generate()
    const send = () => h.as(technician).call(reports.mark, { params: { id } }, { idempotencyKey: 'samma-nyckel-2' })
    expect(await Promise.all([send(), send()])).toEqual(Array(2).fill({ marked: 3, alreadyReported: 0, changed: 0 }))
    expect(await mark(id)).toEqual({ marked: 0, alreadyReported: 3, changed: 0 })
  })

  test('A-167: a re-activated row is marked again only by a new report', async () => {
    const entry = await log()
    const [first, second] = [await generate(), await generate()]
    await mark(first.id)
    await reactivate(entry.id)
    for (const { id } of [first, second]) expect(await mark(id)).toEqual({ marked: 0, alreadyReported: 0, changed: 1 })
    expect(await mark((await generate()).id)).toMatchObject({ marked: 1 })
  })

  test('A-128: an empty report can be neither marked nor exported', async () => {
    const { id, rows } = await generate()
    expect(rows).toBe(0)
    await expect(mark(id)).rejects.toMatchObject({ status: 422, message: 'Ingen data att markera' })
    await expect(csvOf(id)).rejects.toMatchObject({ status: 422, message: 'Ingen data att exportera' })
  })

  test('A-165: concurrent marking of overlapping reports marks each row once, and counts add up', async () => {
    const rounds = Number(process.env.MARKING_ROUNDS ?? 6)
    await logMany(500)
    for (let round = 0; round < rounds; round++) {
      await h.test.superuser.query('update time_entries set reported = false, reported_at = null')
      const [ours, theirs] = [await generate(), await generate({ from: '2026-11-08' }, admin)]
      const before = new Map((await entries()).map(({ id, version }) => [id, version]))
      const [one, other] = await Promise.all([mark(ours.id), mark(theirs.id, admin)])
      const after = await entries()
      expect(one.marked + other.marked).toBe(500)
      expect([one.changed, other.changed]).toEqual([0, 0])
      expect([one.alreadyReported, other.alreadyReported]).toEqual([500 - one.marked, theirs.rows - other.marked])
      for (const { id, reported, version } of after) {
        expect(reported).toBe(true)
        expect(version).toBe((before.get(id) ?? 0) + 1)
      }
      const moments = new Set(after.map(({ reported_at: at }) => at?.getTime()))
      expect(moments.size).toBeLessThanOrEqual(Number(one.marked > 0) + Number(other.marked > 0))
    }
  })
})

test('a printed report has the actor’s own company', async () => {
  await h.test.superuser.query(
    `update company_facts set phone = '08-123 456 78', address = 'Storgatan 1', postal_code = '753 20', city = 'Uppsala' where org_id = $1`,
    [technician.orgId],
  )
  expect(await h.as(technician).call(printedCompany.get, {})).toEqual({
    name: 'Nordnät AB',
    orgNumber: null,
    phone: '08-123 456 78',
    email: null,
    address: 'Storgatan 1\n753 20 Uppsala',
  })
})

test('the nightly job deletes reports not marked within 7 days, but no marked ones', async () => {
  await logMany(2)
  const [marked, old, young] = [await generate(), await generate(), await generate()]
  await mark(marked.id)
  await h.test.superuser.query(
    `update reports set created_at = now() - case id when $1 then interval '6 days' else interval '8 days' end`,
    [young.id],
  )
  await reportTasks({ database: h.database })['report-cleanup']?.({})
  const { rows } = await h.as(technician).call(reports.list, { query: {} })
  expect(rows.map(({ id }) => id)).toEqual([young.id, marked.id])
  const remaining = await h.test.superuser.query('select from report_rows where report_id = $1', [old.id])
  expect(remaining.rowCount).toBe(0)
})
