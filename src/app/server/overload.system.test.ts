import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { WAIT_TIMEOUT_MS } from '#platform/database/database.ts'
import { createCall } from '#shared/web/call.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ pool: { waitTimeoutMs: WAIT_TIMEOUT_MS } })
})
afterAll(() => harness.stop())

test('a request that waits too long for a row lock gets 503 with Retry-After; others are served', async () => {
  const { anOrganization, aCustomer, aTechnician, test: database, app } = harness
  const { id: orgId } = await anOrganization()
  const customer = await aCustomer({ orgId })
  const technician = await aTechnician({ orgId })
  const authorization = `Bearer ${technician.token}`
  const open = () =>
    app.inject({
      method: 'POST',
      url: '/api/tickets',
      headers: { authorization },
      payload: { title: 'WiFi nere', description: 'Ingen kontakt', customerId: customer.id },
    })
  await database.superuser.query('begin')
  await database.superuser.query('select 1 from customers where id = $1 for update', [customer.id])
  const [refused, ready] = await Promise.all([open(), app.inject('/readyz')])
  expect(ready.statusCode).toBe(200)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ error: { code: 'busy' } })
  await database.superuser.query('rollback')
  expect((await open()).statusCode).toBe(200)
})

test('A-236: a refused call is repeated after the pause, takes effect once, and keeps its user', async () => {
  const { anOrganization, aCustomer, aTechnician, test: database } = harness
  const { id: orgId } = await anOrganization()
  const customer = await aCustomer({ orgId })
  const technician = await aTechnician({ orgId })
  const otherTechnician = await aTechnician({ orgId })
  await database.superuser.query('begin')
  await database.superuser.query('select 1 from customers where id = $1 for update', [customer.id])
  const body = { title: 'WiFi nere', description: 'Ingen kontakt', customerId: customer.id }
  const statuses: number[] = []
  const call = createCall({
    fetch: async (input, init) => {
      const response = await harness.fetch(input, init)
      statuses.push(response.status)
      if (response.status === 503) await database.superuser.query('rollback')
      return response
    },
    // Meanwhile another user signs in in another tab.
    token: () => (statuses.length === 0 ? technician : otherTechnician).token,
    renew: async () => undefined,
  })
  const { id } = await call(tickets.create, { body })
  expect(statuses).toEqual([503, 200])
  const { rows } = await database.superuser.query('select id, created_by from tickets where org_id = $1', [orgId])
  expect(rows).toEqual([{ id, created_by: technician.userId }])
})
