import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { seal, Unreadable, type VaultKey } from './envelope.ts'
import { unsealInAnyCase } from './mixed-case-ids.ts'
import { replaceEnvelope, type SealedRow } from './vault-rows.queries.ts'

const BATCH = 50

type Rotation = {
  database: Database
  keys: readonly [VaultKey, ...VaultKey[]]
  onProgress: (done: number, total: number) => void
}
export type Rotated = { done: number; misbound: number; unreadable: number; counts: { keyId: string; rows: number }[] }

/**
 * Re-encrypts every version that is encrypted with another key than the first, in batches of one transaction each, so that it
 * continues after an interruption. Versions that cannot be decrypted stay unchanged and are counted.
 */
export async function rotate({ database, keys, onProgress }: Rotation): Promise<Rotated> {
  const [{ id: newest }] = keys
  const total = await database.as('owner', (db) => countUnderOtherKeys(db, newest))
  let done = 0
  let misbound = 0
  let unreadable = 0
  for (;;) {
    const before = done
    unreadable = 0
    let after: SealedRow | undefined
    do {
      const batch = await database.as('owner', (db) => rotateBatch(db, keys, after))
      done += batch.done
      misbound += batch.misbound
      unreadable += batch.unreadable
      after = batch.last
      if (batch.done > 0) onProgress(done, Math.max(done, total))
    } while (after)
    // Another process may have saved with the old key meanwhile, so repeat until a round changes nothing.
    if (done === before) break
  }
  const counts = await database.as('owner', countByKey)
  return { done, misbound, unreadable, counts }
}

async function rotateBatch(db: Db, keys: Rotation['keys'], after: SealedRow | undefined) {
  const [newest] = keys
  const rows = await db
    .selectFrom('customerCredentials')
    .select(['orgId', 'customerId', 'version', 'keyId', 'envelope'])
    .where('keyId', '!=', newest.id)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(org_id, customer_id, version) > (${after?.orgId}::uuid, ${after?.customerId}::uuid, ${after?.version}::int)`,
      ),
    )
    .orderBy('orgId')
    .orderBy('customerId')
    .orderBy('version')
    .limit(sql.lit(BATCH))
    .forUpdate()
    .execute()
  const opened = rows.flatMap((row) => {
    const text = tryUnseal(row, keys)
    return text ? [{ row, ...text }] : []
  })
  for (const { row, text } of opened) {
    const replaced = await replaceEnvelope(db, row, seal(text, row, newest))
    // Row-level security applies to the owner too: without a policy the update would silently change no row.
    if (replaced !== 1) throw new Error(`${replaced} rows were changed instead of one`)
  }
  const misbound = opened.filter(({ isMisbound }) => isMisbound).length
  return { done: opened.length, misbound, unreadable: rows.length - opened.length, last: rows.at(-1) }
}

/** Undefined when the row cannot be opened. */
function tryUnseal(row: SealedRow, keys: Rotation['keys']) {
  try {
    return unsealInAnyCase(row, row, keys.find(({ id }) => id === row.keyId)?.key)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

const countUnderOtherKeys = async (db: Db, keyId: string) =>
  (await countByKey(db)).reduce((sum, row) => (row.keyId === keyId ? sum : sum + row.rows), 0)

const countByKey = (db: Db) =>
  db
    .selectFrom('customerCredentials')
    .select((eb) => ['keyId', eb.fn.countAll<number>().as('rows')])
    .where('keyId', 'is not', null)
    .groupBy('keyId')
    .orderBy('keyId')
    .$narrowType<{ keyId: string }>()
    .execute()
