import { type RawBuilder, sql } from 'kysely'
import type { MailAlarms } from '../mail-alarms.contract.ts'

/** As the contract has moments. */
const moment = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The mailboxes that administrators were told of, and whether mail goes out; for all staff. A value of another statement. */
export const mailAlarms: RawBuilder<MailAlarms> = sql`json_build_object(
  'mailboxes', (
    select coalesce(json_agg(json_build_object('address', address, 'since', ${moment('unread_since')}) order by address), '[]')
    from unread_mailboxes()),
  'outage', (
    select json_build_object('since', ${moment('since')}, 'reason', reason) from mail_outage where is_told))`
