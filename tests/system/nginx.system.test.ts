// The configuration of ops/nginx in a real nginx, in front of the real server.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as requestUnencrypted } from 'node:http'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FILE_MAX_BYTES } from '#features/files/files.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { until } from '#shared/testing/until.ts'
import { aFrontend } from '../harness/frontend.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'
import { NGINX_NAME, type Nginx, startNginx, whyNoNginx } from '../harness/nginx.ts'

if (whyNoNginx) process.stdout.write(`Skipped, nginx: ${whyNoNginx}\n`)

/** Fewer than the configuration allows, so that a few connections reach the limit. */
const CONNECTIONS = 8

let h: Harness
let anna: Person
let customerId: string
let nginx: Nginx
const opened: Agent[] = []

beforeAll(async () => {
  if (whyNoNginx) return
  h = await startHarness({ trustProxy: ['127.0.0.1'], frontend: aFrontend() })
  h.broker.listen()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: appPort } = h.app.server.address() as AddressInfo
  nginx = await startNginx({ appPort, connections: CONNECTIONS })
})
afterEach(() => {
  for (const agent of opened.splice(0)) agent.destroy()
})
afterAll(async () => {
  if (whyNoNginx) return
  await nginx.stop()
  await h.stop()
})

function open(method: string, path: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: false, ca: nginx.certificate })
  opened.push(agent)
  const sent = request({
    agent,
    port: nginx.port,
    host: '127.0.0.1',
    servername: NGINX_NAME,
    method,
    path,
    headers: { authorization: `Bearer ${anna.token}`, ...headers },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
  // The caller that awaits it gets the error.
  answered.catch(() => undefined)
  return { sent, answered }
}
async function bodyOf(answer: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const upload = (bytes: number) =>
  open('POST', '/api/files?name=fil.bin', {
    'content-type': 'application/octet-stream',
    'content-length': String(bytes),
  })
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe.skipIf(whyNoNginx)('behind nginx', () => {
  test('a file of 25 MB is streamed to the program, and downloaded unchanged', async () => {
    const content = randomBytes(FILE_MAX_BYTES)
    const { sent, answered } = upload(content.length)
    sent.write(content.subarray(0, 1024 * 1024))
    // The program has begun to store it, so nginx does not buffer the whole request.
    await until(async () => {
      const { rows } = await h.test.superuser.query(`select from file_chunks`)
      expect(rows.length).toBeGreaterThan(0)
    })
    sent.end(content.subarray(1024 * 1024))
    const answer = await answered
    expect(answer.statusCode).toBe(201)
    const { id } = JSON.parse((await bodyOf(answer)).toString())
    const download = open('GET', `/api/files/${id}`)
    download.sent.end()
    const answerOfDownload = await download.answered
    expect(answerOfDownload.statusCode).toBe(200)
    expect(sha256(await bodyOf(answerOfDownload))).toBe(sha256(content))
  })

  test('a file that is too large gets the program’s response', async () => {
    const { sent, answered } = upload(FILE_MAX_BYTES + 1)
    sent.end(Buffer.alloc(FILE_MAX_BYTES + 1))
    const answer = await answered
    expect([answer.statusCode, (await bodyOf(answer)).toString()]).toEqual([
      413,
      expect.stringContaining('Filen är för stor'),
    ])
  })

  test('a body larger than any that the program accepts is refused before it is sent', async () => {
    const { sent, answered } = upload(111 * 1024 * 1024)
    sent.flushHeaders()
    expect((await answered).statusCode).toBe(413)
  })

  test('a live event arrives immediately, and heartbeats keep the stream open', async () => {
    const { sent, answered } = open('GET', '/api/live', { accept: 'text/event-stream' })
    sent.end()
    const answer = await answered
    let seen = ''
    answer.setEncoding('utf8').on('data', (text: string) => {
      seen += text
    })
    answer.on('error', () => undefined)
    const heartbeats = () => seen.split('\n').filter((line) => line.startsWith(':')).length
    await until(() => expect(heartbeats()).toBeGreaterThan(1))
    const { id } = await h.as(anna).call(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId } })
    await until(() => expect(seen).toContain(id))
  })

  test('an address with too many connections gets 429', async () => {
    const streams = Array.from({ length: CONNECTIONS }, () => open('GET', '/api/live', { accept: 'text/event-stream' }))
    for (const { sent } of streams) sent.end()
    for (const { answered } of streams) expect((await answered).statusCode).toBe(200)
    const one = open('GET', '/healthz')
    one.sent.end()
    expect((await one.answered).statusCode).toBe(429)
  })

  test('the program sees the client’s address and protocol, whatever headers the client sends', async () => {
    const seen: unknown[] = []
    h.app.server.prependListener('request', ({ headers }) => {
      seen.push([headers['x-forwarded-for'], headers['x-forwarded-proto'], headers['x-forwarded-host']])
    })
    const { sent, answered } = open('GET', '/healthz', { 'x-forwarded-for': '203.0.113.9', host: NGINX_NAME })
    sent.end()
    expect((await answered).statusCode).toBe(200)
    expect(seen).toEqual([['127.0.0.1', 'https', NGINX_NAME]])
  })

  test('a page is served encrypted, also by HTTP/2', async () => {
    const session = connect(`https://127.0.0.1:${nginx.port}`, { ca: nginx.certificate, servername: NGINX_NAME })
    const stream = session.request({ ':path': '/', ':authority': NGINX_NAME })
    const [headers] = (await once(stream, 'response')) as [{ ':status': number; 'strict-transport-security': string }]
    stream.resume()
    await once(stream, 'end')
    session.close()
    expect([headers[':status'], headers['strict-transport-security']]).toEqual([
      200,
      expect.stringMatching(/^max-age=/),
    ])
  })

  test('unencrypted, only redirects to HTTPS and certificate challenges are served', async () => {
    const url = `http://127.0.0.1:${nginx.redirectPort}`
    for (const host of [NGINX_NAME, '127.0.0.1', 'elsewhere.example']) {
      const { status, location } = await unencrypted('/kontakt?x=1', host)
      expect([host, status, location]).toEqual([host, 301, `https://${NGINX_NAME}/kontakt?x=1`])
    }
    const challenge = await fetch(`${url}/.well-known/acme-challenge/a-token`)
    expect([challenge.status, await challenge.text()]).toEqual([200, 'a-token.thumbprint'])
  })
})

/** `fetch` sets Host itself. */
async function unencrypted(path: string, host: string) {
  const sent = requestUnencrypted({ port: nginx.redirectPort, host: '127.0.0.1', path, headers: { host } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return { status: answer.statusCode, location: answer.headers.location }
}
