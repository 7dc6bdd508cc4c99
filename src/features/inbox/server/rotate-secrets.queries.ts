import { type RowBinding, seal, Unreadable, unseal, type VaultKey } from '#features/vault/server/envelope.ts'
import type { Database } from '#platform/database/database.ts'
import { rowOfSecret, rowOfServerSecret } from './secret-row.ts'

export type Keys = readonly [VaultKey, ...VaultKey[]]
type Counts = { done: number; unreadable: number }

/** Encrypts the password of every mailbox with the first key. Those that cannot be read are unchanged and counted. */
export const rotateMailboxSecrets = (database: Database, keys: Keys): Promise<Counts> =>
  database.as('owner', async (db) => {
    const rows = await db
      .selectFrom('mailboxes')
      .select(['orgId', 'id', 'secret', 'keyId'])
      .where('keyId', '!=', keys[0].id)
      .orderBy('id')
      .forUpdate()
      .execute()
    return rotateRows(rows, keys, {
      bindingOf: rowOfSecret,
      store: async ({ orgId, id }, sealed) => {
        await db
          .updateTable('mailboxes')
          .set(sealed)
          .where((eb) => eb.and({ orgId, id }))
          .execute()
      },
    })
  })

/** The same for the password of every mail server. */
export const rotateServerSecrets = (database: Database, keys: Keys): Promise<Counts> =>
  database.as('owner', async (db) => {
    const rows = await db
      .selectFrom('mailServers')
      .select(['orgId', 'secret', 'keyId'])
      .where('keyId', '!=', keys[0].id)
      .orderBy('orgId')
      .forUpdate()
      .execute()
    return rotateRows(rows, keys, {
      bindingOf: ({ orgId }) => rowOfServerSecret(orgId),
      store: async ({ orgId }, sealed) => {
        await db.updateTable('mailServers').set(sealed).where('orgId', '=', orgId).execute()
      },
    })
  })

type SecretRow = { secret: Buffer | null; keyId: string | null }
type Table<Row> = {
  bindingOf: (row: Row) => RowBinding
  store: (row: Row, sealed: { secret: Buffer; keyId: string }) => Promise<void>
}

/** Encrypts the secrets of locked rows with the first key. Those that cannot be read are unchanged and counted. */
export async function rotateRows<Row extends SecretRow>(
  rows: Row[],
  [newest, ...older]: Keys,
  { bindingOf, store }: Table<Row>,
): Promise<Counts> {
  let unreadable = 0
  for (const row of rows) {
    const opened = tryOpen(row, bindingOf(row), older)
    if (opened === undefined) {
      unreadable++
      continue
    }
    const { envelope } = seal(opened, bindingOf(row), newest)
    await store(row, { secret: envelope, keyId: newest.id })
  }
  return { done: rows.length - unreadable, unreadable }
}

function tryOpen({ secret, keyId }: SecretRow, binding: RowBinding, keys: VaultKey[]): string | undefined {
  if (!secret) return undefined
  try {
    return unseal({ keyId, envelope: secret }, binding, keys.find(({ id }) => id === keyId)?.key)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
