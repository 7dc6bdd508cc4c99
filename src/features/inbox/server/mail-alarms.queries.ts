import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { readMailOutage } from '#platform/mail/mail-outage.ts'
import { type MailAlarms, UNREAD_MINUTES } from '../mail-alarms.contract.ts'

/** The unread mailboxes that administrators were notified of, and the outage of the mail server; for all staff. */
export async function readMailAlarms(db: Db): Promise<Omit<MailAlarms, 'isSending'>> {
  const { rows: mailboxes } = await sql<MailAlarms['mailboxes'][number]>`
    select address, unread_since as since from unread_mailboxes() order by address`.execute(db)
  return { mailboxes, outage: await readMailOutage(db) }
}

/** How many mailboxes of all organizations have not been read for UNREAD_MINUTES. Requires the role `jobs`. */
export async function countUnreadMailboxes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mailboxes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('isActive', '=', true)
    .where(sql<boolean>`coalesce(seen_at, created_at) < now() - ${UNREAD_MINUTES} * interval '1 minute'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
