import { recurring } from '#features/tickets/recurring.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import type { Put } from './world.ts'

/** A recurring ticket; the portal shows nothing of it until a ticket is created from it. */
export async function fillRecurring(h: Harness, put: Put, { customer, staff }: { customer: string; staff: Person }) {
  const body = { title: put('Kontroll', 'staff'), description: put('Läs', 'staff'), every: 'month' } as const
  const { id } = await h.as(staff).call(recurring.create, {
    params: { id: customer },
    body: { ...body, firstOn: '2026-12-01' },
  })
  const removed = await h.as(staff).call(recurring.create, {
    params: { id: customer },
    body: { title: 'Borttagen', description: 'x', every: 'month', firstOn: '2026-12-01' },
  })
  await h.as(staff).call(recurring.remove, { params: { id: removed.id } })
  return { recurring: id, removedRecurring: removed.id }
}
