import { afterAll, beforeAll, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('an answer whose time makes a day over 16 hours is refused with an error at the field', async () => {
  const { id: orgId } = await h.anOrganization()
  const technician = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  const body = { title: 'WiFi nere', description: 'Ingen kontakt', customerId: customer.id }
  const { id } = await h.as(technician).call(tickets.create, { body })
  const answer = (comment: string) =>
    h.as(technician).call(tickets.comment, {
      params: { id },
      body: { comment, time: { minutes: 240, span: null } },
    })
  for (const comment of ['Ett', 'Två', 'Tre', 'Fyra']) await answer(comment)
  const workDate = todayInStockholm()
  await expect(answer('Fem')).rejects.toMatchObject({
    status: 422,
    fields: { time: `Det blir 20 tim den ${workDate}. Stämmer det registrerar du tiden i Tidrapport.` },
  })
  const { rows } = await h.as(technician).call(time.list, { query: {} })
  expect(rows).toHaveLength(4)
})
