// What the tests of search need: an organization with a technician who searches, and tickets that stand in the database.

import { uuidv7 } from '#db/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { searchTickets } from '../server/search.queries.ts'

export type Wanted = Partial<Parameters<typeof searchTickets>[1]>
export type Office = Awaited<ReturnType<typeof openOffice>>

const usual = {
  ...{ title: 'Ärende', description: 'Text', customer: 'Kund', comments: [] as string[], internal: false },
  ...{ status: 'open', priority: 'normal', assignedTo: null as string | null, at: new Date() },
}
let number = 5000

export async function openOffice(h: Harness) {
  const { id: orgId } = await h.anOrganization()
  const technician = await h.aTechnician({ orgId })

  /** Ids of what a person finds, among active tickets unless said otherwise. */
  const searchAs = (person: Person, wanted: Wanted) =>
    h.database.asActor(
      person.sessionId,
      () => {},
      (db) => searchTickets(db, { search: '', tab: 'active', ...wanted }),
    )

  /** With a customer of its own and comments by the technician; numbered through all offices. */
  async function aTicket(given: Partial<typeof usual> = {}) {
    const ticket = { ...usual, ...given }
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

  return { orgId, technician, searchAs, search: (wanted: Wanted) => searchAs(technician, wanted), aTicket }
}
