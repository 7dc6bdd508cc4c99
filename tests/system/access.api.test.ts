// Every registered route declares its audience; the public routes are listed here.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { appPaths, unknownPaths } from '#app/browser/paths.ts'
import { buildServer } from '#app/server/server.ts'
import { system } from '#app/server/system.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { sitePaths } from '#screens/site/paths.ts'
import { events, file, get, IdParams, nothing, post } from '#shared/contract.ts'
import { aFrontend } from '../harness/frontend.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

const publicApi = [
  'GET /api/form-token',
  'POST /api/link-owner',
  'POST /api/link-password',
  'GET /healthz',
  'GET /readyz',
  'GET /auth/v1/.well-known/jwks.json',
  'POST /api/first-admin',
  'POST /auth/v1/passkeys/authentication/options',
  'POST /auth/v1/passkeys/authentication/verify',
  'POST /auth/v1/recover',
  'POST /auth/v1/token',
  'POST /auth/v1/verify',
]
const publicForms = ['POST /kontakt', 'POST /support']
const discovery = ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/manifest.webmanifest']
const pictures = ['/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/og.png']
const servicePages = ['/tjanster/:name']
const publicPages = [
  ...sitePaths,
  ...servicePages,
  ...discovery,
  ...pictures,
  ...['/assets/*', '/brand/:name', '/media/:id/:variant'],
  ...appPaths,
  ...unknownPaths,
]

const echo = {
  csv: get('/api/test/csv', { allow: 'staff', summary: 'x', returns: file('text/csv; charset=utf-8') }),
  broken: get('/api/test/broken', { allow: 'staff', summary: 'x', returns: file('text/csv; charset=utf-8') }),
  events: get('/api/test/events', { allow: 'signedIn', summary: 'x', returns: events(z.object({ n: z.int() })) }),
  none: post('/api/test/none', { allow: 'signedIn', summary: 'x', returns: nothing }),
  made: post('/api/test/made', { allow: 'customer', summary: 'x', status: 201, returns: z.object({ a: z.int() }) }),
  one: get('/api/test/one/:id', {
    allow: 'staff',
    summary: 'x',
    params: IdParams,
    returns: z.object({ id: z.uuid() }),
  }),
  deadlocking: get('/api/test/deadlocking', { allow: 'staff', summary: 'x', returns: z.object({}) }),
  failing: get('/api/test/failing', { allow: 'staff', summary: 'x', returns: z.object({}) }),
}

function registerEcho(app: App) {
  serve(app, echo.csv, async ({ transaction }) => ({
    filename: 'tid "x"\r\n.csv',
    content: (async function* () {
      for (const n of [1, 2, 3]) {
        const { value } = await transaction((db) =>
          db.selectNoFrom((eb) => eb.val(n).as('value')).executeTakeFirstOrThrow(),
        )
        yield `rad ${value}\r\n`
      }
    })(),
  }))
  serve(app, echo.broken, async () => ({
    filename: 'x.csv',
    content: (async function* () {
      yield 'början'
      throw new Error('mitt i')
    })(),
  }))
  serve(app, echo.events, async () =>
    (async function* () {
      yield { n: 1, secret: 'never sent' }
      yield { n: 2 }
    })(),
  )
  serve(app, echo.none, async () => undefined)
  serve(app, echo.made, async () => ({ a: 1, secret: 'never sent' }))
  serve(app, echo.one, async ({ params }) => params)
  serve(app, echo.deadlocking, async ({ db }) => {
    await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(db)
    return {}
  })
  serve(app, echo.failing, async () => {
    throw new Error('select secret from inside')
  })
}

let h: Harness
let routes: { method: string; url: string; allow: string }[]
let technician: Person
let admin: Person
let customer: Person
let unlinked: Person

beforeAll(async () => {
  h = await startHarness({ register: registerEcho, frontend: aFrontend() })
  routes = h.routes
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id })
  admin = await h.anAdmin({ orgId: org.id })
  customer = await h.aPortalUser(await h.aCustomer({ orgId: org.id }))
  unlinked = await h.aLogin(null, null)
})
afterAll(() => h.stop())

