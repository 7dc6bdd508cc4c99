// Every header, query, body, path, name and error contains a canary value, which must not appear in the log.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { enqueue, startJobs } from '#platform/jobs/job-catalogue.ts'
import { file, get, post } from '#shared/contract.ts'
import { until } from '#shared/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { currentRequestId } from './request-log.ts'

const canary = `kanarie-${randomUUID()}`
const Word = z.object({ word: z.string() })
const failing = {
  quoted: post('/api/test/quoted', { allow: 'staff', summary: 'x', body: Word, returns: z.object({}) }),
  taken: post('/api/test/taken', { allow: 'staff', summary: 'x', body: Word, returns: z.object({}) }),
  thrown: post('/api/test/thrown', { allow: 'staff', summary: 'x', body: Word, returns: z.object({}) }),
  unread: post('/api/test/unread', { allow: 'anyone', summary: 'x', body: Word, returns: z.object({}) }),
  unfit: post('/api/test/unfit', { allow: 'anyone', summary: 'x', body: Word, returns: z.object({ n: z.int() }) }),
  broken: get('/api/test/broken', { allow: 'staff', summary: 'x', returns: file('text/csv') }),
  full: post('/api/test/full', { allow: 'staff', summary: 'x', body: Word, returns: z.object({}) }),
  slow: post('/api/test/slow', { allow: 'staff', summary: 'x', body: Word, returns: z.object({}) }),
}

function registerFailing(app: App) {
  serve(app, failing.quoted, async ({ db, body }) => {
    await sql`select ${body.word}::text::uuid`.execute(db)
    return {}
  })
  serve(app, failing.taken, async ({ db, body }) => {
    // Code 23505, whose detail contains the value.
    await sql`do $$ begin raise unique_violation using message = 'taken', detail = ${sql.lit(body.word)}; end $$`.execute(
      db,
    )
    return {}
  })
  serve(app, failing.thrown, async ({ body }) => {
    throw Object.assign(new Error(`${body.word}\n    at ${body.word} (x.ts:1:1`, { cause: new Error(body.word) }), {
      code: `E ${body.word}`,
      detail: body.word,
    })
  })
  serve(app, failing.unread, async ({ body }) => JSON.parse(body.word))
  serve(app, failing.unfit, async ({ body }) => ({ n: body.word }) as never)
  serve(app, failing.broken, async () => ({
    filename: 'x.csv',
    content: (async function* () {
      yield 'början'
      throw new Error(canary)
    })(),
  }))
  serve(app, failing.full, async ({ db }) => {
    await sql`do $$ begin raise disk_full; end $$`.execute(db)
    return {}
  })
  serve(app, failing.slow, async ({ db, body }) => {
    await sql`select pg_sleep(0.06), ${body.word}::text`.execute(db)
    return {}
  })
}

type Line = Record<string, unknown> & { msg: string; level: number }
const log = captureLog('trace')
const lines = (): Line[] =>
  log
    .text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

let h: Harness
let address: string
let admin: Person
let portalUser: Person

beforeAll(async () => {
  h = await startHarness({
    logger: log.logger,
    frontend: aFrontend(),
    register: registerFailing,
    slow: { ms: 50, report: (query) => log.logger.warn({ ...query, requestId: currentRequestId() }, 'slow query') },
  })
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  const { id: orgId } = await h.anOrganization(canary)
  admin = await h.anAdmin({ orgId, fullName: canary })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId, name: canary }))
})
afterAll(() => h.stop())

const headersOf = (person: Person | null) => ({
  'content-type': 'application/json',
  'user-agent': canary,
  cookie: canary,
  referer: `https://x.se/${canary}`,
  'x-forwarded-for': canary,
  'x-request-id': canary,
  'idempotency-key': canary,
  ...(person && { authorization: `Bearer ${person.token}` }),
})

