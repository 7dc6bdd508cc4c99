// The job queue in the database: graphile-worker's own tables, owned by a role that sees nothing else.
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'
import { databaseRoles } from './roles.ts'
import { tellLosses, wiresOf } from './wires.ts'

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
  taskList: TaskList
  /** Tasks by the clock: crontab pattern in UTC. */
  schedule: { task: string; match: string }[]
  log: JobLog
}

/** Works jobs off until stopped; a running job is finished first. `cut` gives up connections to a server that fell silent. */
export async function runJobs({
  connection,
  taskList,
  schedule,
  log,
}: Work): Promise<{ stop(): Promise<void>; cut(): void }> {
  const CONCURRENCY = 2
  // One connection a job, one that listens, one that fetches.
  const pgPool = openPool(connection, CONCURRENCY + 2)
  const wires = wiresOf(pgPool)
  tellLosses(pgPool)
  let isStopping = false
  // The error of a lost connection carries the whole client with it: not for a log.
  pgPool.on('error', ({ message: reason }) => {
    if (!isStopping) log('warning', 'a connection of the job queue was lost', { reason })
  })
  const parsedCronItems: ParsedCronItem[] = parseCronItems(schedule)
  const runner: Runner = await run({
    pgPool,
    taskList,
    parsedCronItems,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: loggerTo(log),
  }).catch(async (error) => {
    await pgPool.end()
    throw error
  })
  return {
    stop: async () => {
      isStopping = true
      await runner.stop()
      await pgPool.end()
    },
    cut: wires.cut,
  }
}

function openPool(connection: pg.PoolConfig, max: number) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...connection,
    max,
    options: `-c role=${databaseRoles.jobs} -c timezone=UTC`,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const loggerTo = (log: JobLog) => new Logger(() => (level, message, meta) => log(level, message, meta))
