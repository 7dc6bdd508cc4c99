// Over real sockets: how many connections one address may hold.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#lib/server/app.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { until } from '#lib/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { readSettings } from './settings.ts'

const LIMIT = 3
const log = captureLog('warn')
let h: Harness
let port: number
const held: (() => void)[] = []
const release = () => {
  for (const answer of held.splice(0)) answer()
}

beforeAll(async () => {
  h = await startHarness({ connectionsPerAddress: LIMIT, logger: log.logger, register: registerProbes })
  port = await listen(h)
})
afterAll(() => h.stop())
const opened: Client[] = []
afterEach(async () => {
  release()
  for (const { socket } of opened.splice(0)) socket.destroy()
  await until(async () => expect(await connections(h)).toBe(0))
})

const listen = async ({ app }: Harness) => Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
const connections = ({ app }: Harness) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

function registerProbes(app: App) {
  servePublic(app, '/held', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return 'at last'
  })
  servePublic(app, '/begun', (_request, reply) => {
    reply.hijack()
    reply.raw.write('a beginning')
  })
}

type Client = { socket: Socket; told: () => string }

async function open(to = port): Promise<Client> {
  const socket = connect(to, '127.0.0.1').on('error', () => undefined)
  let told = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const client = { socket, told: () => told }
  opened.push(client)
  await once(socket, 'connect')
  return client
}
const isOpen = ({ socket }: Client) => !socket.destroyed && !socket.readableEnded
const send = ({ socket }: Client, path: string, headers = '') =>
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)

async function ask(client: Client, path: string, person?: Person | string) {
  const token = typeof person === 'string' ? person : person?.token
  const before = client.told().length
  send(client, path, token ? `Authorization: Bearer ${token}\r\n` : '')
  return until(() => Number(/HTTP\/1\.1 (\d{3})/.exec(client.told().slice(before))?.[1] ?? expect.fail('no answer')))
}

test('an address may hold 500 unless a setting says otherwise', () => {
  expect(readSettings({}).CONNECTIONS_PER_ADDRESS).toBe(500)
})

describe('A-253: of one address that has too many anonymous connections', () => {
  test('the oldest that waits for nothing is closed; the newest and those that wait are answered', async () => {
    const waiting = await open()
    send(waiting, '/held')
    await until(() => expect(held).toHaveLength(1))
    const idle = [await open(), await open()]
    for (const client of idle) expect(await ask(client, '/healthz')).toBe(200)
    const newest = await open()
    expect(await ask(newest, '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([true, false, true, true]))
    release()
    await until(() => expect(waiting.told()).toContain('at last'))
    expect(log.text()).toContain('an address has too many connections')
  })

  test('where all wait the oldest is told why, in the form of the contract', async () => {
    for (let n = 0; n < LIMIT; n++) send(await open(), '/held')
    await until(() => expect(held).toHaveLength(LIMIT))
    const newest = await open()
    expect(await ask(newest, '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([false, true, true, true]))
    const [head = '', body = ''] = opened[0]?.told().split('\r\n\r\n') ?? []
    expect(head).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/)
    for (const line of ['connection: close', 'retry-after: 5', 'x-content-type-options: nosniff'])
      expect(head.toLowerCase().split('\r\n')).toContain(line)
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 'too_many',
        message: 'För många anslutningar från din adress. Vänta en stund och försök igen.',
        requestId: expect.any(String),
      },
    })
    release()
    await until(() => expect(opened.map(({ told }) => told().includes('at last'))).toEqual([false, true, true, false]))
  })

  test('who sends a body a letter at a time goes before who waits for an answer', async () => {
    for (let n = 0; n < LIMIT - 1; n++) send(await open(), '/held')
    await until(() => expect(held).toHaveLength(LIMIT - 1))
    const slow = await open()
    slow.socket.write('POST /auth/v1/recover HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"a"')
    expect(await ask(await open(), '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([true, true, false, true]))
  })

  test('an answer that has begun is broken off, not mixed with another', async () => {
    for (let n = 0; n < LIMIT; n++) send(await open(), '/begun')
    await until(() => expect(opened.every(({ told }) => told().includes('a beginning'))).toBe(true))
    await open()
    await until(() => expect(opened.map(isOpen)).toEqual([false, true, true, true]))
    expect(opened[0]?.told()).not.toContain('429')
  })
})

describe('no connection is closed for it', () => {
  test('A-253: that has proved a login, also by a live stream; a token that is none proves nothing', async () => {
    const { id: orgId } = await h.anOrganization()
    const person = await h.aTechnician({ orgId })
    expect(await ask(await open(), '/api/live', person)).toBe(200)
    expect(await ask(await open(), '/api/tickets', person)).toBe(200)
    expect(await ask(await open(), '/api/portal/live', person)).toBe(403)
    expect(await ask(await open(), '/api/tickets', 'a.b.c')).toBe(401)
    for (let n = 0; n < LIMIT; n++) expect(await ask(await open(), '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([true, true, true, false, true, true, true]))
  })

  test('that comes from a trusted proxy', async () => {
    const proxied = await startHarness({
      ...{ on: h.test, tokens: h.tokens, connectionsPerAddress: LIMIT, trustProxy: ['10.0.0.0/8', '127.0.0.1'] },
    })
    const to = await listen(proxied)
    for (let n = 0; n < LIMIT + 2; n++) expect(await ask(await open(to), '/healthz')).toBe(200)
    expect(opened.every(isOpen)).toBe(true)
    for (const { socket } of opened) socket.destroy()
    await proxied.stop()
  })

  test('where the setting is 0', async () => {
    const free = await startHarness({ on: h.test, tokens: h.tokens, connectionsPerAddress: 0 })
    const to = await listen(free)
    for (let n = 0; n < LIMIT + 2; n++) expect(await ask(await open(to), '/healthz')).toBe(200)
    expect(opened.every(isOpen)).toBe(true)
    for (const { socket } of opened) socket.destroy()
    await free.stop()
  })
})
