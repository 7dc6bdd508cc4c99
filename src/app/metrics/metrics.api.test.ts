import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givePassword, postToken } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { until } from '#shared/testing/until.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const metrics = openMetrics()
const target = { folder: tmpdir(), keep: 3, dataDir: tmpdir(), isEmbedded: true }
const here = { target, dataDir: tmpdir(), clamdUrl: undefined }
const installation = () => ({ ...h, ...here })
let h: Harness
let server: Awaited<ReturnType<typeof serveMetrics>>
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(), onCompleted: metrics.countRequest })
  server = await serveMetrics(metrics.read(installation()), { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
})
afterAll(async () => {
  await server.stop()
  await h.stop()
})

const scrape = async (path = '/metrics') => fetch(`http://127.0.0.1:${server.port}${path}`)
/** The product's own metrics, without those of the process and of Node. */
async function ownMetrics() {
  const text = await (await scrape()).text()
  const ours = text.split('\n').filter((line) => line.startsWith('stodpunkt_') && !line.includes('_bucket{'))
  return Object.fromEntries(ours.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('requests are counted by route pattern, method and status class, without ids or unknown paths', async () => {
  const { id: customerId } = await h.aCustomer({ orgId })
  const body = { title: 'WiFi nere', description: 'x', customerId }
  const { id } = await h.as(technician).call(tickets.create, { body })
  await h.as(technician).call(tickets.get, { params: { id } })
  await h.app.inject({ url: `/finns-inte/${id}?q=${id}` })
  await h.app.inject({ method: 'PROPFIND', url: '/' })
  const count = 'stodpunkt_http_request_duration_seconds_count'
  expect(await ownMetrics()).toMatchObject({
    [`${count}{route="/api/tickets",method="POST",status="2xx"}`]: 1,
    [`${count}{route="/api/tickets/:id",method="GET",status="2xx"}`]: 1,
    [`${count}{route="none",method="GET",status="4xx"}`]: 1,
    [`${count}{route="none",method="other",status="4xx"}`]: 1,
  })
  const text = await (await scrape()).text()
  expect(text).not.toContain(id)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'nodejs_gc_duration_seconds',
  ])
    expect(text).toContain(name)
})

test('refused sign-ins, mails and jobs are counted by outcome, the last two starting at 0', async () => {
  await givePassword(h, technician)
  await postToken(h, 'password', { email: technician.email, password: 'fel lösenord' })
  metrics.expectJobs(['ticket_mail'])
  expect(await ownMetrics()).toMatchObject({
    'stodpunkt_mails_total{outcome="refused"}': 0,
    'stodpunkt_jobs_total{task="ticket_mail",outcome="given_up"}': 0,
  })
  metrics.countMail('sent')
  metrics.countJob('ticket_mail', 'failed')
  expect(await ownMetrics()).toMatchObject({
    'stodpunkt_refusals_total{route="/auth/v1/token",code="invalid_credentials"}': 1,
    'stodpunkt_mails_total{outcome="sent"}': 1,
    'stodpunkt_jobs_total{task="ticket_mail",outcome="failed"}': 1,
  })
})

test('pool, live streams and queue are read at each scrape, and nothing is counted twice', async () => {
  await h.database.as('auth', (db) => enqueue(db, 'later', {}))
  const disconnect = new AbortController()
  const { actor } = await h.database.asActor(
    technician.sessionId,
    () => undefined,
    async (_db, found) => ({ actor: found }),
  )
  const events = h.broker.open({ actor, tokenExpiresAt: Date.now() + 60_000, signal: disconnect.signal })
  // A stream begins with an `everything` event.
  for await (const _event of events) break
  const sent = h.broker.counts().sentEvents
  expect(sent).toBeGreaterThan(0)
  await ownMetrics()
  expect(await ownMetrics()).toMatchObject({
    stodpunkt_database_up: 1,
    stodpunkt_jobs_waiting: 1,
    stodpunkt_jobs_given_up: 0,
    'stodpunkt_database_connections{state="waiting"}': 0,
    stodpunkt_live_events_told_total: sent,
  })
  disconnect.abort()
  await until(async () => expect(await ownMetrics()).toMatchObject({ stodpunkt_live_streams: 0 }))
})

test('A-161: the public server has no /metrics, and the metrics port nothing else', async () => {
  for (const path of ['/metrics', '/metrics/', '/api/metrics', '//metrics', '/Metrics'])
    expect((await h.app.inject({ url: path })).statusCode, path).toBe(404)
  for (const path of ['/', '/healthz', '/metrics/', '/metrics?x', '/api/tickets'])
    expect((await scrape(path)).status, path).toBe(404)
})

test('while the database is unavailable the metrics are served, without those of the queue', async () => {
  const offline = await startHarness()
  const separate = openMetrics()
  const metricsServer = await serveMetrics(separate.read({ ...offline, ...here }), {
    METRICS_PORT: 0,
    METRICS_HOST: '127.0.0.1',
  })
  await offline.database.close()
  const text = await (await fetch(`http://127.0.0.1:${metricsServer.port}/metrics`)).text()
  expect(text).toContain('stodpunkt_database_up 0')
  expect(text).not.toMatch(/^stodpunkt_jobs_waiting \d/m)
  await metricsServer.stop()
  await offline.stop()
})

test('the error names a port in use', async () => {
  await expect(
    serveMetrics(openMetrics().read(installation()), { METRICS_PORT: server.port, METRICS_HOST: '127.0.0.1' }),
  ).rejects.toThrow(`METRICS_PORT ${server.port} på 127.0.0.1 går inte att använda (EADDRINUSE).`)
})
