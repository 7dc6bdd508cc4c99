// The job queue in the database: graphile-worker's own tables, owned by a role that sees nothing else.
import { EventEmitter } from 'node:events'
import {
  Logger,
  type ParsedCronItem,
  type Job as PgJob,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { type PoolWatch, type WatchOptions, watchPools } from './abandoned-jobs.ts'
import { isUnavailable, READ_ONLY } from './connection-errors.ts'
import type { Database } from './database.ts'
import { poolSockets } from './pool-sockets.ts'
import { databaseRoles } from './roles.ts'

const CONCURRENCY = 2
/** One connection a job, one that listens, one that fetches. */
export const JOBS_POOL_SIZE = CONCURRENCY + 2

/** Where jobs write what happened: pino, or nothing in a test. */
export type JobLog = (level: 'error' | 'warning' | 'info' | 'debug', message: string, meta?: unknown) => void

/** Brings the queue's own tables up to date; after migrations, as jobs.enqueue() needs them. */
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
  /** Tasks by the clock: crontab pattern in UTC. */
  schedule: { task: string; match: string }[]
  log: JobLog
  onOutcome?: (task: string, outcome: JobOutcome) => void
  /** How soon the jobs of a process that died are given back. */
  watch?: JobWatch
}
export type JobWatch = Pick<WatchOptions, 'checkEveryMs' | 'goneAfterMs'>

/** `failed` is tried again, `given_up` is not. */
export type JobOutcome = 'done' | 'failed' | 'given_up'

export type QueueState = { waiting: number; oldestSeconds: number; givenUp: number }

/** What is due and not begun, since when, and what failed for good and is left in the queue. */
export function readQueue(database: Database): Promise<QueueState> {
  return database.as('jobs', async (db) => {
    const { rows } = await sql<QueueState>`
      select count(*) filter (where is_due)::int as waiting,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::int as oldest_seconds,
        count(*) filter (where attempts >= max_attempts)::int as given_up
      from (select *, locked_at is null and run_at <= now() and attempts < max_attempts as is_due
        from graphile_worker._private_jobs) as jobs`.execute(db)
    return rows[0] ?? { waiting: 0, oldestSeconds: 0, givenUp: 0 }
  })
}

/** Works jobs off until stopped, those of processes that died too; a running job is finished first. `cut` gives up connections to a server that fell silent. */
export async function runJobs({
  connection,
  taskList,
  schedule,
  log,
  onOutcome,
  watch: watchOptions,
}: Work): Promise<{ stop(): Promise<void>; cut(): void }> {
  const pgPool = openPool(connection, JOBS_POOL_SIZE)
  const wires = poolSockets(pgPool)
  let isStopping = false
  // The error of a lost connection carries the whole client with it: not for a log.
  pgPool.on('error', ({ message: reason }) => {
    if (!isStopping) log('warning', 'a connection of the job queue was lost', { reason })
  })
  const numbered: TaskList = Object.fromEntries(
    Object.entries(taskList).map(([name, task]) => [name, (payload, { job }) => task(payload, { id: idOf(job) })]),
  )
  const parsedCronItems: ParsedCronItem[] = parseCronItems(schedule)
  const events = watching(log, onOutcome)
  let watch: PoolWatch | undefined
  events.on('pool:create', ({ workerPool }) => {
    watch = watchPools({
      connection: { ...connection, options: sessionOptions },
      poolId: workerPool.id,
      onUnlocked: (pools) => log('warning', 'jobs of a process that is gone are given back', { pools }),
      ...watchOptions,
    })
  })
  const runner: Runner = await run({
    pgPool,
    taskList: numbered,
    parsedCronItems,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: loggerTo(log),
    events,
  }).catch(async (error) => {
    await watch?.stop()
    await pgPool.end()
    throw error
  })
  return {
    stop: async () => {
      isStopping = true
      await runner.stop()
      await watch?.stop()
      await pgPool.end()
    },
    cut: wires.cut,
  }
}

const sessionOptions = `-c role=${databaseRoles.jobs} -c timezone=UTC`

/** Numbers begin anew in a restored database; with the moment they are nobody else's. */
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
    client.query = told(client.query.bind(client), (error) => {
      // A replica now: the next connection finds the primary.
      if (error.code === READ_ONLY) void client.end().catch(() => undefined)
    })
  })
  pool.connect = told(pool.connect.bind(pool))
  return pool
}

/** A failure is told with its error beside the text: what an error says may quote what it was given. */
function watching(log: JobLog, onOutcome: Work['onOutcome']): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:success', ({ job }) => onOutcome?.(job.task_identifier, 'done'))
  events.on('job:error', ({ job, error }) => {
    const isGivenUp = job.attempts >= job.max_attempts
    log('error', isGivenUp ? 'a job failed for good' : 'a job failed', {
      task: job.task_identifier,
      attempt: job.attempts,
      attempts: job.max_attempts,
      err: error,
    })
    onOutcome?.(job.task_identifier, isGivenUp ? 'given_up' : 'failed')
  })
  return events
}

/** The queue's own words, without what it hangs on them (the job, its error); its chat is for debugging. */
const loggerTo = (log: JobLog) =>
  new Logger(() => (level, message) => {
    if (!message.startsWith('Failed task ')) log(level === 'info' ? 'debug' : level, message)
  })

type Failure = Error & { code?: string }

/**
 * The worker tries again what failed with ETIMEDOUT, but takes its own life, and the process with it, when a job cannot be
 * put away for another reason: every connection that is lost or read-only is told as a timeout.
 */
function told<F>(ask: F, onFailure?: (error: Failure) => void): F {
  const patient = (...given: unknown[]) => {
    const answer = (ask as (...given: unknown[]) => unknown)(...given)
    if (answer instanceof Promise) {
      answer.catch((error: Failure) => {
        onFailure?.(error)
        if (isUnavailable(error)) error.code = 'ETIMEDOUT'
      })
    }
    return answer
  }
  return patient as F
}
