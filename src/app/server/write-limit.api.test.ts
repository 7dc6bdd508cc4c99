import { expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { openWriteLimit } from '#platform/http/write-limit.ts'
import { startHarness } from '#tests/harness/harness.ts'

test('A-506: a program that writes with a staff login is limited within a minute; others and reads are not', async () => {
  const h = await startHarness({ writesPerMinute: 20 })
  const { id: orgId } = await h.anOrganization()
  const [technician, other] = [await h.aTechnician({ orgId }), await h.aTechnician({ orgId })]
  const create = (person: typeof technician, name: string) => h.as(person).call(customers.create, { body: { name } })
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => create(technician, `Kund ${n}`)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await expect(create(technician, 'En till')).rejects.toMatchObject({
    status: 429,
    message: 'Din inloggning sparar fortare än någon hinner skriva. Vänta en minut och försök igen.',
  })
  expect((await h.as(technician).call(customers.list, { query: {} })).rows).toHaveLength(20)
  await create(other, 'Av en annan')
  await h.stop()
})

test('after a minute a person may write again', () => {
  const limit = openWriteLimit(2)
  limit.count('anna', 0)
  limit.count('anna', 30_000)
  expect(() => limit.count('anna', 59_999)).toThrow('Vänta en minut')
  limit.count('anna', 60_000)
})
