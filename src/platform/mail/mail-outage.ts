// Whether a mail server accepts outgoing mail. Stored for every process, since mail cannot report its own outage. An unreachable
// server and a refused sign-in or sender are an outage. A refused recipient may be a wrong address: only different recipients in
// a row count. A temporary refusal ('later') counts when it lasts.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { type MailOutageReason, OUTAGE_LATER_MINUTES, OUTAGE_REFUSALS } from '#shared/mail-outage.rules.ts'
import type { MailRefused } from './mail-refused.ts'
import { ownRefusals } from './mail-server.ts'

type Refusal = {
  reason: MailOutageReason
  /** Refusals with the same key count once. */
  key: string
  /** It does not pass by itself: one refusal is an outage. */
  isCertain: boolean
}

/** Classifies a refusal by the server; undefined when the cause may be this mail or its recipient's server. */
function refusalOf({ code, responseCode, command }: MailRefused, recipient: string): Refusal | undefined {
  const once = (reason: MailOutageReason, isCertain = false) => ({ reason, key: randomUUID(), isCertain })
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
    case 'TokenRefused':
    case ownRefusals.keyMissing:
      return once('sign_in', true)
    case 'ETLS':
    case 'EREQUIRETLS':
    case ownRefusals.certificate:
    case ownRefusals.plainServer:
      return once('tls')
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'EDNS':
    case 'EPROTOCOL':
    case 'ESOCKET':
    case 'ETIMEDOUT':
    case 'TokenUnreachable':
    case ownRefusals.unreachable:
      return once('unreachable')
    case ownRefusals.sender:
      return once('sender')
    case 'EENVELOPE':
    case 'EMESSAGE':
      if (!isPermanent(responseCode)) return { reason: 'later', key: recipient, isCertain: false }
      return command === 'MAIL FROM' ? once('sender') : { reason: 'recipients', key: recipient, isCertain: false }
    default:
      return undefined
  }
}

const isPermanent = (responseCode: number | undefined) => responseCode !== undefined && responseCode >= 500

/** `orgId`: of the server, null for that of the environment. `recipient`: a keyed hash of the address. */
type RefusedMail = { orgId: string | null; recipient: string }

/** Records a refusal. One about recipients after others, or the other way round, restarts the count and its time. */
export async function noteRefused(database: Database, refused: MailRefused, { orgId, recipient }: RefusedMail) {
  const refusal = refusalOf(refused, recipient)
  if (!refusal) return
  const { reason, key, isCertain } = refusal
  await database.as('jobs', (db) =>
    sql`insert into mail_outage as outage (org_id, reason, refusals, is_notified)
      values (${orgId}::uuid, ${reason}, array[${key}], ${isCertain})
      on conflict (org_id) do update set
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

/**
 * Ends an outage, if there is one: a mail was accepted, or stored because there is no mail server. While the environment has a
 * server (`orgId` null) the others are not used, and while it has none its outage is over.
 */
export const endMailOutage = (db: Db, orgId: string | null) =>
  db
    .deleteFrom('mailOutage')
    .$if(orgId !== null, (query) => query.where((eb) => eb.or([eb('orgId', '=', orgId), eb('orgId', 'is', null)])))
    .execute()

/** The outage that is shown to staff. */
export async function readMailOutage(db: Db): Promise<{ since: string; reason: MailOutageReason } | null> {
  const outage = await db
    .selectFrom('mailOutage')
    .select(['since', 'reason'])
    .where('isNotified', '=', true)
    .executeTakeFirst()
  return outage ?? null
}
