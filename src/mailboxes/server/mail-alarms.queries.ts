import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { readMailOutage } from '#lib/server/mail-outage.ts'
import type { MailAlarms } from '../mail-alarms.contract.ts'

/** The mailboxes that administrators were told of, and the outage of the mail server; for all staff. */
export async function readMailAlarms(db: Db): Promise<Omit<MailAlarms, 'isSending'>> {
  const { rows: mailboxes } = await sql<MailAlarms['mailboxes'][number]>`
    select address, unread_since as since from unread_mailboxes() order by address`.execute(db)
  return { mailboxes, outage: await readMailOutage(db) }
}
