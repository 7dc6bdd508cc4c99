import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { settingsTasks } from '#screens/settings/server/tasks.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let technician: Person
beforeAll(async () => {
  h = await startHarness()
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())
beforeEach(() => h.test.superuser.query('delete from idempotency_keys'))

const create = (name: string, idempotencyKey = 'samma-nyckel-1') =>
  h.as(technician).call(customers.create, { body: { name } }, { idempotencyKey })
const age = (hours: number, key = 'samma-nyckel-1') =>
  h.test.superuser.query('update idempotency_keys set created_at = now() - make_interval(hours => $1) where key = $2', [
    hours,
    key,
  ])

test('a key repeats its response for a day, and may be used again after that', async () => {
  const first = await create('Björk AB')
  await age(23)
  expect(await create('Björk AB')).toEqual(first)
  await expect(create('Lind AB')).rejects.toMatchObject({ status: 422 })
  await age(25)
  const second = await create('Lind AB')
  expect(second).toMatchObject({ name: 'Lind AB' })
  expect(await create('Lind AB')).toEqual(second)
  await expect(create('Björk AB')).rejects.toMatchObject({ status: 422 })
})

test('an expired key is claimed by one of two requests', async () => {
  await create('Björk AB')
  await age(25)
  const [one, other] = await Promise.all([create('Alm AB'), create('Alm AB')])
  expect(one).toEqual(other)
})

test('the nightly cleanup deletes expired keys only', async () => {
  await create('Björk AB', 'gammal-nyckel')
  await create('Lind AB', 'ung-nyckel')
  await age(25, 'gammal-nyckel')
  await settingsTasks({ database: h.database })['kept-mail-cleanup']?.({})
  const { rows } = await h.test.superuser.query('select key from idempotency_keys')
  expect(rows).toEqual([{ key: 'ung-nyckel' }])
})