const request = (method: string, url: string, person: Person | null, extra: object = {}) =>
  h.app.inject({
    method: method as 'GET',
    url: url.replace(/:\w+/g, uuidv7()),
    headers: { ...(person && { authorization: `Bearer ${person.token}` }) },
    ...extra,
  })

describe('M-1: every route names its audience', () => {
  test('the server does not start with a route without one', async () => {
    const register = (app: App) => void app.get('/forgotten', () => 'unprotected')
    const started = buildServer({ database: h.database, sessionOfToken: h.tokens.sessionOf, register })
    await expect(started).rejects.toThrow(/No audience/)
  })

  test('at most twelve API routes and two forms are public', () => {
    const open = routes.filter(({ allow, method }) => allow === 'anyone' && method !== 'GET,HEAD')
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([...publicApi, ...publicForms].sort())
    expect(publicApi.length).toBeLessThanOrEqual(12)
  })

  test('the public pages and files are exactly those listed', () => {
    const open = routes.filter(({ allow, method }) => allow === 'anyone' && method === 'GET,HEAD')
    expect(open.map(({ url }) => url).sort()).toEqual([...publicPages].sort())
  })
})

describe('A-40: refusals come before anything sent is parsed', () => {
  const isGuarded = ({ allow }: { allow: string }) => allow !== 'anyone'

  test('a guarded route answers 401, even to broken JSON and to a token in the URL', async () => {
    for (const { method, url } of routes.filter(isGuarded)) {
      const broken = { payload: '{', headers: { 'content-type': 'application/json' } }
      expect((await request(method, url, null, method === 'GET' ? {} : broken)).statusCode, url).toBe(401)
      expect((await request(method, `${url}?access_token=${technician.token}`, null)).statusCode, url).toBe(401)
      for (const authorization of ['Bearer', 'Bearer null', 'Basic YTpi', technician.token]) {
        expect((await request(method, url, null, { headers: { authorization } })).statusCode, url).toBe(401)
      }
    }
  })
})

describe('serve', () => {
  test('an overlong URL and a version out of range are refused', async () => {
    expect((await request('GET', `/api/test/one/${'a'.repeat(201)}`, technician)).statusCode).toBe(414)
    const { id, ...row } = await h.aCustomer({ orgId: technician.orgId ?? '' })
    for (const version of [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53]) {
      const answer = await request('PUT', `/api/customers/${id}`, technician, { payload: { name: row.name, version } })
      expect(answer.statusCode).toBe(422)
    }
  })

  test('a malformed id gets 404', async () => {
    expect((await request('GET', '/api/test/one/1', technician)).statusCode).toBe(404)
  })

  test('fields outside the response schema are never sent, and the declared status is used', async () => {
    const answer = await request('POST', '/api/test/made', customer)
    expect([answer.statusCode, answer.json()]).toEqual([201, { a: 1 }])
  })

  test('a response without content is 204', async () => {
    expect((await request('POST', '/api/test/none', unlinked)).statusCode).toBe(204)
  })

  test('a file is streamed from the database, and its name cannot break the header', async () => {
    const answer = await request('GET', '/api/test/csv', technician)
    expect(answer.body).toBe('rad 1\r\nrad 2\r\nrad 3\r\n')
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="tid _x___.csv"; filename*=UTF-8\'\'tid%20%22x%22%0D%0A.csv',
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a file that fails half way is aborted, and its connection returns to the pool', async () => {
    await expect(request('GET', '/api/test/broken', technician)).rejects.toThrow()
    for (let n = 0; n < 8; n++) expect((await request('GET', '/api/test/csv', technician)).statusCode).toBe(200)
  })

  test('events contain only the fields of their schema', async () => {
    const answer = await request('GET', '/api/test/events', technician)
    expect(answer.headers['content-type']).toBe('text/event-stream')
    expect(answer.body).toContain('data: {"n":1}\n\ndata: {"n":2}\n\n')
    expect(answer.body).not.toContain('secret')
  })

  test('an unexpected failure reveals no internals', async () => {
    const answer = await request('GET', '/api/test/failing', technician)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('select')
  })

  test('a deadlock is answered 503 with Retry-After', async () => {
    const answer = await request('GET', '/api/test/deadlocking', technician)
    expect([answer.statusCode, answer.json().error.code, answer.headers['retry-after']]).toEqual([503, 'busy', '2'])
  })

  test('while a password change is due, only that is allowed', async () => {
    await h.test.superuser.query('update auth.users set must_change_password = true where id = $1', [admin.userId])
    expect((await request('GET', '/api/customers', admin)).json().error.code).toBe('password_change_due')
    expect((await request('GET', '/api/me', admin)).statusCode).toBe(200)
    await h.test.superuser.query('update auth.users set must_change_password = false where id = $1', [admin.userId])
  })
})

