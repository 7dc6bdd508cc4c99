// Numbers of this process for Prometheus. Labels are patterns and codes from the source, never a path, an id or a name:
// there are few of them, and they tell of nobody.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#db/database.ts'
import { type JobOutcome, readQueue } from '#db/jobs.ts'
import type { MailOutcome } from '#lib/server/mail.ts'
import type { Broker } from '#live/server/broker.ts'
import type { Answered } from '../server/request-log.ts'

/** Seconds; a list takes milliseconds, a sign-in about 0.1, a file some seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  countRequest: (answered: Answered) => void
  countJob: (task: string, outcome: JobOutcome) => void
  countMail: (outcome: MailOutcome) => void
  /** What is asked at the moment of reading is asked of these. */
  read(parts: Parts): ReadMetrics
}

type Parts = { database: Database; broker: Pick<Broker, 'counts'> }

/** All numbers in Prometheus' text form. */
export type ReadMetrics = () => Promise<{ contentType: string; text: string }>

/** Counts from now on. Opened only when somebody reads (METRICS_PORT). */
export function openMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [register] })
  const requests = new Histogram({
    name: 'stodpunkt_http_request_duration_seconds',
    help: 'Requests answered, by route pattern; streams of live events are not among them',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  const refusals = counter(
    'stodpunkt_refusals_total',
    'Requests refused, by the code that was answered',
    'route',
    'code',
  )
  const jobs = counter('stodpunkt_jobs_total', 'Jobs worked off by this process', 'task', 'outcome')
  const mails = counter('stodpunkt_mails_total', 'Mails handed to the mail server, kept, refused or dropped', 'outcome')
  return {
    countRequest: ({ route, method, status, ms, code, isStream }) => {
      if (!isStream) requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
      if (code !== '') refusals.inc({ route, code })
    },
    countJob: (task, outcome) => jobs.inc({ task, outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
    read: (parts) => {
      watchPool(register, parts.database)
      watchStreams(register, parts.broker)
      const readDatabase = watchQueue(register, parts.database)
      return async () => {
        await readDatabase()
        return { contentType: register.contentType, text: await register.metrics() }
      }
    },
  }
}

function watchPool(register: Registry, database: Database) {
  new Gauge({
    name: 'stodpunkt_database_connections',
    help: 'Connections of the pool by state; waiting are requests without one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(database.counts())) this.set({ state }, count)
    },
  })
}

function watchStreams(register: Registry, broker: Parts['broker']) {
  new Gauge({
    name: 'stodpunkt_live_streams',
    help: 'Open streams of live events',
    registers: [register],
    collect() {
      this.set(broker.counts().streams)
    },
  })
  const told = new Counter({
    name: 'stodpunkt_live_events_told_total',
    help: 'Events told to streams',
    registers: [register],
    collect() {
      told.reset()
      told.inc(broker.counts().told)
    },
  })
}

/** The queue is the whole installation's: each process tells the same. Without a database its lines are missing. */
function watchQueue(register: Registry, database: Database) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] })
  const up = gauge('stodpunkt_database_up', '1 when the database answered this reading')
  const waiting = gauge('stodpunkt_jobs_waiting', 'Jobs that are due and not begun')
  const oldest = gauge('stodpunkt_jobs_oldest_seconds', 'How long the oldest of them has been due')
  const givenUp = gauge('stodpunkt_jobs_given_up', 'Jobs that failed for good and are left in the queue')
  return async () => {
    const queue = await readQueue(database).catch(() => undefined)
    up.set(queue ? 1 : 0)
    for (const one of [waiting, oldest, givenUp]) one.remove()
    if (!queue) return
    waiting.set(queue.waiting)
    oldest.set(queue.oldestSeconds)
    givenUp.set(queue.givenUp)
  }
}
