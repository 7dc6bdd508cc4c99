// The job queue in the database: graphile-worker's own tables, owned by a role that can read no others.
import { EventEmitter } from 'node:events'
import {
  Logger,
  type Job as PgJob,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { LockWatch } from '#platform/database/abandoned-locks.ts'
import { isUnavailable, READ_ONLY } from '#platform/database/connection-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { startListening } from '#platform/database/listener.ts'
import { poolSockets } from '#platform/database/pool-sockets.ts'
import { databaseRoles } from '#platform/database/roles.ts'
import { type WatchOptions, watchPools } from './abandoned-jobs.ts'
import { openSchedule, type ScheduledTask } from './schedule.ts'

const CONCURRENCY = 2
/** One connection per job, one that listens, one that fetches jobs. */
export const JOBS_POOL_SIZE = CONCURRENCY + 2

/** The logger of the job queue: pino, or none in a test. */
export type JobLog = (level: 'error' | 'warning' | 'info' | 'debug', message: string, meta?: unknown) => void

/** Migrates the queue's own tables. Runs after our migrations, which create their schema. */
export async function migrateJobs(connection: pg.PoolConfig) {
  const pgPool = openPool(connection, 1)
  try {
    await runMigrations({ pgPool, logger: loggerTo(() => undefined) })
  } finally {
    await pgPool.end()
  }
}

type Work = {
  connection: pg.PoolConfig
  taskList: Record<string, (payload: unknown, job: { id: string }) => Promise<void>>
  schedule: ScheduledTask[]
  log: JobLog
  onOutcome?: (task: string, outcome: JobOutcome) => void
  /** How soon the jobs of a crashed process are unlocked. */
  watch?: JobWatch
}
export type JobWatch = Pick<WatchOptions, 'checkEveryMs' | 'abandonedAfterMs'>

/** `failed` is retried, `given_up` is not. */
export const jobOutcomes = ['done', 'failed', 'given_up'] as const
export type JobOutcome = (typeof jobOutcomes)[number]

export type QueueState = { waiting: number; oldestSeconds: number; givenUp: number }

/** Jobs that are due and not started, the age of the oldest, and jobs that failed permanently. */
export function readQueue(database: Database): Promise<QueueState> {
  return database.as('jobs', async (db) => {
    const { rows } = await sql<QueueState>`
      select count(*) filter (where is_due)::int as waiting,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::int as oldest_seconds,
        count(*) filter (where is_given_up)::int as given_up
      from (
        select run_at, locked_at is null and run_at <= now() and attempts < max_attempts as is_due,
          attempts >= max_attempts as is_given_up
        from graphile_worker._private_jobs
        union all select run_at, run_at <= now(), false from jobs.outbox) as jobs`.execute(db)
    return rows[0] ?? { waiting: 0, oldestSeconds: 0, givenUp: 0 }
  })
}

/**
 * Runs jobs, including those of crashed processes, until stopped; `stop` waits for running jobs. `dropConnections` is for a
 * server that no longer responds: the queue reconnects.
 */
export async function runJobs({
  connection,
  taskList,
  schedule,
  log,
  onOutcome,
  watch: watchOptions,
}: Work): Promise<{ stop(): Promise<void>; dropConnections(): void }> {
  const pgPool = openPool(connection, JOBS_POOL_SIZE)
  const sockets = poolSockets(pgPool)
  let isStopping = false
  // The error of a lost connection references the whole client, which must not be logged.
  pgPool.on('error', ({ message: reason }) => {
    if (!isStopping) log('warning', 'a connection of the job queue was lost', { reason })
  })
  const tasksWithId: TaskList = Object.fromEntries(
    Object.entries(taskList).map(([name, task]) => [name, (payload, { job }) => task(payload, { id: idOf(job) })]),
  )
  const scheduled = openSchedule(schedule)
  const events = loggedEvents(log, onOutcome)
  let watch: LockWatch | undefined
  events.on('pool:create', ({ workerPool }) => {
    watch = watchPools({
      connection: { ...connection, options: sessionOptions },
      poolId: workerPool.id,
      onUnlocked: (pools) => log('warning', 'unlocked the jobs of a process that has ended', { pools }),
      ...watchOptions,
    })
  })
  const runner: Runner = await run({
    pgPool,
    taskList: tasksWithId,
    parsedCronItems: [],
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: loggerTo(log),
    events,
  }).catch(async (error) => {
    await watch?.stop()
    await pgPool.end()
    throw error
  })
  const mover = startListening({
    connection: { ...connection, options: sessionOptions },
    channels: [],
    onMessage: () => undefined,
    onListening: () => undefined,
    onLost: (reason) => log('warning', 'a connection of the job queue was lost', { reason }),
    read: async (client) => {
      const hasMore = await moveOutbox(client)
      await scheduled.check(client)
      return hasMore
    },
  })
  return {
    stop: async () => {
      isStopping = true
      await mover.stop()
      await runner.stop()
      await watch?.stop()
      await pgPool.end()
    },
    dropConnections: sockets.destroyAll,
  }
}

/** Moves a batch of the jobs that transactions have added to the queue (docs/decisions/100). Returns whether there are more. */
async function moveOutbox(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hasMore: boolean }>({
    name: 'move outbox',
    text: 'select jobs.move_outbox() as "hasMore"',
  })
  return rows[0]?.hasMore === true
}

