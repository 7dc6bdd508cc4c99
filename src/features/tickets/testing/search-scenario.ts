// Setup of the search tests: an organization with a technician who searches, and tickets inserted by SQL.
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { searchTickets } from '../server/search.queries.ts'

export type SearchCriteria = Partial<Parameters<typeof searchTickets>[1]>
export type SearchScenario = Awaited<ReturnType<typeof aSearchScenario>>

const defaults = {
  title: 'Ärende',
  description: 'Text',
  customer: 'Kund',
  comments: [] as string[],
  internal: false,
  status: 'open',
  priority: 'normal',
  assignedTo: null as string | null,
  at: new Date(),
}
let number = 5000

export async function aSearchScenario(h: Harness) {
  const { id: orgId } = await h.anOrganization()
  const technician = await h.aTechnician({ orgId })

  /** Ids of the tickets that a person finds, by default among active tickets. */
  const searchAs = (person: Person, criteria: SearchCriteria) =>
    h.database.asActor(
      person.sessionId,
      () => {},
      (db) => searchTickets(db, { search: '', tab: 'active', ...criteria }),
    )

  /** A ticket with its own customer and comments by the technician; numbers are unique across scenarios. */
  async function aTicket(overrides: Partial<typeof defaults> = {}) {
    const ticket = { ...defaults, ...overrides }
    const { title, description, status, priority, assignedTo, at } = ticket
    const id = uuidv7()
    const customer = await h.aCustomer({ orgId, name: ticket.customer })
    number += 1
    await h.test.superuser.query(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to,
         created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [orgId, id, number, customer.id, title, description, status, priority, assignedTo, at],
    )
    for (const comment of ticket.comments)
      await h.test.superuser.query(
        `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [orgId, uuidv7(), customer.id, id, technician.userId, comment, ticket.internal],
      )
    return { id, customer, number }
  }

  return { orgId, technician, searchAs, search: (criteria: SearchCriteria) => searchAs(technician, criteria), aTicket }
}
