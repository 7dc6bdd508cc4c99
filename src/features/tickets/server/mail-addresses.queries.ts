// The addresses that mail comes to and goes to. The queries run in the role of the jobs.
import type { Db } from '#platform/database/database.ts'
import type { ReplyAddress } from '#platform/mail/mail.ts'

/** The organization's oldest mailbox that is read: replies to it reach their ticket. Null without one. */
export async function findReplyAddress(db: Db, orgId: string): Promise<ReplyAddress | null> {
  const mailbox = await db
    .selectFrom('mailboxes')
    .select(['address', 'plusConfirmedAt'])
    .where((eb) => eb.and({ orgId, isActive: true }))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return mailbox ? { mailbox: mailbox.address, takesTags: mailbox.plusConfirmedAt !== null } : null
}

/** The addresses that mail has come back from too often. */
export async function listPausedAddresses(db: Db, orgId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mailAddresses')
    .select('address')
    .where('orgId', '=', orgId)
    .where('pausedAt', 'is not', null)
    .execute()
  return new Set(rows.map(({ address }) => address))
}

/** The addresses that our letters come from and that are written to us: `sendsAs`, the mailboxes' and the company's. */
export async function listOwnAddresses(db: Db, orgId: string, sendsAs: readonly string[]): Promise<string[]> {
  const mailboxes = await db.selectFrom('mailboxes').select('address').where('orgId', '=', orgId).execute()
  const company = await db.selectFrom('companyFacts').select('email').where('orgId', '=', orgId).executeTakeFirst()
  const addresses = [...mailboxes.map(({ address }) => address), ...(company?.email ? [company.email] : [])]
  return [...sendsAs, ...addresses.map((address) => address.toLowerCase())]
}
