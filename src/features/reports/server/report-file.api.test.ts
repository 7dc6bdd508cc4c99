import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { reports } from '../reports.contract.ts'

let h: Harness
let technician: Person
let akeriet: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness({ poolSize: 8 })
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  akeriet = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
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
const generate = () => h.as(technician).call(reports.generate, { body: NOVEMBER })
const csvOf = async (id: string) => (await h.as(technician).call(reports.csv, { params: { id } })).text()

describe('the CSV file', () => {
  test('A-123, A-125: has the specified name, BOM and columns, no internal notes and no formulas', async () => {
    const formulaCustomer = await h.aCustomer({ orgId: akeriet.orgId, name: '=1+1' })
    await log({
      customerId: formulaCustomer.id,
      workDate: '2026-11-01',
      timeTo: '08:10',
      description: 'x";=1+1\nrad två',
      notes: 'hemligt',
    })
    await log({ description: '＝SUM(A1)' })
    const { id } = await generate()
    const response = await h.app.inject({
      url: `/api/reports/${id}/csv`,
      headers: { authorization: `Bearer ${technician.token}` },
    })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="tidrapport_2026-11-01_2026-11-30.csv"')
    expect(response.rawPayload.toString()).toBe(
      '\ufeffDatum;Kund;Tekniker;Från;Till;Timmar;Beskrivning\r\n' +
        `2026-11-01;'=1+1;Tove Teknik;08:00;08:10;0,17;"x"";=1+1\nrad två"\r\n` +
        `2026-11-20;Åkeriet AB;Tove Teknik;08:00;10:30;2,50;'＝SUM(A1)\r\n`,
    )
  })

  test('has every row of a long report once', async () => {
    await logMany(2500)
    const { id } = await generate()
    const lines = (await csvOf(id)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2501)
    expect(new Set(lines).size).toBe(2501)
  })
})