/**
 * Of the queue's own connections, whose commits do not wait for the disk: one that is lost in a crash only makes a job run
 * again, and what a job writes it writes by `database`, whose commit also writes all earlier ones.
 */
const sessionOptions = `-c role=${databaseRoles.jobs} -c timezone=UTC -c synchronous_commit=off`

/** Job ids restart in a restored database; with the creation time they are unique. */
const idOf = ({ id, created_at }: PgJob) => `${id}-${new Date(created_at).getTime().toString(36)}`

function openPool(connection: pg.PoolConfig, max: number) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...connection,
    max,
    options: sessionOptions,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.query = reportedAsTimeout(client.query.bind(client), (error) => {
      // The server is a replica now: the next connection reaches the primary.
      if (error.code === READ_ONLY) void client.end().catch(() => undefined)
    })
  })
  pool.connect = reportedAsTimeout(pool.connect.bind(pool))
  return pool
}

/** Logs failures. The error is logged beside the message, never in it: its text may quote the payload. */
function loggedEvents(log: JobLog, onOutcome: Work['onOutcome']): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:success', ({ job }) => onOutcome?.(job.task_identifier, 'done'))
  events.on('job:error', ({ job, error }) => {
    const isGivenUp = job.attempts >= job.max_attempts
    log('error', isGivenUp ? 'a job failed permanently' : 'a job failed', {
      task: job.task_identifier,
      attempt: job.attempts,
      attempts: job.max_attempts,
      err: error,
    })
    onOutcome?.(job.task_identifier, isGivenUp ? 'given_up' : 'failed')
  })
  return events
}

/** Messages of graphile-worker without their metadata (the job, its error); its info messages are debug messages here. */
const loggerTo = (log: JobLog) =>
  new Logger(() => (level, message) => {
    if (!message.startsWith('Failed task ')) log(level === 'info' ? 'debug' : level, message)
  })

type Failure = Error & { code?: string }

/**
 * graphile-worker retries what failed with ETIMEDOUT, but shuts down, and the process with it, when it cannot complete a
 * job for another reason: every lost or read-only connection is therefore reported as a timeout.
 */
function reportedAsTimeout<F>(call: F, onFailure?: (error: Failure) => void): F {
  const wrapped = (...input: unknown[]) => {
    const result = (call as (...input: unknown[]) => unknown)(...input)
    if (result instanceof Promise) {
      result.catch((error: Failure) => {
        onFailure?.(error)
        if (isUnavailable(error)) error.code = 'ETIMEDOUT'
      })
    }
    return result
  }
  return wrapped as F
}
