// Prometheus metrics of this process. Labels are route patterns and codes from the source code, never a path, an id or
// a name, so that their number is bounded and they contain no personal data.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#platform/database/database.ts'
import { type JobOutcome, jobOutcomes } from '#platform/jobs/jobs.ts'
import type { Broker } from '#platform/live/server/broker.ts'
import { type MailOutcome, mailOutcomes } from '#platform/mail/mail.ts'
import type { CompletedRequest } from '../server/request-log.ts'
import { type Installation, watchInstallation } from './installation.ts'

/** Seconds: a list takes milliseconds, a sign-in about 0.1, a file upload several. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  countRequest: (request: CompletedRequest) => void
  /** Starts the counters of these tasks at 0, because rules do not see an increase from absent to 1. */
  expectJobs: (tasks: string[]) => void
  countJob: (task: string, outcome: JobOutcome) => void
  countMail: (outcome: MailOutcome) => void
  /** Adds the gauges of the installation and the broker, which are read at each scrape. */
  read(parts: Parts): ReadMetrics
}

type Parts = Installation & { broker: Pick<Broker, 'counts'> }

/** All metrics in the Prometheus text format. */
export type ReadMetrics = () => Promise<{ contentType: string; text: string }>

/** Starts counting. Called only when metrics are served (METRICS_PORT). */
export function openMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [register] })
  const requests = new Histogram({
    name: 'stodpunkt_http_request_duration_seconds',
    help: 'Completed requests, by route pattern, without live event streams',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  const refusals = counter('stodpunkt_refusals_total', 'Refused requests, by error code', 'route', 'code')
  const jobs = counter('stodpunkt_jobs_total', 'Jobs run by this process', 'task', 'outcome')
  const mails = counter('stodpunkt_mails_total', `Mails by outcome: ${mailOutcomes.join(', ')}`, 'outcome')
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0)
  return {
    countRequest: ({ route, method, status, ms, code, isStream }) => {
      if (!isStream) requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
      if (code !== '') refusals.inc({ route, code })
    },
    expectJobs: (tasks) => {
      for (const task of tasks) for (const outcome of jobOutcomes) jobs.inc({ task, outcome }, 0)
    },
    countJob: (task, outcome) => jobs.inc({ task, outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
    read: (parts) => {
      watchPool(register, parts.database)
      watchStreams(register, parts.broker)
      const readInstallation = watchInstallation(register, parts)
      return async () => {
        await readInstallation()
        return { contentType: register.contentType, text: await register.metrics() }
      }
    },
  }
}

function watchPool(register: Registry, database: Database) {
  new Gauge({
    name: 'stodpunkt_database_connections',
    help: 'Pool connections by state; "waiting" counts requests that wait for one',
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
  const events = new Counter({
    name: 'stodpunkt_live_events_told_total',
    help: 'Events sent to streams',
    registers: [register],
    collect() {
      events.reset()
      events.inc(broker.counts().sentEvents)
    },
  })
}
