// The process that receives files. While it runs it holds an advisory lock of its name; what a process was receiving whose lock
// is free belongs to one that has ended, and any other process removes it.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type LockWatch, watchLocks } from '#db/abandoned-locks.ts'
import type { Database } from '#db/database.ts'
import { SCHEMA } from '#db/migrate.ts'
import { databaseRoles } from '#db/roles.ts'
import type { FileKey } from './files.queries.ts'
import { withRetries } from './retried-transaction.ts'

export type Receiver = {
  /** Stands in the rows of the files that this process receives. */
  id: string
  /** Removes a file of which no more is received, whoever sent it. One that cannot be removed now is removed later. */
  forget(file: FileKey): Promise<void>
  /** Removes what could not be removed until now. */
  forgetLeft(): Promise<void>
}

export function openReceiver(database: Database): Receiver {
  const left = new Set<FileKey>()
  const transaction = withRetries((work) => database.as('jobs', work))
  const remove = ({ orgId, id }: FileKey) =>
    transaction((db) =>
      db.deleteFrom('files').where('orgId', '=', orgId).where('id', '=', id).where('state', '=', 'receiving').execute(),
    )
  const forget = async (file: FileKey) => {
    left.add(file)
    await remove(file).then(
      () => left.delete(file),
      () => undefined,
    )
  }
  return {
    id: randomUUID(),
    forget,
    forgetLeft: async () => {
      for (const file of left) await forget(file)
    },
  }
}

/** How often it is looked for processes that have ended, and how long a lock must be free: long enough to reconnect. */
const CHECK_EVERY_MS = 10_000
const ENDED_AFTER_MS = 10_000

type Watch = {
  connection: pg.ClientConfig
  receiver: Receiver
  onRemoved: (files: number) => void
  checkEveryMs?: number
  now?: () => number
}

/** Holds the lock of this process, and removes what processes were receiving that have ended, until stopped. */
export const watchReceivers = ({
  connection,
  receiver,
  onRemoved,
  checkEveryMs = CHECK_EVERY_MS,
  now,
}: Watch): LockWatch =>
  watchLocks({
    connection: { ...connection, options: `-c role=${databaseRoles.jobs} -c search_path=${SCHEMA} -c timezone=UTC` },
    lockClass: 'fileReceiver',
    name: receiver.id,
    checkEveryMs,
    abandonedAfterMs: ENDED_AFTER_MS,
    now,
    onCheck: () => receiver.forgetLeft(),
    listNames: async (client) => {
      const { rows } = await client.query<{ receiver: string }>(
        `select distinct receiver from files where state = 'receiving' and receiver is not null`,
      )
      return rows.map((row) => row.receiver)
    },
    onAbandoned: async (client, receivers) => {
      const { rowCount } = await client.query(
        `delete from files where state = 'receiving' and receiver = any($1::uuid[])`,
        [receivers],
      )
      onRemoved(rowCount ?? 0)
    },
  })
