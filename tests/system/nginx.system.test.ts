// The configuration of ops/nginx in a real nginx, in front of the real server.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FILE_MAX_BYTES } from '#files/files.contract.ts'
import { until } from '#lib/testing/until.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

const isMissing = spawnSync('nginx', ['-v']).error !== undefined
if (isMissing) process.stdout.write('Skipped, nginx: it is not installed (apt install nginx)\n')

/** Fewer than the configuration allows, so that few fill it. */
const CONNECTIONS = 8

let h: Harness
let anna: Person
let customerId: string
let nginx: ChildProcess
let folder: string
let port: number
const opened: Agent[] = []

beforeAll(async () => {
  if (isMissing) return
  h = await startHarness({ trustProxy: ['127.0.0.1'] })
  h.broker.listen()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: appPort } = h.app.server.address() as AddressInfo
  port = await freePort()
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-nginx-'))
  const site = [
    [/ *server 10\.0\.0\.12:3000[^;]*;\n/, ''],
    ['10.0.0.11:3000', `127.0.0.1:${appPort}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['limit_conn addresses 500;', `limit_conn addresses ${CONNECTIONS};`],
  ].reduce(
    (text, [from, to]) => {
      const changed = text.replace(from as string | RegExp, to as string)
      if (changed === text) throw new Error(`ops/nginx/stodpunkt.conf has no ${from}`)
      return changed
    },
    readFileSync('ops/nginx/stodpunkt.conf', 'utf8'),
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 256; }
http { access_log off; ${paths.join(' ')}\n${site} }\n`,
  )
  nginx = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  await until(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200))
})
afterEach(() => {
  for (const agent of opened.splice(0)) agent.destroy()
})
afterAll(async () => {
  if (isMissing) return
  nginx.kill('SIGTERM')
  await once(nginx, 'exit')
  rmSync(folder, { recursive: true, force: true })
  await h.stop()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: found } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return found
}

function open(method: string, path: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: false })
  opened.push(agent)
  const sent = request({
    ...{ agent, port, host: '127.0.0.1', method, path },
    headers: { authorization: `Bearer ${anna.token}`, ...headers },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
  // Whoever waits for it sees the error.
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

describe.skipIf(isMissing)('behind nginx', () => {
  test('a file of 25 MB arrives while it is sent, and comes back as it was', async () => {
    const content = randomBytes(FILE_MAX_BYTES)
    const { sent, answered } = upload(content.length)
    sent.write(content.subarray(0, 1024 * 1024))
    // The program has begun to store it: nginx does not wait for the whole.
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

  test('one that is too large gets the program’s answer', async () => {
    const { sent, answered } = upload(FILE_MAX_BYTES + 1)
    sent.end(Buffer.alloc(FILE_MAX_BYTES + 1))
    const answer = await answered
    expect([answer.statusCode, (await bodyOf(answer)).toString()]).toEqual([
      413,
      expect.stringContaining('Filen är för stor'),
    ])
  })

  test('what is larger than anything that the program takes is refused before it is sent', async () => {
    const { sent, answered } = upload(111 * 1024 * 1024)
    sent.flushHeaders()
    expect((await answered).statusCode).toBe(413)
  })

  test('a live event arrives when it happens, and heartbeats keep the stream open', async () => {
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

  test('an address that holds too many connections gets 429', async () => {
    const streams = Array.from({ length: CONNECTIONS }, () => open('GET', '/api/live', { accept: 'text/event-stream' }))
    for (const { sent } of streams) sent.end()
    for (const { answered } of streams) expect((await answered).statusCode).toBe(200)
    const one = open('GET', '/healthz')
    one.sent.end()
    expect((await one.answered).statusCode).toBe(429)
  })

  test('the program sees the address of the client, whatever it says of itself', async () => {
    const { sent, answered } = open('GET', '/healthz', { 'x-forwarded-for': '203.0.113.9' })
    const addresses: string[] = []
    h.app.server.prependListener('request', (message) => addresses.push(String(message.headers['x-forwarded-for'])))
    sent.end()
    expect((await answered).statusCode).toBe(200)
    expect(addresses).toEqual(['127.0.0.1'])
  })
})
