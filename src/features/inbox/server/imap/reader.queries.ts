// The state of a mailbox that its reader reads and records, for the role `jobs`.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { UNREAD_MINUTES } from '../../mail-alarms.contract.ts'
import { notifyOfUnread } from '../unread-mail.ts'

export type MailboxToRead = Awaited<ReturnType<typeof listActive>>[number]

export const listActive = (db: Db) =>
  db
    .selectFrom('mailboxes')
    .select(['orgId', 'id', 'address', 'kind', 'host', 'port', 'tls', 'login', 'secret', 'keyId', 'tenant', 'clientId'])
    .select(['folder', 'doneFolder', 'authservId', 'opensTickets', 'readDays', 'version', 'createdAt'])
    .where('isActive', '=', true)
    .orderBy('id')
    .execute()

type Key = { orgId: string; id: string }

export const findPosition = (db: Db, { orgId, id }: Key) =>
  db
    .selectFrom('mailboxes')
    .select([
      sql<string | null>`uid_validity::text`.as('uidValidity'),
      sql<string | null>`start_uid::text`.as('startUid'),
      sql<string | null>`renumbered_uid::text`.as('renumberedUid'),
      'renumberedAt',
    ])
    .where((eb) => eb.and({ orgId, id }))
    .executeTakeFirst()

type Position = {
  uidValidity: number
  startUid: number
  renumberedAt: string | null
  renumberedUid: number | null
}
export const notePosition = (db: Db, { orgId, id }: Key, position: Position) =>
  db
    .updateTable('mailboxes')
    .set(position)
    .where((eb) => eb.and({ orgId, id }))
    .execute()

/** The UIDs from `from` on that were read before. */
export async function listRead(
  db: Db,
  { orgId, id }: Key,
  { uidValidity, from }: { uidValidity: number; from: number },
) {
  const rows = await db
    .selectFrom('mailMessages')
    .select(sql<string>`uid::text`.as('uid'))
    .where((eb) => eb.and({ orgId, mailboxId: id, uidValidity }))
    .where('uid', '>=', from)
    .execute()
  return new Set(rows.map(({ uid }) => Number(uid)))
}

/** Records that the mailbox was read. With a `problem` that still needs attention, `failedAt` is before `seenAt`. */
export const noteSeen = (db: Db, { orgId, id }: Key, problem: string | null) =>
  db
    .updateTable('mailboxes')
    .set({ seenAt: sql`now()`, failure: problem, failures: 0, unreadSince: null, unreadNotifiedAt: null })
    .set({ failedAt: problem === null ? null : sql`coalesce(failed_at, now() - interval '1 millisecond')` })
    .where((eb) => eb.and({ orgId, id }))
    .execute()

/**
 * Records that the mailbox could not be read. `notifyAfterSeconds`: until administrators are due to be notified; null once
 * they were.
 */
export async function noteFailure(db: Db, { orgId, id }: Key, failure: string) {
  const noted = await db
    .updateTable('mailboxes')
    .set({
      failure,
      failedAt: sql`case when failed_at >= coalesce(seen_at, failed_at) then failed_at else now() end`,
      failures: sql`failures + 1`,
      unreadSince: sql`coalesce(unread_since, now())`,
    })
    .where((eb) => eb.and({ orgId, id }))
    .returning(['unreadNotifiedAt'])
    .returning(
      sql<number>`extract(epoch from unread_since + ${UNREAD_MINUTES} * interval '1 minute' - now())::float8`.as(
        'secondsLeft',
      ),
    )
    .executeTakeFirst()
  if (!noted || noted.unreadNotifiedAt !== null) return { notifyAfterSeconds: null }
  if (noted.secondsLeft > 0) return { notifyAfterSeconds: noted.secondsLeft }
  await notifyOfUnread(db, { orgId, id })
  return { notifyAfterSeconds: null }
}
