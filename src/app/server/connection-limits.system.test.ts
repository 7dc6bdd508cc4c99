// The connection limit of one address, over real sockets.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FILE_MAX_BYTES } from '#features/files/files.contract.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import type { App } from '#platform/http/app.ts'
import { servePublic } from '#platform/http/serve-public.ts'
import { until } from '#shared/testing/until.ts'
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

type Client = { socket: Socket; received: () => string }

async function open(to = port): Promise<Client> {
  const socket = connect(to, '127.0.0.1').on('error', () => undefined)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const client = { socket, received: () => received }
  opened.push(client)
  await once(socket, 'connect')
  return client
}
const isOpen = ({ socket }: Client) => !socket.destroyed && !socket.readableEnded
const send = ({ socket }: Client, path: string, headers = '') =>
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)

async function get(client: Client, path: string, person?: Person | string) {
  const token = typeof person === 'string' ? person : person?.token
  const before = client.received().length
  send(client, path, token ? `Authorization: Bearer ${token}\r\n` : '')
  return until(() =>
    Number(/HTTP\/1\.1 (\d{3})/.exec(client.received().slice(before))?.[1] ?? expect.fail('no response')),
  )
}

test('the default limit of an address is 500 connections', () => {
  expect(readSettings({}).CONNECTIONS_PER_ADDRESS).toBe(500)
})

describe('A-253: with too many anonymous connections from one address', () => {
  test('the oldest idle one is closed; the newest and those with a pending request are answered', async () => {
    const waiting = await open()
    send(waiting, '/held')
    await until(() => expect(held).toHaveLength(1))
    const idle = [await open(), await open()]
    for (const client of idle) expect(await get(client, '/healthz')).toBe(200)
    const newest = await open()
    expect(await get(newest, '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([true, false, true, true]))
    release()
    await until(() => expect(waiting.received()).toContain('at last'))
    expect(log.text()).toContain('an address has too many connections')
  })

  test('A-508: a login’s connection counts until its response has been read', async () => {
    const { id: orgId } = await h.anOrganization()
    const person = await h.aTechnician({ orgId })
    const { id } = await anUploadedFile(h, person, 'attachment', Buffer.alloc(FILE_MAX_BYTES, 'x'), 'stor.txt')
    const downloads = [await open(), await open(), await open()]
    for (const client of downloads) {
      send(client, `/api/files/${id}`, `Authorization: Bearer ${person.token}\r\n`)
      await until(() => expect(client.received()).toMatch(/^HTTP\/1\.1 200 /))
      client.socket.pause()
    }
    await open()
    await until(async () => expect(await connections(h)).toBe(LIMIT))
    downloads[0]?.socket.resume()
    await until(() => expect(opened.map(isOpen)).toEqual([false, true, true, true]))
    expect(downloads[0]?.received().length).toBeLessThan(FILE_MAX_BYTES)
  })

  test('if all have a pending request, the oldest is refused with the usual error body', async () => {
    for (let n = 0; n < LIMIT; n++) send(await open(), '/held')
    await until(() => expect(held).toHaveLength(LIMIT))
    const newest = await open()
    expect(await get(newest, '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([false, true, true, true]))
    const [head = '', body = ''] = opened[0]?.received().split('\r\n\r\n') ?? []
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
    await until(() =>
      expect(opened.map(({ received }) => received().includes('at last'))).toEqual([false, true, true, false]),
    )
  })

  test('one that sends its body slowly is closed before one that waits for its response', async () => {
    for (let n = 0; n < LIMIT - 1; n++) send(await open(), '/held')
    await until(() => expect(held).toHaveLength(LIMIT - 1))
    const slow = await open()
    slow.socket.write('POST /auth/v1/recover HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"a"')
    expect(await get(await open(), '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([true, true, false, true]))
  })

  test('a response in progress is aborted, not mixed with another one', async () => {
    for (let n = 0; n < LIMIT; n++) send(await open(), '/begun')
    await until(() => expect(opened.every(({ received }) => received().includes('a beginning'))).toBe(true))
    await open()
    await until(() => expect(opened.map(isOpen)).toEqual([false, true, true, true]))
    expect(opened[0]?.received()).not.toContain('429')
  })
})

describe('the limit does not apply to a connection', () => {
  test('A-253: on which a login was verified, also by a live stream, but not with an invalid token', async () => {
    const { id: orgId } = await h.anOrganization()
    const person = await h.aTechnician({ orgId })
    expect(await get(await open(), '/api/live', person)).toBe(200)
    expect(await get(await open(), '/api/tickets', person)).toBe(200)
    expect(await get(await open(), '/api/portal/live', person)).toBe(403)
    expect(await get(await open(), '/api/tickets', 'a.b.c')).toBe(401)
    for (let n = 0; n < LIMIT; n++) expect(await get(await open(), '/healthz')).toBe(200)
    await until(() => expect(opened.map(isOpen)).toEqual([true, true, true, false, true, true, true]))
  })

  test('from a trusted proxy', async () => {
    const proxied = await startHarness({
      on: h.test,
      tokens: h.tokens,
      connectionsPerAddress: LIMIT,
      trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    })
    const to = await listen(proxied)
    for (let n = 0; n < LIMIT + 2; n++) expect(await get(await open(to), '/healthz')).toBe(200)
    expect(opened.every(isOpen)).toBe(true)
    for (const { socket } of opened) socket.destroy()
    await proxied.stop()
  })

  test('when the setting is 0', async () => {
    const free = await startHarness({ on: h.test, tokens: h.tokens, connectionsPerAddress: 0 })
    const to = await listen(free)
    for (let n = 0; n < LIMIT + 2; n++) expect(await get(await open(to), '/healthz')).toBe(200)
    expect(opened.every(isOpen)).toBe(true)
    for (const { socket } of opened) socket.destroy()
    await free.stop()
  })
})
