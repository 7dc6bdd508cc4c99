import type { ClientBase } from 'pg'

/** First key of each kind of session-level advisory lock; the second is the hash of its name. */
const classes = {
  workerPool: 1_785_684_850,
  backupDraft: 1_919_052_898,
  mailbox: 1_835_101_804,
  fileReceiver: 1_718_186_089,
} as const

export type LockClass = keyof typeof classes

/** Takes an advisory lock by name. The server releases it when the client's connection ends, however it ends. */
export async function lockAdvisory(client: ClientBase, lockClass: LockClass, name: string, { isShared = false } = {}) {
  const take = isShared ? 'pg_advisory_lock_shared' : 'pg_advisory_lock'
  await client.query(`select ${take}($1, hashtext($2))`, [classes[lockClass], name])
}

/** Takes an advisory lock by name unless another session holds it; whether it was taken. */
export async function tryLockAdvisory(client: ClientBase, lockClass: LockClass, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
    classes[lockClass],
    name,
  ])
  return rows[0]?.taken === true
}

/** Releases a lock of this session. */
export async function unlockAdvisory(client: ClientBase, lockClass: LockClass, name: string) {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [classes[lockClass], name])
}

/** The names whose lock no session of this database holds: their processes have ended or lost the connection. */
export async function freeAdvisoryLocks(client: ClientBase, lockClass: LockClass, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($2::text[]) as name where not exists (
       select from pg_locks where locktype = 'advisory' and granted and classid = $1::bigint::oid
         and objid = (hashtext(name)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database()))`,
    [classes[lockClass], names],
  )
  return rows.map(({ name }) => name)
}
