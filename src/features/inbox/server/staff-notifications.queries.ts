// The user's notifications, which functions of the database write (0038-notifications.sql). Row-level security shows each
// person the own ones only.
import { sql } from 'kysely'
import { namesOf } from '#features/tickets/server/people.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { FORMER_USER } from '#shared/names.rules.ts'
import {
  COUNTED_NOTIFICATIONS,
  LISTED_NOTIFICATIONS,
  type ReadNotifications,
  type StaffNotification,
} from '../staff-notifications.contract.ts'

const EXCERPT_LENGTH = 120

/** The newest first. */
export async function listNotifications(db: Db): Promise<StaffNotification[]> {
  const rows = await newest(db).execute()
  const names = await namesOf(
    db,
    rows.map(({ byId }) => byId),
  )
  return rows.map(
    ({ byId, senderName, ticketId, ticketNumber, title, customerName, enquiryId, kind, excerpt, ...row }) => ({
      ...row,
      by: byId === null ? senderName : (names.get(byId)?.fullName ?? FORMER_USER),
      ticket:
        ticketId === null
          ? null
          : { id: ticketId, ticketNumber: ticketNumber ?? 0, title: title ?? '', customerName: customerName ?? '' },
      enquiry: enquiryId === null || kind === null ? null : { id: enquiryId, kind, excerpt: excerpt ?? '' },
    }),
  )
}

const newest = (db: Db) =>
  db
    .selectFrom('staffNotifications as notification')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'notification.orgId').onRef('tickets.id', '=', 'notification.ticketId'),
    )
    .leftJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'notification.orgId').onRef('enquiries.id', '=', 'notification.enquiryId'),
    )
    .select([
      'notification.id',
      'notification.event',
      'notification.createdAt',
      'notification.readAt',
      'notification.byId',
    ])
    .select(['tickets.id as ticketId', 'tickets.ticketNumber', 'tickets.title', 'customers.name as customerName'])
    .select(['enquiries.id as enquiryId', 'enquiries.kind', 'enquiries.name as senderName'])
    .select((eb) => eb.fn.coalesce('tickets.dueAt', 'enquiries.dueAt').as('dueAt'))
    .select(sql<string | null>`left(enquiries.message, ${EXCERPT_LENGTH})`.as('excerpt'))
    .orderBy('notification.createdAt', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(LISTED_NOTIFICATIONS)

/** How many the user has not read, counted up to a limit. */
export const unreadNotifications = (db: Db) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('staffNotifications')
        .select('id')
        .where('readAt', 'is', null)
        .limit(COUNTED_NOTIFICATIONS)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))

/** Marks those of a ticket and of the tickets merged into it, whose conversation it shows, of an enquiry, or all. */
export async function readNotifications(db: Db, { ticketId, enquiryId }: ReadNotifications): Promise<void> {
  await db
    .updateTable('staffNotifications')
    .set({ readAt: sql<string>`now()` })
    .where('readAt', 'is', null)
    .$if(ticketId !== undefined, (query) => query.where('ticketId', 'in', ticketWithMerged(db, ticketId ?? '')))
    .$if(enquiryId !== undefined, (query) => query.where('enquiryId', '=', enquiryId ?? ''))
    .execute()
}

const ticketWithMerged = (db: Db, id: string) =>
  db
    .selectFrom('tickets')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('mergedInto', '=', id)]))

/** Deletes those that are older than `notification_retention()`. Requires the jobs' role. */
export const deleteOldNotifications = (db: Db) =>
  db.deleteFrom('staffNotifications').where('createdAt', '<', sql<string>`now() - notification_retention()`).execute()
