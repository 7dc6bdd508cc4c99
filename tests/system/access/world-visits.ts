import { visits } from '#features/tickets/visits.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { aVisit } from './bodies.ts'
import type { Put } from './world.ts'

type Scope = { ticket: string; customer: string; staff: Person }

/** A planned visit, which those who see its ticket see too. */
export async function fillVisit(h: Harness, put: Put, { ticket, customer, staff }: Scope) {
  const body = { ...aVisit, userId: staff.userId, note: put('Besök', 'company', customer) }
  return { visit: (await h.as(staff).call(visits.create, { params: { id: ticket }, body })).id }
}
