import { bulk } from '#features/tickets/bulk.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { ticketViews } from '#screens/ticket/ticket-views.contract.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { Put, Scope } from './world.ts'

/** Of a user who is not an actor: these tables show each user the own rows only. */
export async function fillOfOwner(h: Harness, put: Put, { orgId, customer }: Pick<Scope, 'orgId' | 'customer'>) {
  const owner = await h.aTechnician({ orgId })
  const { call } = h.as(owner)
  const name = put('Vy', { userId: owner.userId })
  const view = await call(ticketViews.create, { body: { name, query: 'priority=high' } })
  const ticket = await call(tickets.create, { body: { title: 'x', description: 'x', customerId: customer } })
  const changed = [{ id: ticket.id, version: ticket.version }]
  const { id } = await call(bulk.change, { body: { tickets: changed, status: 'in_progress' } })
  return { view: view.id, bulk: id ?? '' }
}
