// No log line contains an id of a URL or a row, whatever happens to the request: it succeeds slowly, its client
// disconnects, its response fails half-way, or the database is damaged or gone.
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fillTwoOrganizations, type Organization } from '#platform/database/testing/two-organizations.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { file, get } from '#shared/contract.ts'
import { until } from '#shared/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { currentRequestId } from './request-log.ts'

const Params = z.object({ id: z.string() })
const parts = { allow: 'staff', summary: 'x', params: Params } as const
const failing = {
  thrown: get('/api/test/thrown/:id', { ...parts, returns: z.object({}) }),
  inQuery: get('/api/test/in-query/:id', { ...parts, returns: z.object({}) }),
  broken: get('/api/test/broken/:id', { ...parts, returns: file('text/csv') }),
}

function registerFailing(app: App) {
  serve(app, failing.thrown, async ({ params }) => {
    throw new TypeError(`Failed to parse URL from /api/test/thrown/${params.id}`)
  })
  serve(app, failing.inQuery, async ({ db, params }) => {
    await sql`select ${params.id}::int`.execute(db)
    return {}
  })
  serve(app, failing.broken, async ({ params }) => ({
    filename: `${params.id}.csv`,
    content: (async function* () {
      yield 'början'
      throw new Error(params.id)
    })(),
  }))
  // Written past Fastify, which then quotes the URL in its log.
  app.get('/api/test/written/:id', { config: { allow: 'anyone' } }, async (_request, reply) => {
    reply.raw.writeHead(200)
    return { id: 'x' }
  })
}

const log = captureLog('trace')
let h: Harness
let ours: Organization
let admin: Person
let portalUser: Person
let address: string

beforeAll(async () => {
  h = await startHarness({
    logger: log.logger,
    frontend: aFrontend(),
    register: registerFailing,
    writesPerMinute: 0,
    slowRequestMs: 1,
    slow: {
      ms: Number.MIN_VALUE,
      report: (query) => log.logger.warn({ ...query, requestId: currentRequestId() }, 'slow query'),
    },
  })
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  ours = (await fillTwoOrganizations(h.test.superuser)).ours
  admin = await h.anAdmin({ orgId: ours.id })
  portalUser = await h.aPortalUser({ id: ours.customer, orgId: ours.id })
})
afterAll(() => h.stop())

/** A row of each kind, by the part of the path before its id. */
const idAfter = (segment: string | undefined): string => {
  const rows: Record<string, string | undefined> = {
    tickets: ours.ticket,
    customers: ours.customer,
    users: ours.technician,
    enquiries: ours.enquiry,
    files: ours.file.answer,
    reports: ours.reportId,
    equipment: ours.equipment,
    recurring: ours.recurring,
    contacts: ours.contact,
    mailboxes: ours.mailbox,
  }
  return rows[segment ?? ''] ?? ours.id
}
const pathOf = (url: string) =>
  url.replace(/(\w*)\/(?::\w+|\*)/g, (_whole, segment: string) => `${segment}/${idAfter(segment)}`)

const requests = () =>
  h.routes.flatMap(({ method, url }) =>
    url.endsWith('/live') || url.startsWith('/auth/') ? [] : [{ method: method.split(',')[0] ?? method, url }],
  )

async function sendAll() {
  for (const { method, url } of requests()) {
    const { token } = url.startsWith('/api/portal') ? portalUser : admin
    const body = method === 'GET' || method === 'HEAD' ? null : JSON.stringify({ id: ours.ticket })
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const target = `${address}${pathOf(url)}?after=${ours.customer}`
    const answer = await fetch(target, { method, headers, body }).catch(() => undefined)
    await answer?.text().catch(() => undefined)
  }
}

/** Begins a request, and disconnects when the first bytes of the response arrive, or before. */
async function disconnect(url: string, waits: boolean) {
  const { token } = url.startsWith('/api/portal') ? portalUser : admin
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${pathOf(url)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  if (waits) await Promise.race([once(socket, 'data'), once(socket, 'close')])
  else await once(socket, 'connect')
  socket.destroy()
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
const linesWithIds = () =>
  log
    .text()
    .split('\n')
    .filter((line) => UUID.test(line.replace(/"requestId":"[^"]*"/, '')) || /\/api\/\w+\/\d|after=/.test(line))
const messages = () => new Set([...log.text().matchAll(/"msg":"([^"]*)"/g)].map(([, message]) => message))

test('no ids are logged for responses, refusals, slow statements, failures and disconnects', async () => {
  await sendAll()
  const reads = requests().filter(({ method }) => method === 'GET')
  for (const { url } of [...reads, { url: '/api/live' }, { url: '/api/portal/live' }])
    for (const waits of [true, false]) await disconnect(url, waits)
  await until(() => expect(messages()).toContain('client disconnected'))
  for (const kind of ['slow query', 'slow request', 'request failed', 'a response stream failed'])
    expect(messages()).toContain(kind)
  expect(log.text()).toContain('in the \\"…\\" (GET) route?')
  expect(linesWithIds()).toEqual([])
})

test('no ids are logged with a damaged database, or without one', async () => {
  log.clear()
  await h.test.superuser.query('alter schema stodpunkt rename to elsewhere')
  await sendAll()
  expect(messages()).toContain('request failed')
  await h.database.close()
  await sendAll()
  expect(linesWithIds()).toEqual([])
})
