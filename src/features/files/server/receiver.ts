// The process that receives files. It holds an advisory lock on its name while it runs; if the lock of a receiver is free its
// process has ended, and any other process removes the incomplete files.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type LockWatch, watchLocks } from '#platform/database/abandoned-locks.ts'
import type { Database } from '#platform/database/database.ts'
import { SCHEMA } from '#platform/database/migrate.ts'
import { withRetries } from '#platform/database/retried-transaction.ts'
import { databaseRoles } from '#platform/database/roles.ts'
import type { FileKey } from './files.queries.ts'

export type Receiver = {
  /** Stored in the rows of the files that this process receives. */
  id: string
  /** Removes an incomplete file, whoever sent it; retried later if that fails now. */
  forget(file: FileKey): Promise<void>
  /** Retries the removals that failed. */
  forgetLeft(): Promise<void>
  /** Tracks `work`, which receives from `body`. */
  during<T>(body: Readable, work: () => Promise<T>): Promise<T>
  /** Waits until the requests have `ended`, and breaks off those still receiving after `ms`. Removes all incomplete files. */
  stop(ended: Promise<void>, ms?: number): Promise<void>
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
  const id = randomUUID()
  const open = openBodies()
  return {
    id,
    forget,
    during: open.during,
    stop: async (ended, ms = STOP_MS) => {
      await open.end(ended, ms)
      await transaction((db) =>
        db.deleteFrom('files').where('receiver', '=', id).where('state', '=', 'receiving').execute(),
      ).catch(() => undefined)
    },
    forgetLeft: async () => {
      for (const file of left) await forget(file)
    },
  }
}

/** The uploads that the process is receiving. */
function openBodies() {
  const open = new Map<Readable, Promise<unknown>>()
  return {
    during: <T>(body: Readable, work: () => Promise<T>): Promise<T> => {
      body.on('error', () => undefined) // the reader reports it
      const working = work().finally(() => open.delete(body))
      open.set(body, working)
      return working
    },
    end: async (ended: Promise<void>, ms: number) => {
      const breakOff = setInterval(() => {
        for (const body of open.keys()) body.destroy(new Error('The process ends'))
      }, ms)
      await ended.finally(() => clearInterval(breakOff))
      await Promise.allSettled(open.values())
    },
  }
}

/** Shorter than the time that a stop may take. */
const STOP_MS = 6000
/** How often to look for ended processes, and how long a lock must be free, which gives a process time to reconnect. */
const CHECK_EVERY_MS = 10_000
const ENDED_AFTER_MS = 5000

type Watch = {
  connection: pg.ClientConfig
  receiver: Receiver
  onRemoved: (files: number) => void
  /** No other process uses this database, so every other receiver has ended. */
  isAlone?: boolean
  checkEveryMs?: number
  now?: () => number
}

/** Holds the lock of this process, and removes the incomplete files of ended processes, until stopped. */
export const watchReceivers = ({
  connection,
  receiver,
  onRemoved,
  isAlone = false,
  checkEveryMs = CHECK_EVERY_MS,
  now,
}: Watch): LockWatch =>
  watchLocks({
    connection: { ...connection, options: `-c role=${databaseRoles.jobs} -c search_path=${SCHEMA} -c timezone=UTC` },
    lockClass: 'fileReceiver',
    name: receiver.id,
    checkEveryMs,
    abandonedAfterMs: isAlone ? 0 : ENDED_AFTER_MS,
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
