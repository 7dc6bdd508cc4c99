import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Db } from '#platform/database/database.ts'
import { type JobLog, type JobOutcome, type JobWatch, runJobs } from './jobs.ts'
import type { ScheduledTask } from './schedule.ts'

/** Tasks by name. A payload contains ids, never secrets or addresses: it is stored in the database until the job is done. */
export type Tasks = Record<string, (payload: unknown, job?: Job) => Promise<void>>

/** Scheduled tasks: crontab patterns in UTC. A run waits for the previous one, and at most one run waits. */
export type Schedule = ScheduledTask[]

/** The job being run; its id is unique and the same at every attempt. */
export type Job = { id: string }

type Options = {
  /** Attempts of a failing job, with exponential backoff: 8 take half an hour, 25 take days. */
  attempts?: number
}

/** Adds a job in this transaction: it runs after the commit, and never after a rollback. */
export async function enqueue(db: Db, task: string, payload: object, { attempts = 25 }: Options = {}) {
  await sql`select jobs.enqueue(${task}, ${JSON.stringify(payload)}::json, ${attempts})`.execute(db)
}

/** Adds a job as `enqueue` does, to run after `seconds`. For requests of signed-in users and for jobs. */
export async function enqueueLater(db: Db, task: string, payload: object, seconds: number) {
  await sql`select jobs.enqueue_later(${task}, ${JSON.stringify(payload)}::json, 25, ${seconds} * interval '1 second')`.execute(
    db,
  )
}

type Jobs = {
  connection: PoolConfig
  tasks: Tasks
  schedule?: Schedule
  log: JobLog
  onOutcome?: (task: string, outcome: JobOutcome) => void
  watch?: JobWatch
}

/** Runs jobs in this process; any number of processes may run them. `stop` waits for running jobs. */
export function startJobs({ connection, tasks, schedule = [], log, onOutcome, watch }: Jobs) {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown, job: Job) => task(payload, job)]),
  )
  return runJobs({ connection, taskList, schedule, log, ...(onOutcome && { onOutcome }), ...(watch && { watch }) })
}
