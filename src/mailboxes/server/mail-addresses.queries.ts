// What sending mail asks about mail that comes in. The queries run in the role of the jobs.
import type { Db } from '#db/database.ts'

/** The address of the organization's oldest mailbox that is read: replies to it reach their ticket. */
export async function findReplyAddress(db: Db, orgId: string): Promise<string | null> {
  const mailbox = await db
    .selectFrom('mailboxes')
    .select('address')
    .where((eb) => eb.and({ orgId, isActive: true }))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return mailbox?.address ?? null
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
