// Every kind of response carries the security headers (docs/security.md, Response headers).
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DRAWN_POLICY, firstScreenHash } from '#app/browser/first-screen.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { events, file, get } from '#shared/contract.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const echo = {
  csv: get('/api/test/csv', { allow: 'staff', summary: 'x', returns: file('text/csv; charset=utf-8') }),
  events: get('/api/test/events', { allow: 'signedIn', summary: 'x', returns: events(z.object({ n: z.int() })) }),
  failing: get('/api/test/failing', { allow: 'staff', summary: 'x', returns: z.object({}) }),
}
function registerEcho(app: App) {
  serve(app, echo.csv, async () => ({ filename: 'a.csv', content: ['a'] }))
  serve(app, echo.events, async () =>
    (async function* () {
      yield { n: 1 }
    })(),
  )
  serve(app, echo.failing, async () => {
    throw new Error('inside')
  })
}

const assetsFolder = mkdtempSync(join(tmpdir(), 'stodpunkt-assets-'))
let h: Harness
let technician: Person
let port: number

beforeAll(async () => {
  writeFileSync(join(assetsFolder, 'app-12345678.js'), 'plain')
  writeFileSync(join(assetsFolder, 'app-12345678.js.br'), 'brotli')
  writeFileSync(join(assetsFolder, 'app-12345678.js.gz'), 'gzip')
  writeFileSync(join(assetsFolder, '.env'), 'secret')
  h = await startHarness({ frontend: aFrontend(), register: registerEcho, assetsFolder })
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  port = (h.app.server.address() as { port: number }).port
})
afterAll(async () => {
  await h.stop()
  rmSync(assetsFolder, { recursive: true })
})

const bearer = () => ({ authorization: `Bearer ${technician.token}` })
const fetched = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })

/** The response to bytes that may not be valid HTTP. */
async function raw(bytes: string): Promise<{ status: number; headers: Headers; text: string }> {
  const text = await new Promise<string>((resolve, reject) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (part) => {
      got += part
    })
    socket.on('close', () => resolve(got)).on('error', reject)
  })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { status: Number(first.split(' ')[1]), headers: new Headers(headers), text: body }
}
const malformed = (bytes: string) => async () => {
  const { status, headers } = await raw(bytes)
  return { status, headers, body: null }
}

const kinds: [string, number, () => Promise<Pick<Response, 'status' | 'headers' | 'body'>>][] = [
  ['a page', 200, () => fetched('/')],
  ['a page that the browser has', 304, () => fetched('/', { headers: { 'if-none-match': '*' } })],
  ['a page after a form', 200, () => fetched('/kontakt?skickat=1')],
  ['a missing page', 404, () => fetched('/finns-inte')],
  ['HEAD', 200, () => fetched('/', { method: 'HEAD' })],
  ['the app’s shell', 200, () => fetched('/backoffice')],
  ['an unknown screen', 404, () => fetched('/backoffice/finns-inte')],
  ['a static file', 200, () => fetched('/assets/app-12345678.js')],
  ['a missing static file', 404, () => fetched('/assets/saknas.js')],
  ['health', 200, () => fetched('/healthz')],
  ['an answer of the API', 200, () => fetched('/api/me', { headers: bearer() })],
  ['signed out', 401, () => fetched('/api/me')],
  ['forbidden', 403, () => fetched('/api/portal/tickets', { headers: bearer() })],
  ['a missing endpoint', 404, () => fetched('/api/finns-inte')],
  ['refused input', 422, () => fetched('/api/customers', { method: 'POST', headers: bearer() })],
  [
    'a foreign type',
    415,
    () =>
      fetched('/api/customers', { method: 'POST', headers: { ...bearer(), 'content-type': 'text/xml' }, body: '<a/>' }),
  ],
  [
    'too much',
    413,
    () =>
      fetched('/api/customers', {
        method: 'POST',
        headers: { ...bearer(), 'content-type': 'application/json' },
        body: `"${'a'.repeat(300_000)}"`,
      }),
  ],
  ['a failure', 500, () => fetched('/api/test/failing', { headers: bearer() })],
  ['a file', 200, () => fetched('/api/test/csv', { headers: bearer() })],
  ['a stream', 200, () => fetched('/api/test/events', { headers: bearer() })],
  [
    'a preflight',
    404,
    () =>
      fetched('/api/me', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      }),
  ],
  ['an address that cannot be read', 400, () => fetched('/api/customers/%E0%A4%A')],
  ['bytes that are no HTTP', 400, malformed('HEJ\r\n\r\n')],
  [
    'a request with two lengths',
    400,
    malformed('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'),
  ],
  ['endless headers', 431, malformed(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)],
]