test('A-35, A-46: rights follow the database at the next request, whatever the token contains', async () => {
  const { id: orgId } = await h.anOrganization()
  const person = await h.anAdmin({ orgId })
  await h.anAdmin({ orgId })
  const { id: customerId } = await h.aCustomer({ orgId })
  const remove = () => request('DELETE', `/api/customers/${customerId}`, person)
  await h.test.superuser.query(`update user_roles set role = 'technician' where user_id = $1`, [person.userId])
  expect((await remove()).statusCode).toBe(403)
  await h.test.superuser.query(`delete from user_roles where user_id = $1`, [person.userId])
  expect((await request('GET', '/api/customers', person)).statusCode).toBe(403)
  await h.test.superuser.query(`update auth.users set disabled_at = now() where id = $1`, [person.userId])
  expect((await request('GET', '/api/customers', person)).statusCode).toBe(401)
})

test('staff can read the API description, which names every audience', async () => {
  const { paths } = (await h.as(technician).call(system.openapi, {})) as {
    paths: Record<string, Record<string, object>>
  }
  expect(paths['/api/customers/{id}']?.delete).toMatchObject({ 'x-audience': 'admin' })
  expect(Object.keys(paths)).not.toContain('/backoffice')
})

describe('pages', () => {
  test('have all security headers, the app’s are not indexed, and the 404 page has its status', async () => {
    for (const url of ['/', '/auth', '/finns-inte', '/api/customers', '/api/finns-inte', '/healthz', '/favicon.svg']) {
      const { headers } = await request('GET', url, null)
      expect(headers['content-security-policy'], url).toContain("default-src 'none'")
      expect(headers['x-content-type-options'], url).toBe('nosniff')
      expect(headers['strict-transport-security'], url).toContain('includeSubDomains')
      expect(headers['x-powered-by']).toBeUndefined()
    }
    expect((await request('GET', '/backoffice/time', null)).headers['x-robots-tag']).toBe('noindex')
    const missing = await request('GET', '/finns-inte', null)
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await request('GET', '/api/finns-inte', null)).json().error.code).toBe('not_found')
  })
})

test('a NUL or an unpaired surrogate, which cannot be stored, is refused in every field', async () => {
  const texts = ['a\0b', 'x\ud83d', '\udfff']
  const refused = async (payload: object) => {
    const answer = await request('POST', '/api/customers', technician, { payload })
    return [answer.statusCode, answer.json().error.fields]
  }
  for (const text of texts) {
    const message = 'Texten innehåller ett tecken som inte kan sparas'
    expect(await refused({ name: text })).toEqual([422, { name: message }])
    expect(await refused({ name: 'x', notes: text })).toEqual([422, { notes: message }])
    // The schema is checked first.
    expect(await refused({ name: 'x', [text]: 1 })).toEqual([422, { '': 'Okänt fält' }])
    expect(await refused({ name: ['x', { deep: text }] })).toEqual([422, { name: 'Namn krävs' }])
  }
  const staffReads = h.routes.filter(
    ({ method, allow, url }) => method === 'GET' && allow === 'staff' && !/live$|^\/api\/test/.test(url),
  )
  for (const { url } of staffReads) {
    for (const name of ['search', 'after', 'customerId', 'month', 'assignee'])
      expect((await request('GET', `${url}?${name}=%00`, technician)).statusCode, url).toBeLessThan(500)
  }
})
