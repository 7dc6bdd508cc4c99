import { sql } from 'kysely'
import { listBasisAddresses, noteUndeliveredBasis } from '#features/billing/server/invoice-basis-mail.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { BOUNCES_MAX } from '../mailboxes.contract.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'
import { findRecipient, noteUndelivered } from './undelivered.queries.ts'

/**
 * Notifies staff of an undelivered mail; a delivery report counts only if it returns a Message-ID of ours. Counts a bounce for
 * each address that does not exist, once a day and only if that mail was sent to it; at BOUNCES_MAX mail to it is paused.
 */
export async function noteBounces(
  db: Db,
  { orgId, threads, now }: { orgId: string; threads: MailThreads; now: Date },
  mail: IncomingMail,
): Promise<void> {
  const { report } = mail
  await noteBasisBounce(db, { orgId, threads }, report)
  const ours = report?.messageId ? threads.find(report.messageId) : undefined
  if (!report?.messageId || !ours) return
  const { messageId } = report
  const sentTo = (addresses: string[]) => new Set(addresses.filter((address) => ours.wasSentTo(address)))
  const undelivered = sentTo(report.undelivered)
  // When the recipient forwards its mail, the report has only the address that it was forwarded to.
  const recipient = undelivered.size === 0 && report.undelivered.length > 0 && (await findRecipient(db, orgId, ours))
  for (const address of recipient ? [recipient] : undelivered)
    await noteUndelivered(db, threads, ours, { orgId, messageId, address })
  const failed = sentTo(report.failedFor)
  const today = now.toISOString().slice(0, 10)
  for (const address of failed)
    await sql`
      insert into mail_addresses (org_id, address, last_bounce_on) values (${orgId}, ${address}, ${today})
      on conflict (org_id, address) do update set
        bounces = least(mail_addresses.bounces + 1, ${BOUNCES_MAX}), last_bounce_on = excluded.last_bounce_on,
        paused_at = case when mail_addresses.bounces + 1 >= ${BOUNCES_MAX} then coalesce(mail_addresses.paused_at, now()) end
      where mail_addresses.last_bounce_on < excluded.last_bounce_on`.execute(db)
}

/** A returned mail about a sent invoice basis is shown with the basis. */
async function noteBasisBounce(
  db: Db,
  { orgId, threads }: { orgId: string; threads: MailThreads },
  report: IncomingMail['report'],
) {
  const basis = report?.messageId ? threads.findOfBasis(report.messageId) : undefined
  if (!basis || !report) return
  if (report.undelivered.length === 0) return
  // Of those that it goes to now: an address that was mended since is no news. When the recipient forwards its mail, the report has
  // only the address that it was forwarded to.
  const sentTo = (await listBasisAddresses(db, orgId, basis.id)).filter(basis.wasSentTo)
  const named = report.undelivered.filter(basis.wasSentTo)
  const isNamed = (address: string) => named.some((one) => one.toLowerCase() === address.toLowerCase())
  for (const address of new Set(named.length === 0 ? sentTo : sentTo.filter(isNamed)))
    await noteUndeliveredBasis(db, { orgId, basisId: basis.id, address })
}

/** For an address that has answered our mail and so exists. The next bounce counts as its second. */
export const endPause = (db: Db, orgId: string, address: string) =>
  db
    .updateTable('mailAddresses')
    .set({ pausedAt: null, bounces: 1 })
    .where((eb) => eb.and({ orgId, address }))
    .where('pausedAt', 'is not', null)
    .execute()
