// The visit that a mail is about; the queries require the jobs' role.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Recipient } from './ticket-recipients.queries.ts'
import type { CalendarVisit } from './visit-calendar.ts'

export type MailedVisit = CalendarVisit & {
  /** Whether somebody has got mail about the visit before its last change. */
  wasTold: boolean
  /** The address of the company; null if it has stated none. */
  companyEmail: string | null
}

type ChangeKey = { orgId: string; id: string }

const ofChange = (db: Db, { orgId, id }: ChangeKey) =>
  db
    .selectFrom('visits')
    .innerJoin('profiles as person', 'person.id', 'visits.userId')
    .innerJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'visits.orgId').onRef('tickets.id', '=', 'visits.ticketId'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'visits.orgId').onRef('customers.id', '=', 'visits.customerId'),
    )
    .innerJoin('organizations', 'organizations.id', 'visits.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'visits.orgId')
    .select(['visits.id', 'visits.version', 'visits.startsAt', 'visits.endsAt', 'visits.note', 'visits.wasTold'])
    .select(['tickets.ticketNumber', 'tickets.title', 'person.fullName as who', 'organizations.name as company'])
    .select(['customers.address as place', 'companyFacts.email as companyEmail'])
    .select(sql<boolean>`visits.cancelled_at is not null`.as('isCancelled'))
    .where('visits.orgId', '=', orgId)
    .where('visits.changeId', '=', id)

/** The visit as its last change left it. */
export const findMailedVisit = (db: Db, key: ChangeKey): Promise<MailedVisit | undefined> =>
  ofChange(db, key).executeTakeFirst()

/**
 * Stores who gets mail about the change, which staff see. Returns false if nobody is to get it: of a visit that is cancelled
 * before anybody knew of it.
 */
export async function noteTold(db: Db, { orgId, id }: ChangeKey, recipients: Recipient[]): Promise<boolean> {
  const isUnknown = sql<boolean>`cancelled_at is not null and not was_told and told_to = '{}'`
  const told = await db
    .updateTable('visits')
    .set({
      toldVersion: sql<number>`version`,
      wasTold: sql<boolean>`was_told or told_to <> '{}'`,
      toldTo: sql<string[]>`case when ${isUnknown} then '{}' else ${recipients.map(({ email }) => email)}::text[] end`,
    })
    .where('orgId', '=', orgId)
    .where('changeId', '=', id)
    .returning((eb) => [eb(sql`cancelled_at is null or was_told`, '=', true).as('isTold')])
    .executeTakeFirst()
  return told?.isTold === true
}
