// Addresses for incoming and outgoing mail. The queries require the jobs' role.
import type { Db } from '#platform/database/database.ts'
import type { ReplyAddress } from '#platform/mail/mail.ts'

/** The organization's oldest active mailbox, in which replies reach their ticket. */
export const replyMailbox = (db: Db, orgId: string) =>
  db
    .selectFrom('mailboxes')
    .select(['address as mailbox', (eb) => eb('plusConfirmedAt', 'is not', null).as('takesTags')])
    .where((eb) => eb.and({ orgId, isActive: true }))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)

/** The address for replies that reach their ticket; null without a mailbox. */
export async function findReplyAddress(db: Db, orgId: string): Promise<ReplyAddress | null> {
  const found = await replyMailbox(db, orgId).executeTakeFirst()
  return replyAddressOf(found?.mailbox ?? null, found?.takesTags ?? null)
}

/** From the columns of `replyMailbox`, which are null without a mailbox. */
export const replyAddressOf = (mailbox: string | null, takesTags: unknown): ReplyAddress | null =>
  mailbox === null ? null : { mailbox, takesTags: Boolean(takesTags) }

/** The addresses from which mail has bounced too often. */
export async function listPausedAddresses(db: Db, orgId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mailAddresses')
    .select('address')
    .where('orgId', '=', orgId)
    .where('pausedAt', 'is not', null)
    .execute()
  return new Set(rows.map(({ address }) => address))
}

/**
 * The organization's own addresses, which send or receive its mail: `sendsAs` (of the environment's mail server), those of its
 * own mail server, the mailboxes' and the company's.
 */
export async function listOwnAddresses(db: Db, orgId: string, sendsAs: readonly string[]): Promise<string[]> {
  const [mailboxes, server, company] = await Promise.all([
    db.selectFrom('mailboxes').select('address').where('orgId', '=', orgId).execute(),
    db.selectFrom('mailServers').select(['fromAddress', 'login']).where('orgId', '=', orgId).executeTakeFirst(),
    db.selectFrom('companyFacts').select('email').where('orgId', '=', orgId).executeTakeFirst(),
  ])
  const addresses = [...mailboxes.map(({ address }) => address), server?.fromAddress, server?.login, company?.email]
  return [...sendsAs, ...addresses.flatMap((address) => address?.toLowerCase() ?? [])]
}
