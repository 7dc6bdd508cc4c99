import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { archive } from '../archive.contract.ts'
import { reports } from '../reports.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let akeriet: { id: string; orgId: string }
let zenit: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id })
  admin = await h.anAdmin({ orgId: org.id })
  akeriet = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  zenit = await h.aCustomer({ orgId: org.id, name: 'Zenit AB' })
})
beforeEach(() => h.test.superuser.query('delete from reports; delete from time_entries'))
afterAll(() => h.stop())

const log = (values: object = {}) =>
  h.as(technician).call(time.create, {
    body: { customerId: akeriet.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30', ...values },
  })
const generate = () =>
  h.as(technician).call(reports.generate, { body: { customerId: '', from: '2026-11-01', to: '2026-11-30' } })
const mark = (id: string) => h.as(technician).call(reports.mark, { params: { id } })

describe('a report whose rows are re-activated afterwards', () => {
  const get = (id: string) => h.as(technician).call(reports.get, { params: { id } })
  const again = (id: string) => h.as(admin).call(archive.reactivate, { params: { id } })

  test('counts and lists them, and each of its rows refers to it', async () => {
    const [early, late, untouched] = [
      await log({ workDate: '2026-11-02' }),
      await log({ workDate: '2026-11-03', customerId: zenit.id }),
      await log(),
    ]
    const { id } = await generate()
    await mark(id)
    expect(await get(id)).toMatchObject({ markedRows: 3, reactivatedRows: 0, reactivated: [] })
    for (const row of [late, early]) expect(await again(row.id)).toMatchObject({ reported: false, reportId: id })
    expect(await get(id)).toMatchObject({
      rows: 3,
      markedRows: 3,
      reactivatedRows: 2,
      reactivated: [
        { id: early.id, workDate: '2026-11-02', timeFrom: '08:00', timeTo: '10:30', customer: { name: 'Åkeriet AB' } },
        { id: late.id, customer: { name: 'Zenit AB' } },
      ],
    })
    const { rows } = await h.as(technician).call(time.list, { query: { reported: 'true' } })
    expect(new Map(rows.map((row) => [row.id, row.reportId]))).toEqual(
      new Map([early, late, untouched].map((row) => [row.id, id])),
    )
  })

  test('still counts a row that another report has marked since, which refers to that one', async () => {
    const entry = await log()
    const first = await generate()
    await mark(first.id)
    await again(entry.id)
    const second = await generate()
    await mark(second.id)
    expect(await get(first.id)).toMatchObject({ reactivatedRows: 1, reactivated: [] })
    expect(await get(second.id)).toMatchObject({ reactivatedRows: 0 })
    const { rows } = await h.as(technician).call(archive.list, { query: {} })
    expect(rows).toMatchObject([{ id: entry.id, reportId: second.id }])
  })
})
