// The contacts of a ticket: its reporter, and those who get copies.
import { type ExpressionBuilder, sql } from 'kysely'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { invalidField } from '#platform/http/app-error.ts'
import { CONTACT_OF_OTHER_CUSTOMER, TICKET_COPIES_MAX } from '../ticket-contacts.contract.ts'

/** The contacts that get copies of the row's ticket, by name. */
export const copiesOf = (eb: ExpressionBuilder<Schema, 'tickets'>) =>
  eb
    .selectFrom('ticketWatchers')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.orgId', '=', 'ticketWatchers.orgId').onRef('contacts.id', '=', 'ticketWatchers.contactId'),
    )
    .select(['contacts.id', 'contacts.name'])
    .whereRef('ticketWatchers.ticketId', '=', 'tickets.id')
    .orderBy(sql`contacts.name collate "sv-SE-x-icu"`)
    .orderBy('contacts.id')

/** Throws 422 on the field `reportedBy` when the contact is not one of the ticket's customer. */
export const mappingReporterErrors = <T>(statement: () => Promise<T>) =>
  onConstraint({ tickets_reporter: () => invalidField('reportedBy', CONTACT_OF_OTHER_CUSTOMER) }, statement)

type TicketOf = { orgId: string; customerId: string; ticketId: string }

/** Replaces the contacts that get copies of the ticket. Throws 422 for a contact of another customer, and for too many. */
export async function setCopies(db: Db, { orgId, customerId, ticketId }: TicketOf, copies: string[]) {
  await db
    .deleteFrom('ticketWatchers')
    .where('ticketId', '=', ticketId)
    .$if(copies.length > 0, (query) => query.where('contactId', 'not in', copies))
    .execute()
  if (copies.length === 0) return
  await onConstraint(
    {
      ticket_watchers_contact: () => invalidField('copies', CONTACT_OF_OTHER_CUSTOMER),
      ticket_watchers_at_most_max: () => invalidField('copies', `Högst ${TICKET_COPIES_MAX} kan få kopia`),
    },
    () =>
      db
        .insertInto('ticketWatchers')
        .values(copies.map((contactId) => ({ orgId, customerId, ticketId, contactId })))
        .onConflict((c) => c.doNothing())
        .execute(),
  )
}
