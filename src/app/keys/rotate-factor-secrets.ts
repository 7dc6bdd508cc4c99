import { type Keys, rotateRows } from '#features/inbox/server/rotate-secrets.queries.ts'
import type { Database } from '#platform/database/database.ts'
import { rowOfFactor } from './sealed-factors.ts'

/** Encrypts the secret of every authenticator app with the first key. Those that cannot be read are unchanged and counted. */
export const rotateFactorSecrets = (database: Database, keys: Keys) =>
  database.as('owner', async (db) => {
    const rows = await db
      .selectFrom('auth.factors')
      .select(['userId', 'id', 'secret', 'keyId'])
      .where('keyId', '!=', keys[0].id)
      .orderBy('id')
      .forUpdate()
      .execute()
    return rotateRows(rows, keys, {
      bindingOf: rowOfFactor,
      store: async ({ id }, sealed) => {
        await db.updateTable('auth.factors').set(sealed).where('id', '=', id).execute()
      },
    })
  })
