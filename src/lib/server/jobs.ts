import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Db } from '#db/database.ts'
import { type JobLog, type JobOutcome, type JobWatch, runJobs } from '#db/jobs.ts'

/** A job's payload holds ids, never secrets or addresses: it is stored in the database until the job is done. */
export type Tasks = Record<string, (payload: unknown, job?: Job) => Promise<void>>

/** Tasks that run by the clock: crontab patterns in UTC. */
export type Schedule = { task: string; match: string }[]

/** What is being worked off: the same at every try, and no other job's ever. */
export type Job = { id: string }

type Options = {
  /** How often a failing job is tried, with growing pauses: 8 is half an hour, 25 is days. */
  attempts?: number
}

/** Adds a job to this transaction: it is worked off once the transaction is committed, and never if it is not. */
export async function enqueue(db: Db, task: string, payload: object, { attempts = 25 }: Options = {}) {
  await sql`select jobs.enqueue(${task}, ${JSON.stringify(payload)}::json, ${attempts})`.execute(db)
}

type Jobs = {
  connection: PoolConfig
  tasks: Tasks
  schedule?: Schedule
  log: JobLog
  onOutcome?: (task: string, outcome: JobOutcome) => void
  watch?: JobWatch
}

/** Works this process's share of the jobs off; any number of processes may. `stop` finishes what is running. */
export function startJobs({ connection, tasks, schedule = [], log, onOutcome, watch }: Jobs) {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown, job: Job) => task(payload, job)]),
  )
  return runJobs({ connection, taskList, schedule, log, ...(onOutcome && { onOutcome }), ...(watch && { watch }) })
}