describe('A-153, A-154: HTML, API, refusals, files and streams have all security headers and name no server', () => {
  test.each(kinds)('%s is %i', async (_, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    // Which documents may have the hash of the inline script is tested below.
    for (const [name, value] of Object.entries(securityHeaders(false)))
      expect(answer.headers.get(name)?.replace(` ${firstScreenHash}`, '').replace(` ${DRAWN_POLICY}`, ''), name).toBe(
        value,
      )
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
      expect(answer.headers.get(name), name).toBeNull()
    expect(answer.headers.get('cache-control')).toMatch(/no-store|no-cache|immutable|max-age/)
    await answer.body?.cancel()
  })

  test('A-157: forbids inline code, framing and foreign sources, and enforces Trusted Types', () => {
    const policy = securityHeaders(false)['content-security-policy']
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ])
      expect(policy?.split('; ')).toContain(part)
    expect(policy).not.toMatch(/unsafe|http|\*|sha256/)
  })
})

test('A-157: only the documents of a portal may run an inline script, the one that they contain', async () => {
  const policyOf = (script?: string) => contentSecurityPolicy(script ? { script, htmlPolicy: DRAWN_POLICY } : {})
  for (const path of ['/backoffice', '/backoffice/tickets', '/customer-portal', '/auth', '/nytt-losenord', '/']) {
    const { headers, body } = await h.app.inject({ url: path })
    const inline = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(inline, path).toHaveLength(/portal|backoffice/.test(path) ? 1 : 0)
    expect(headers['content-security-policy'], path).toBe(policyOf(inline.map(hash)[0]))
  }
})

test('every response, streams and failures included, has the build of the server', async () => {
  expect((await h.app.inject({ url: '/backoffice' })).body).toContain('data-build="a-build">')
  for (const path of ['/healthz', '/api/me', '/api/test/events', '/api/test/failing', '/auth/v1/user']) {
    const { headers } = await h.app.inject({ url: path, headers: bearer() })
    expect([path, headers['x-build']]).toEqual([path, 'a-build'])
  }
})

test('A-140, A-155, A-156: no origin is allowed, and no cookie is set or read', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://x.support.nordnat.se',
    'https://support.nordnat.se.evil.example',
  ]) {
    for (const path of ['/', '/api/me', '/api/finns-inte', '/auth/v1/user']) {
      const { headers } = await h.app.inject({ url: path, headers: { origin, cookie: `token=${technician.token}` } })
      expect(
        Object.keys(headers).filter((name) => /^access-control/.test(name)),
        `${origin} ${path}`,
      ).toEqual([])
    }
  }
  const byCookie = await h.app.inject({ url: '/api/me', headers: { cookie: `token=${technician.token}` } })
  expect(byCookie.statusCode).toBe(401)
})

describe('A-158: what may be cached', () => {
  test('responses to a signed-in user are never cached or indexed', async () => {
    for (const path of ['/api/me', '/api/customers', '/api/test/csv', '/api/test/events', '/auth/v1/user']) {
      const { headers, statusCode } = await h.app.inject({ url: path, headers: bearer() })
      expect([path, statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
        path,
        200,
        'no-store',
        'noindex',
      ])
    }
  })

  test('a built asset is cached as immutable, in the smallest accepted encoding', async () => {
    const sent = async (accepted: string) => {
      const { headers, body } = await h.app.inject({
        url: '/assets/app-12345678.js',
        headers: { 'accept-encoding': accepted },
      })
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
      expect(headers['content-type']).toMatch(/javascript/)
      return [headers['content-encoding'], body]
    }
    expect(await sent('gzip, br')).toEqual(['br', 'brotli'])
    expect(await sent('gzip')).toEqual(['gzip', 'gzip'])
    expect(await sent('')).toEqual([undefined, 'plain'])
  })

  test('the response for a missing asset is not cached', async () => {
    expect((await h.app.inject({ url: '/assets/saknas.js' })).headers['cache-control']).toBe('no-store')
  })
})

test('A-161: /.git, .env, source maps, /metrics, /debug, set-up, sources and folder lists are 404', async () => {
  const paths = [
    '/.git/config',
    '/.env',
    '/metrics',
    '/debug',
    '/setup',
    '/package.json',
    '/src/app/main.ts',
    '/.vite/manifest.json',
  ]
  const files = [
    '/assets/',
    '/assets',
    '/assets/.env',
    '/assets/../server/site.js',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/app-12345678.js.map',
  ]
  for (const url of [...paths, ...files]) {
    const answer = await h.app.inject({ url })
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.body).not.toContain('secret')
  }
})
