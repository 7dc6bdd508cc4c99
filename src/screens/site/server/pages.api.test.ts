import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildServer } from '#app/server/server.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import * as site from '../render.tsx'
import { openCompanyFacts } from './company-facts.ts'
import { pageRoutes } from './pages.routes.ts'

let h: Harness
let orgId: string
let renders = 0
const render: typeof site = {
  ...site,
  sitePage: (path, input) => {
    renders++
    return site.sitePage(path, input)
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
const get = (url: string, { method = 'GET', headers = {} }: RequestOptions = {}, app = h.app) =>
  app.inject({ method, url, headers })
const savePhone = (phone: string) =>
  h.test.superuser.query('update company_facts set phone = $1 where org_id = $2', [phone, orgId])

test('a saved phone number is on the page at the next request; until then it is rendered once', async () => {
  await savePhone('018-12 34 56')
  const pages = await Promise.all(Array.from({ length: 20 }, () => get('/')))
  for (const { body } of pages) expect(body).toContain('tel:+4618123456')
  expect(renders).toBe(1)
  await savePhone('018-65 43 21')
  expect((await get('/')).body).toContain('tel:+4618654321')
  expect(renders).toBe(2)
})

test('before a phone number is entered no page tells visitors to call', async () => {
  await h.test.superuser.query('update company_facts set phone = null, emergency_phone = null')
  // The notice of an urgent matter on /support asks them to, as specified.
  for (const path of ['/', '/om-oss', '/kontakt']) {
    const { body } = await get(path)
    const text = body.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ')
    expect(text.match(/.{0,30}\b(ring|ringa|ringer)\b.{0,30}/gi), path).toBeNull()
  }
})

test('a cached page is answered with 304, also for a list, a weak tag and *', async () => {
  const { headers } = await get('/')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await get('/', { headers: { 'if-none-match': ifNoneMatch } })
    expect([answer.statusCode, answer.body, answer.headers.etag], ifNoneMatch).toEqual([304, '', etag])
  }
  expect((await get('/', { headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200)
  await savePhone('018-11 11 11')
  expect((await get('/', { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
})

test('brotli, gzip and uncompressed responses have the same content and different ETags', async () => {
  const plain = await get('/')
  const br = await get('/', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  const gzip = await get('/', { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(renders).toBeLessThan(2)
})

test('HEAD returns the headers of GET without the body', async () => {
  const [head, full] = [await get('/', { method: 'HEAD' }), await get('/')]
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-length', 'etag', 'content-type'])
    expect(head.headers[name], name).toBe(full.headers[name])
})

test('a page that confirms a form is not cached; other query strings have no effect', async () => {
  await get('/kontakt')
  const before = renders
  const sent = await get('/kontakt?skickat=1')
  expect(sent.headers['cache-control']).toBe('no-store')
  expect(sent.headers.etag).toBeUndefined()
  expect(renders).toBe(before + 1)
  for (const url of ['/kontakt?skickat=akut', '/kontakt?utm_source=x', '/?skickat=1']) {
    const answer = await get(url)
    expect(answer.headers['cache-control'], url).toBe('no-cache')
  }
})

test('a service has a page until it is renamed; an unknown one gets the 404 page', async () => {
  const saveServices = (services: string | null) =>
    h.test.superuser.query('update company_facts set services = $1 where org_id = $2', [services, orgId])
  expect((await get('/tjanster/it-support')).body).toContain('<h1')
  await saveServices('Datorhjälp: Vi kommer hem.')
  const own = await get('/tjanster/datorhjalp')
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(own.body).toContain('Vi kommer hem.')
  const gone = await get('/tjanster/it-support')
  expect([gone.statusCode, gone.body.includes('Oops! Page not found')]).toEqual([404, true])
  expect((await get('/sitemap.xml')).body).toContain('/tjanster/datorhjalp<')
  await saveServices(null)
})

test('the 404 page has status 404 whatever the browser has cached', async () => {
  const missing = await get('/finns-inte', { headers: { 'if-none-match': '*' } })
  expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(missing.body).toContain('Oops! Page not found')
  expect(missing.body).toContain('Nordnät AB')
})

test('the app shell is the same for every user and revalidated by its ETag', async () => {
  const shell = await get('/backoffice/time', { headers: { 'accept-encoding': 'br' } })
  expect(shell.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'content-encoding': 'br' })
  const revalidation = { 'accept-encoding': 'br', 'if-none-match': String(shell.headers.etag) }
  expect((await get('/backoffice/time', { headers: revalidation })).statusCode).toBe(304)
})

test('the app shell names the company, escaped, and its new name at the next request', async () => {
  const before = await get('/customer-login')
  expect(before.body).toContain('<title>Nordnät AB</title>')
  await h.test.superuser.query(`update organizations set name = 'Nord & <Syd>' where id = $1`, [orgId])
  const after = await get('/customer-login', { headers: { 'if-none-match': String(before.headers.etag) } })
  await h.test.superuser.query(`update organizations set name = 'Nordnät AB' where id = $1`, [orgId])
  expect(after.statusCode).toBe(200)
  expect(after.body).toContain('data-company="Nord &#38; &#60;Syd&#62;"')
  expect(after.body).not.toContain('<Syd>')
  expect(before.body + after.body).not.toContain('Stödpunkt')
})

test('while the database is unavailable all pages are served with cached facts, the 404 page too', async () => {
  let isUnavailable = false
  const logged: string[] = []
  const database: Harness['database'] = {
    ...h.database,
    as: (role, work) => (isUnavailable ? Promise.reject(new Error('unavailable')) : h.database.as(role, work)),
  }
  const app = await buildServer({
    database,
    sessionOfToken: h.tokens.sessionOf,
    logger: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    register: (server) =>
      pageRoutes(server, {
        frontend: aFrontend(render),
        facts: openCompanyFacts(database),
        appUrl: 'https://nordnat.se',
        refreshKey: Buffer.alloc(32, 7),
      }),
  })
  const before = await get('/', {}, app)
  isUnavailable = true
  const degraded = await get('/', {}, app)
  expect([degraded.statusCode, degraded.headers.etag, degraded.body]).toEqual([200, before.headers.etag, before.body])
  expect((await get('/om-oss', {}, app)).body).toContain('Nordnät AB')
  const missing = await get('/finns-inte', {}, app)
  expect([missing.statusCode, missing.body.includes('Nordnät AB')]).toEqual([404, true])
  expect(logged).toHaveLength(3)
  await app.close()
})