async function send(method: string, url: string, person: Person | null, body?: unknown) {
  const response = await fetch(address + url, {
    method,
    headers: headersOf(person),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => '')
  return { status: response?.status, text: text ?? '' }
}

test('A-81: no byte of the log contains what was sent or whom it concerns, whatever fails', async () => {
  const filled = {
    email: `${canary}@x.se`,
    password: canary,
    name: canary,
    title: canary,
    word: canary,
    comment: canary,
  }
  for (const { method, url } of h.routes) {
    if (url.endsWith('/live') || url === '/auth/v1/logout') continue
    for (const [person, id] of [
      [null, canary],
      [admin, admin.userId],
      [admin, canary],
      [portalUser, portalUser.userId],
    ] as const) {
      const firstMethod = method.split(',')[0] ?? method
      const path = `${url.replace(/:\w+|\*/g, id)}?${canary}=${canary}&grant_type=password&q=${canary}`
      await send(firstMethod, path, person, firstMethod === 'GET' || firstMethod === 'HEAD' ? undefined : filled)
    }
  }
  await send('POST', '/auth/v1/token', null, `{"broken ${canary}`)
  await send('POST', '/auth/v1/token', null, canary.repeat(10_000))
  await send('GET', `/${canary}/%E0%A4%A?${canary}`, null)
  await send('PROPFIND', `/${canary}`, null)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
      socket.end(`GET /${canary} HTTP/9.9\r\nCookie: ${canary}\r\n\r\n`),
    )
    socket.on('close', resolve).resume()
  })
  expect(lines().length).toBeGreaterThan(150)
  const messages = new Set(lines().map(({ msg }) => msg))
  for (const kind of ['request', 'request failed', 'slow query']) expect(messages).toContain(kind)
  for (const secret of [canary, admin.userId, admin.email, admin.token, portalUser.userId, portalUser.email, 'cookie'])
    expect(log.text()).not.toContain(secret)
})

test('a line has the route pattern, status, duration, and the request id of the error response', async () => {
  log.clear()
  const { text } = await send('POST', '/api/test/quoted', admin, { word: canary })
  const { requestId } = JSON.parse(text).error
  await until(() => expect(lines()).toHaveLength(2))
  expect(lines()).toEqual([
    expect.objectContaining({
      requestId,
      msg: 'request failed',
      err: {
        type: 'DatabaseError',
        code: '22P02',
        stack: expect.arrayContaining([expect.stringContaining('log.system.test.ts')]),
      },
    }),
    expect.objectContaining({
      requestId,
      msg: 'request',
      level: 30,
      route: '/api/test/quoted',
      method: 'POST',
      status: 500,
      code: 'internal',
      ms: expect.any(Number),
    }),
  ])
})

test('a full disk of the database is named', async () => {
  log.clear()
  expect((await send('POST', '/api/test/full', admin, { word: 'x' })).status).toBe(503)
  await until(() => expect(lines().some(({ msg }) => msg === 'the disk is full')).toBe(true))
})

test('a slow statement is logged with its placeholders, its duration and its request id', async () => {
  log.clear()
  await send('POST', '/api/test/slow', admin, { word: canary })
  await until(() => expect(lines().some(({ msg }) => msg === 'request')).toBe(true))
  // Others, such as a BEGIN, may be slow on a slow machine.
  const slow = lines().filter(({ msg, sql }) => msg === 'slow query' && String(sql).includes('pg_sleep'))
  expect(slow).toEqual([
    expect.objectContaining({ sql: 'select pg_sleep(0.06), $1::text', requestId: expect.any(String) }),
  ])
  expect(slow[0]?.requestId).toBe(lines().find(({ msg }) => msg === 'request')?.requestId)
  expect(Number(slow[0]?.ms)).toBeGreaterThanOrEqual(50)
})

test('a slow request is logged as a warning; a successful health check at level debug only', async () => {
  const strict = await startHarness({
    logger: log.logger,
    slowRequestMs: 50,
    register: registerFailing,
    on: h.test,
    tokens: h.tokens,
  })
  log.clear()
  const headers = { authorization: `Bearer ${admin.token}` }
  await strict.app.inject({ method: 'POST', url: '/api/test/slow', headers, payload: { word: canary } })
  await strict.app.inject({ method: 'GET', url: '/healthz' })
  await strict.stop()
  expect(lines()).toEqual([
    expect.objectContaining({ msg: 'slow request', level: 40, route: '/api/test/slow', status: 200 }),
    expect.objectContaining({ msg: 'request', level: 20, route: '/healthz', status: 200 }),
  ])
})

test('a failed job is logged by its name, without the message of its error', async () => {
  log.clear()
  const failed = Promise.withResolvers<void>()
  const jobs = await startJobs({
    connection: h.test.connection,
    tasks: {
      fall: async () => {
        throw Object.assign(new Error(canary), { detail: canary })
      },
    },
    log: (level, message, meta) => log.logger[level === 'warning' ? 'warn' : level](meta ?? {}, message),
    onOutcome: () => failed.resolve(),
  })
  await h.database.as('auth', (db) => enqueue(db, 'fall', { word: canary }, { attempts: 1 }))
  await failed.promise
  await jobs.stop()
  expect(lines().filter(({ level, msg }) => level > 20 && msg !== 'slow query')).toEqual([
    expect.objectContaining({
      msg: 'a job failed permanently',
      task: 'fall',
      attempt: 1,
      attempts: 1,
      err: { type: 'Error', stack: expect.any(Array) },
    }),
  ])
  expect(log.text()).not.toContain(canary)
})
