// The process that receives files. While it runs it holds an advisory lock of its name; what a process was receiving whose lock
// is free belongs to one that has ended, and any other process removes it.
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
  /** Stands in the rows of the files that this process receives. */
  id: string
  /** Removes a file of which no more is received, whoever sent it. One that cannot be removed now is removed later. */
  forget(file: FileKey): Promise<void>
  /** Removes what could not be removed until now. */
  forgetLeft(): Promise<void>
  /** Receives from `body` during `work`. */
  during<T>(body: Readable, work: () => Promise<T>): Promise<T>
  /** Until the requests have `ended`; breaks off what is still received after `ms`. Leaves nothing of what was being received. */
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

/** What a process receives at the moment. */
function openBodies() {
  const open = new Map<Readable, Promise<unknown>>()
  return {
    during: <T>(body: Readable, work: () => Promise<T>): Promise<T> => {
      body.on('error', () => undefined) // whoever reads it reports it
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

/** Less than a stop may take. */
const STOP_MS = 6000
/** How often it is looked for processes that have ended, and how long a lock must be free: long enough to reconnect. */
const CHECK_EVERY_MS = 10_000
const ENDED_AFTER_MS = 5000

type Watch = {
  connection: pg.ClientConfig
  receiver: Receiver
  onRemoved: (files: number) => void
  /** No other process uses this database: all that others were receiving is left behind. */
  isAlone?: boolean
  checkEveryMs?: number
  now?: () => number
}

/** Holds the lock of this process, and removes what processes were receiving that have ended, until stopped. */
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
