// Whether the mail server takes outgoing mail, known to every process: mail cannot tell it. A refusal counts when the server
// refuses whoever sends: it is not reached, or does not take the sign-in or the sender. A recipient that is refused may be
// wrong, and only several different ones in a row are the server's doing; what it takes 'later' counts when that lasts.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { type MailOutageReason, OUTAGE_LATER_MINUTES, OUTAGE_REFUSALS } from '#shared/mail-outage.rules.ts'
import type { MailRefused } from './mail-refused.ts'

type Refusal = {
  reason: MailOutageReason
  /** What makes it another refusal than the one before. */
  key: string
  /** It does not pass by itself: one is enough. */
  isCertain: boolean
}

/** What a refusal says about the server; undefined when it may be about this mail or its recipient's server. */
function refusalOf({ code, responseCode, command }: MailRefused, recipient: string): Refusal | undefined {
  const once = (reason: MailOutageReason, isCertain = false) => ({ reason, key: randomUUID(), isCertain })
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
    case 'TokenRefused':
      return once('sign_in', true)
    case 'ETLS':
    case 'EREQUIRETLS':
      return once('tls')
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'EDNS':
    case 'EPROTOCOL':
    case 'ESOCKET':
    case 'ETIMEDOUT':
    case 'TokenUnreachable':
      return once('unreachable')
    case 'EENVELOPE':
    case 'EMESSAGE':
      if (!isPermanent(responseCode)) return { reason: 'later', key: recipient, isCertain: false }
      return command === 'MAIL FROM' ? once('sender') : { reason: 'recipients', key: recipient, isCertain: false }
    default:
      return undefined
  }
}

const isPermanent = (responseCode: number | undefined) => responseCode !== undefined && responseCode >= 500

/** Notes a refusal; one of another kind than those before begins the count and its time again. `recipient`: a keyed hash of the address. */
export async function noteRefused(database: Database, refused: MailRefused, recipient: string) {
  const refusal = refusalOf(refused, recipient)
  if (!refusal) return
  const { reason, key, isCertain } = refusal
  await database.as('jobs', (db) =>
    sql`insert into mail_outage as outage (reason, refusals, is_notified) values (${reason}, array[${key}], ${isCertain})
      on conflict (is_current) do update set
        reason = excluded.reason,
        since = case
          when (outage.reason = 'recipients') <> (excluded.reason = 'recipients') then excluded.since else outage.since end,
        refusals = case
          when (outage.reason = 'recipients') <> (excluded.reason = 'recipients') then excluded.refusals
          when ${key} = any(outage.refusals) or cardinality(outage.refusals) >= ${OUTAGE_REFUSALS}::int then outage.refusals
          else outage.refusals || excluded.refusals end,
        is_notified = outage.is_notified or excluded.is_notified or (
          (outage.reason = 'recipients') = (excluded.reason = 'recipients')
          and cardinality(outage.refusals) + (${key} <> all(outage.refusals))::int >= ${OUTAGE_REFUSALS}::int
          and (excluded.reason <> 'later' or outage.since < now() - ${OUTAGE_LATER_MINUTES} * interval '1 minute'))`.execute(
      db,
    ),
  )
}

/** A mail was accepted, or is kept here: there is no outage, or no more. */
export const endMailOutage = (db: Db) => db.deleteFrom('mailOutage').execute()

/** The outage that staff are told of. */
export async function readMailOutage(db: Db): Promise<{ since: string; reason: MailOutageReason } | null> {
  const outage = await db
    .selectFrom('mailOutage')
    .select(['since', 'reason'])
    .where('isNotified', '=', true)
    .executeTakeFirst()
  return outage ?? null
}
