// Reported rows are immutable in the server and in the database.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { LOCKED, time } from '../time.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }
let id: string

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id })
  admin = await h.anAdmin({ orgId: org.id })
  customer = await h.aCustomer({ orgId: org.id })
  const other = await h.aCustomer({ orgId: org.id })
  body = { customerId: other.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00', version: 1 }
  const entry = await h.as(technician).call(time.create, {
    body: { customerId: customer.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30' },
  })
  id = entry.id
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [id])
})
afterAll(() => h.stop())

let body: { customerId: string; workDate: string; timeFrom: string; timeTo: string; version: number }
const stored = async () => (await h.test.superuser.query('select t::text from time_entries t order by id')).rows

describe.each(['technician', 'admin'] as const)('for a %s', (role) => {
  const person = () => (role === 'admin' ? admin : technician)

  test('the server refuses to change or remove it', async () => {
    const before = await stored()
    const locked = { status: 409, code: 'locked', message: LOCKED }
    const { call } = h.as(person())
    await expect(call(time.change, { params: { id }, body })).rejects.toMatchObject(locked)
    await expect(call(time.remove, { params: { id } })).rejects.toMatchObject(locked)
    expect(await stored()).toEqual(before)
  })

  test.each([
    `work_date = '2026-11-21'`,
    `time_from = '07:00'`,
    `time_to = '12:00'`,
    `description = 'Annat'`,
    `notes = 'Annat'`,
    `kind = 'onsite'`,
    'ticket_id = gen_random_uuid()',
    `deleted_at = now()`,
    'user_id = created_by, description = user_id::text',
    // Nor together with re-activation.
    `reported = false, reported_at = null, notes = 'Annat'`,
    'reported = false, reported_at = null, deleted_at = now()',
  ])('the database refuses to set %s', async (change) => {
    const before = await stored()
    const update = h.database.asActor(
      person().sessionId,
      () => {},
      (db) => sql`update time_entries set ${sql.raw(change)} where id = ${id}`.execute(db),
    )
    await expect(update).rejects.toMatchObject({ constraint: expect.stringMatching(/locked|reported_kept/) })
    expect(await stored()).toEqual(before)
  })

  test.each([
    'delete from time_entries',
    'update time_entries set minutes = 1',
    'update time_entries set created_by = user_id',
  ])('A-45: nobody has the right to %s', async (statement) => {
    const trying = h.database.asActor(
      person().sessionId,
      () => {},
      (db) => sql.raw(statement).execute(db),
    )
    await expect(trying).rejects.toMatchObject({ code: '42501' })
  })
})
