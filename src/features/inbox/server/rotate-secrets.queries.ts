import { seal, Unreadable, unseal, type VaultKey } from '#features/vault/server/envelope.ts'
import type { Database } from '#platform/database/database.ts'
import { rowOfSecret } from './secret-row.ts'

/** Encrypts the secret of every mailbox with the first key. Secrets that cannot be read are unchanged and counted. */
export const rotateMailboxSecrets = (database: Database, [newest, ...older]: readonly [VaultKey, ...VaultKey[]]) =>
  database.as('owner', async (db) => {
    const rows = await db
      .selectFrom('mailboxes')
      .select(['orgId', 'id', 'secret', 'keyId'])
      .where('keyId', '!=', newest.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    let unreadable = 0
    for (const { secret, keyId, ...row } of rows) {
      const opened = tryOpen({ keyId, envelope: secret }, row, older)
      if (opened === undefined) {
        unreadable++
        continue
      }
      const { envelope } = seal(opened, rowOfSecret(row), newest)
      await db
        .updateTable('mailboxes')
        .set({ secret: envelope, keyId: newest.id })
        .where((eb) => eb.and(row))
        .execute()
    }
    return { done: rows.length - unreadable, unreadable }
  })

type Envelope = { keyId: string; envelope: Buffer }
function tryOpen(sealed: Envelope, row: { orgId: string; id: string }, keys: VaultKey[]): string | undefined {
  try {
    return unseal(sealed, rowOfSecret(row), keys.find(({ id }) => id === sealed.keyId)?.key)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
