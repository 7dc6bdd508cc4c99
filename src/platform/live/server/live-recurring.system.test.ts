// Events of recurring tickets, on real streams.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { makeDueTickets } from '#features/tickets/server/recurring-tasks.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openStream, type Stream, untilBegun } from '../testing/stream.ts'

let h: Harness
let technician: Person
let customer: { id: string; orgId: string }
let staff: Stream
let portal: Stream
let outsider: Stream

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId })
  const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await openStream(`${address}/api/live`, technician)
  portal = await openStream(`${address}/api/portal/live`, await h.aPortalUser(customer))
  outsider = await openStream(
    `${address}/api/live`,
    await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id }),
  )
  await untilBegun([staff, portal, outsider])
})
afterAll(() => {
  for (const stream of [staff, portal, outsider]) stream.close()
  return h.stop()
})

test('only staff get an event of a recurring ticket, the customer too of the ticket made from it', async () => {
  const { id } = await h.as(technician).call(recurring.create, {
    params: { id: customer.id },
    body: { title: 'Kontroll', description: 'Läs', every: 'week', firstOn: '2026-09-07' },
  })
  await until(() => expect(staff.events).toContainEqual({ about: 'recurring' }))
  await h.test.superuser.query(`begin; set local session_replication_role = replica;
    update recurring_tickets set handled_until = '2026-09-06' where id = '${id}'; commit`)
  staff.events.length = 0
  await makeDueTickets(h.database, new Date('2026-09-07T10:00:00Z'))
  const ticketId = (await h.test.superuser.query('select id from tickets')).rows[0].id
  await until(() => expect(staff.events).toContainEqual({ about: 'recurring' }))
  await until(() => expect(staff.events).toContainEqual({ about: 'ticket', ticketId }))
  await until(() => expect(portal.events).toContainEqual({ about: 'ticket', ticketId }))
  expect(portal.bytes() + outsider.bytes()).not.toContain('recurring')
})
