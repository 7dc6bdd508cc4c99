import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildServer } from '#app/server/server.ts'
import * as site from '#site/render.tsx'
import { openFacts } from '#site/server/open-facts.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { pageRoutes } from './pages.routes.ts'

let h: Harness
let orgId: string
let renders = 0
const render: typeof site = {
  ...site,
  sitePage: (path, given) => {
    renders++
    return site.sitePage(path, given)
  },
}

beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(render) })
  orgId = (await h.anOrganization('Nordnät AB')).id
})
beforeEach(() => {
  renders = 0
})
afterAll(() => h.stop())

type RequestOptions = { method?: 'GET' | 'HEAD'; headers?: Record<string, string> }
const ask = (url: string, { method = 'GET', headers = {} }: RequestOptions = {}, app = h.app) =>
  app.inject({ method, url, headers })
const savePhone = (phone: string) =>
  h.test.superuser.query('update company_facts set phone = $1 where org_id = $2', [phone, orgId])

test('a saved phone number is on the page at the next request, and until then the page is made once', async () => {
  await savePhone('018-12 34 56')
  const pages = await Promise.all(Array.from({ length: 20 }, () => ask('/')))
  for (const { body } of pages) expect(body).toContain('tel:+4618123456')
  expect(renders).toBe(1)
  await savePhone('018-65 43 21')
  expect((await ask('/')).body).toContain('tel:+4618654321')
  expect(renders).toBe(2)
})

test('a page that the browser has is answered 304, by a list, weakly and by * too', async () => {
  const { headers } = await ask('/')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await ask('/', { headers: { 'if-none-match': known } })
    expect([answer.statusCode, answer.body, answer.headers.etag], known).toEqual([304, '', etag])
  }
  expect((await ask('/', { headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200)
  await savePhone('018-11 11 11')
  expect((await ask('/', { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
})

test('brotli, gzip and plain are the same page under ETags of their own', async () => {
  const plain = await ask('/')
  const br = await ask('/', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  const gzip = await ask('/', { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(renders).toBeLessThan(2)
})

test('HEAD says what GET would send, without sending it', async () => {
  const [head, get] = [await ask('/', { method: 'HEAD' }), await ask('/')]
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-length', 'etag', 'content-type'])
    expect(head.headers[name], name).toBe(get.headers[name])
})

test('a page that says a form was sent is for the asker alone; other words in the address change nothing', async () => {
  await ask('/kontakt')
  const before = renders
  const sent = await ask('/kontakt?skickat=1')
  expect(sent.headers['cache-control']).toBe('no-store')
  expect(sent.headers.etag).toBeUndefined()
  expect(renders).toBe(before + 1)
  for (const url of ['/kontakt?skickat=akut', '/kontakt?utm_source=x', '/?skickat=1']) {
    const answer = await ask(url)
    expect(answer.headers['cache-control'], url).toBe('no-cache')
  }
})

test('the page of what is missing is 404 whatever the browser has', async () => {
  const missing = await ask('/finns-inte', { headers: { 'if-none-match': '*' } })
  expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(missing.body).toContain('Oops! Page not found')
  expect(missing.body).toContain('Nordnät AB')
})

test('the app’s shell is the same for everybody and kept by its ETag', async () => {
  const shell = await ask('/backoffice/time', { headers: { 'accept-encoding': 'br' } })
  expect(shell.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'content-encoding': 'br' })
  const known = { 'accept-encoding': 'br', 'if-none-match': String(shell.headers.etag) }
  expect((await ask('/auth', { headers: known })).statusCode).toBe(304)
})

test('while the database is away the last known pages are served, and that of what is missing', async () => {
  let isAway = false
  const said: string[] = []
  const database: Harness['database'] = {
    ...h.database,
    as: (role, work) => (isAway ? Promise.reject(new Error('away')) : h.database.as(role, work)),
  }
  const app = await buildServer({
    database,
    sessionOfToken: h.tokens.sessionOf,
    logger: pino({ level: 'error' }, { write: (line: string) => void said.push(line) }),
    register: (server) =>
      pageRoutes(server, { frontend: aFrontend(render), facts: openFacts(database), appUrl: 'https://nordnat.se' }),
  })
  const before = await ask('/', {}, app)
  isAway = true
  const away = await ask('/', {}, app)
  expect([away.statusCode, away.headers.etag, away.body]).toEqual([200, before.headers.etag, before.body])
  expect((await ask('/om-oss', {}, app)).body).toContain('Nordnät AB')
  const missing = await ask('/finns-inte', {}, app)
  expect([missing.statusCode, missing.body.includes('Nordnät AB')]).toEqual([404, true])
  expect(said).toHaveLength(3)
  await app.close()
})
