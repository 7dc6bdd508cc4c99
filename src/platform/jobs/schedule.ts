// Adds the jobs of scheduled tasks. graphile-worker's own crontab sleeps until the next minute of the wall clock and refuses
// earlier ones than its last: a clock that is set back would stop every task for as long as it was set back.
import { type CronMatcher, parseCronItem } from 'graphile-worker'
import type pg from 'pg'

/**
 * `match` is a crontab pattern in UTC; midnight in Stockholm is at 22:00 or 23:00 UTC. A run that was missed is made up for within
 * `catchesUpHours`, one hour by default: once, however many were missed. Tasks must bear being run twice.
 */
export type ScheduledTask = { task: string; match: string; catchesUpHours?: number }

/** How often the database is asked for its clock: a task runs at most so much later than its minute. */
const CHECK_EVERY_MS = 5000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Clocks = {
  /** Milliseconds that no setting of a clock changes. */
  elapsed?: () => number
  /** The wall clock in milliseconds: the database's, which all processes share. */
  now?: (client: pg.Client) => Promise<number>
}

/** `check` adds the jobs of what is due since the last check of any process. To be called every second, on one connection. */
export function openSchedule(
  schedule: ScheduledTask[],
  { elapsed = () => performance.now(), now = nowOf }: Clocks = {},
) {
  const items = schedule.map(({ task, match, catchesUpHours = 1 }) => ({
    task,
    matches: parseCronItem({ task, match }).match,
    catchesUpMs: catchesUpHours * HOUR_MS,
  }))
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    check: async (client: pg.Client): Promise<void> => {
      if (items.length === 0 || elapsed() - checkedAt < CHECK_EVERY_MS) return
      const minute = Math.floor((await now(client)) / MINUTE_MS) * MINUTE_MS
      const before = await readChecked(client)
      if (items.some(({ task }) => before.get(task) !== minute)) await addDue(client, items, minute)
      checkedAt = elapsed()
    },
  }
}

type Item = { task: string; matches: CronMatcher; catchesUpMs: number }

/** Of several processes one adds the jobs; the others look again later. */
async function addDue(client: pg.Client, items: Item[], minute: number) {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('jobs.scheduled_tasks', 0)) as "isFree"`,
    )
    if (rows[0]?.isFree) await addLocked(client, items, minute)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function addLocked(client: pg.Client, items: Item[], minute: number) {
  const checked = await readChecked(client)
  const latest = Math.max(...items.map(({ task }) => checked.get(task) ?? 0))
  // By less than a minute it may be the correction of a clock that runs fast; its minutes come again soon.
  const isSetBack = latest - minute > MINUTE_MS
  const moved = items.filter(({ task }) => isSetBack || minute > (checked.get(task) ?? 0))
  const due = moved.filter((item) => isDue(item, checked.get(item.task) ?? minute, minute))
  await client.query(
    `insert into jobs.scheduled_tasks (task, checked_until) select unnest($1::text[]), to_timestamp($2)
     on conflict (task) do update set checked_until = excluded.checked_until`,
    [moved.map(({ task }) => task), minute / 1000],
  )
  if (isSetBack) await moveWaiting(client, latest, minute)
  await client.query(
    `select graphile_worker.add_job(task, '{}', queue_name => task, job_key => task) from unnest($1::text[]) task`,
    [due.map(({ task }) => task)],
  )
}

/** Jobs that wait for a moment of the clock as it was before it was set back, such as those that are retried. */
const moveWaiting = (client: pg.Client, before: number, after: number) =>
  client.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at => run_at - make_interval(secs => $1))
     from graphile_worker.jobs where run_at >= to_timestamp($2) and locked_at is null`,
    [(before - after) / 1000, before / 1000],
  )

/** Whether a minute after `checked` matches. Of a task that was checked later than now, none does. */
function isDue({ matches, catchesUpMs }: Item, checked: number, minute: number): boolean {
  for (let at = Math.max(checked + MINUTE_MS, minute - catchesUpMs); at <= minute; at += MINUTE_MS)
    if (matches(partsOf(new Date(at)))) return true
  return false
}

const partsOf = (at: Date) => ({
  min: at.getUTCMinutes(),
  hour: at.getUTCHours(),
  date: at.getUTCDate(),
  month: at.getUTCMonth() + 1,
  dow: at.getUTCDay(),
})

async function readChecked(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ task: string; ms: string }>(
    'select task, extract(epoch from checked_until) * 1000 as ms from jobs.scheduled_tasks',
  )
  return new Map(rows.map(({ task, ms }) => [task, Number(ms)]))
}

async function nowOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: string }>('select extract(epoch from now()) * 1000 as ms')
  return Number(rows[0]?.ms)
}
