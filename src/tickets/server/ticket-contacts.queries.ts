// The contacts of a ticket: who reported it, and who gets copies of it.
import type { Db } from '#db/database.ts'
import { invalidField } from '#lib/server/app-error.ts'
import { onConstraint } from '#lib/server/constraints.ts'
import { type JsonSql, nullWhen, objectJson, textJson, wordJson } from '#lib/server/ready-json.ts'
import { CONTACT_OF_OTHER_CUSTOMER, type ContactName, TICKET_COPIES_MAX } from '../ticket-contacts.contract.ts'

const reporterName = '(select c.name from contacts c where c.org_id = tickets.org_id and c.id = tickets.reported_by)'
const contactName = objectJson({ id: wordJson('c.id'), name: textJson('c.name') })

const copiesJson: JsonSql<ContactName[]> = {
  sql: `(select '[' || coalesce(string_agg(${contactName.sql}, ',' order by c.name collate "sv-SE-x-icu", c.id), '') || ']'
    from ticket_watchers w join contacts c on c.org_id = w.org_id and c.id = w.contact_id
    where w.org_id = tickets.org_id and w.ticket_id = tickets.id)`,
}

/** The fields of a ticket that name contacts, for statements that select from `tickets`. */
export const contactJson = {
  reportedBy: nullWhen(
    'tickets.reported_by is null',
    objectJson({ id: wordJson('tickets.reported_by'), name: textJson(reporterName) }),
  ),
  copies: copiesJson,
}

/** Throws 422 on the field `reportedBy` when the contact is not one of the ticket's customer. */
export const mappingReporterErrors = <T>(statement: () => Promise<T>) =>
  onConstraint({ tickets_reporter: () => invalidField('reportedBy', CONTACT_OF_OTHER_CUSTOMER) }, statement)

type TicketOf = { orgId: string; customerId: string; ticketId: string }

/** Makes `copies` all who get copies of the ticket. Throws 422 for a contact of another customer, and for too many. */
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
