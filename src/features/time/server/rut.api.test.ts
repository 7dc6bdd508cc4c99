import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements } from '#features/billing/agreements.contract.ts'
import { getMonthToPrice } from '#features/billing/server/month.queries.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { RUT_IS_PRIVATE, RUT_ON_SITE, time } from '../time.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let home: { id: string; orgId: string }
let company: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  home = await h.aCustomer({ orgId, name: 'Karin Lund' })
  company = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  await bill(true)
})
afterAll(() => h.stop())

const bill = (isPrivate: boolean) =>
  h.as(admin).call(agreements.setBilling, { params: { id: home.id }, body: { vat: 'standard', isPrivate } })
const row = (values: object = {}) => ({
  customerId: home.id,
  workDate: '2026-11-20',
  timeFrom: '08:00',
  timeTo: '09:00',
  kind: 'onsite' as const,
  ...values,
})
const log = (values: object = {}) => h.as(technician).call(time.create, { body: row({ isRut: true, ...values }) })
const change = (id: string, version: number, values: object = {}) =>
  h.as(technician).call(time.change, { params: { id }, body: { ...row(values), version } })

test('a row on site for a private customer can be RUT work, which its month’s price shows', async () => {
  expect((await h.as(technician).call(customers.get, { params: { id: home.id } })).isPrivate).toBe(true)
  const { id, isRut } = await log()
  expect(isRut).toBe(true)
  const { work } = await h.database.asActor(
    technician.sessionId,
    () => undefined,
    (db, { orgId }) => getMonthToPrice(db, { orgId: orgId!, customerId: home.id }, '2026-11'),
  )
  expect(work.find((one) => one.id === id)).toMatchObject({ isRut: true, kind: 'onsite' })
})

test('the mark survives other changes, but not remote work or another customer', async () => {
  const { id } = await log()
  expect(await change(id, 1, { description: 'Ny router' })).toMatchObject({ isRut: true })
  expect(await change(id, 2, { kind: 'remote' })).toMatchObject({ isRut: false })
  expect(await change(id, 3, { isRut: true })).toMatchObject({ isRut: true })
  expect(await change(id, 4, { customerId: company.id })).toMatchObject({ isRut: false, kind: 'onsite' })
})

test('A-443: only work on site for a private customer is RUT work, whoever writes', async () => {
  await expect(log({ kind: 'remote' })).rejects.toMatchObject({ status: 422, fields: { isRut: RUT_ON_SITE } })
  await expect(log({ customerId: company.id })).rejects.toMatchObject({
    status: 422,
    fields: { isRut: RUT_IS_PRIVATE },
  })
  const { id } = await log({ customerId: company.id, isRut: false })
  await expect(change(id, 1, { customerId: company.id, isRut: true })).rejects.toMatchObject({ status: 422 })
  await expect(
    h.test.superuser.query('update time_entries set is_rut = true where id = $1', [id]),
  ).rejects.toMatchObject({ constraint: 'time_entries_rut_private' })
  const { id: marked } = await log()
  await expect(
    h.test.superuser.query(`update time_entries set kind = 'remote' where id = $1`, [marked]),
  ).rejects.toMatchObject({ constraint: 'time_entries_rut_on_site' })
})

test('a customer that becomes a company retains its marked rows, which can still be corrected', async () => {
  const { id } = await log()
  await bill(false)
  expect(await change(id, 1, { description: 'Ny router' })).toMatchObject({ isRut: true })
  await expect(log()).rejects.toMatchObject({ fields: { isRut: RUT_IS_PRIVATE } })
  await bill(true)
})
