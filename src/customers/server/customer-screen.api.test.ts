import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#db/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { time } from '#time/time.contract.ts'
import { CustomerScreen, customerScreen } from '../customer-screen.contract.ts'
import { customers } from '../customers.contract.ts'
import { logins } from '../logins.contract.ts'

let h: Harness
let technician: Person
let stranger: Person

beforeAll(async () => {
  h = await startHarness()
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id, fullName: 'Tove "T" \\ Teknik' })
  stranger = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(() => h.stop())

const screenOf = (id: string, person = technician) => h.as(person).call(customerScreen.get, { params: { id } })

async function aCustomerWith(entries: number) {
  const { call } = h.as(technician)
  const { id } = await call(customers.create, {
    body: { name: 'Bröd & "Bulle"', email: 'info@bulle.se', notes: 'Rad 1\nRad 2\t\u2028 </script> 😀' },
  })
  await h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, description, notes, created_by)
     select $1, gen_random_uuid(), $2, $3, '2026-01-01'::date + n, '08:05', '09:00', E'Bytte "kabel"\nrad 2', null, $2
     from generate_series(1, $4::int) n`,
    [technician.orgId, technician.userId, id, entries],
  )
  return id
}

test('the screen of a customer is the customer, its logins and its first page of time, with every character as stored', async () => {
  const id = await aCustomerWith(51)
  const [first, second] = [
    await h.aPortalUser({ id, orgId: technician.orgId ?? '' }),
    await h.aPortalUser({ id, orgId: technician.orgId ?? '' }),
  ]
  const { call } = h.as(technician)
  await call(logins.revoke, { params: { id, userId: second.userId } })
  const shown = await screenOf(id)
  expect(shown).toEqual({
    customer: await call(customers.get, { params: { id } }),
    logins: await call(logins.list, { params: { id } }),
    time: await call(time.list, { query: { customerId: id, reported: 'true' } }),
  })
  expect(CustomerScreen.parse(shown)).toEqual(shown)
  expect(shown.logins).toMatchObject([
    { id: first.userId, isRevoked: false },
    { id: second.userId, isRevoked: true },
  ])
  expect(shown.time).toMatchObject({ total: { rows: 51, minutes: 51 * 55 }, next: expect.any(String) })
  expect(shown.time.rows).toHaveLength(50)
  const { rows } = await call(time.list, { query: { customerId: id, reported: 'true', after: shown.time.next ?? '' } })
  expect(rows).toMatchObject([{ workDate: '2026-01-02', timeFrom: '08:05', description: 'Bytte "kabel"\nrad 2' }])
})

test('a customer without logins and time has neither', async () => {
  expect(await screenOf(await aCustomerWith(0))).toMatchObject({
    logins: [],
    time: { rows: [], next: null, total: { rows: 0, minutes: 0 } },
  })
})

test('A-59: another organization’s customer is as absent as one that never was', async () => {
  const id = await aCustomerWith(1)
  for (const [asked, person] of [
    [id, stranger],
    [uuidv7(), technician],
  ] as const)
    await expect(screenOf(asked, person)).rejects.toMatchObject({ status: 404, message: 'Kund hittades inte' })
  const { rows } = await h.database.asActor(
    stranger.sessionId,
    () => {},
    (db) => sql`select from logins_of(${id})`.execute(db),
  )
  expect(rows).toEqual([])
})
