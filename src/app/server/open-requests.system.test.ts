// Pipelined requests and unread responses, over real sockets.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#platform/database/testing/database.ts'
import type { App } from '#platform/http/app.ts'
import { servePublic, servePublicForm } from '#platform/http/serve-public.ts'
import { until } from '#shared/testing/until.ts'
import { sendBytes } from '#tests/fuzz/garbage.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { startSeparateServer } from '#tests/harness/separate-server.ts'

const MB = 2 ** 20
const UNREAD_MS = 1000
const LIMIT = 8
const LONG_PARTS = 512
const PART_BYTES = 64 * 1024

let h: Harness
let port: number
/** The requests whose handlers have started, in order. */
const handled: string[] = []
const held: (() => void)[] = []
const release = () => {
  for (const answer of held.splice(0)) answer()
}

beforeAll(async () => {
  h = await startHarness({ register: registerProbes, unreadMs: UNREAD_MS })
  port = Number(new URL(await h.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => h.stop())
const sockets: Socket[] = []
afterEach(() => {
  release()
  handled.length = 0
  for (const socket of sockets.splice(0)) socket.destroy()
})

function registerProbes(app: App) {
  servePublic(app, '/probe/:name', (request) => {
    handled.push((request.params as { name: string }).name)
    return { name: handled.at(-1) }
  })
  servePublic(app, '/held/:name', async (request) => {
    handled.push((request.params as { name: string }).name)
    await new Promise<void>((resolve) => held.push(resolve))
    return { name: (request.params as { name: string }).name }
  })
  servePublicForm(app, '/probe', (request) => {
    handled.push(`posted ${JSON.stringify(request.body)}`)
    return { name: handled.at(-1) }
  })
  servePublic(app, '/long', (_request, reply) => {
    handled.push('long')
    return reply.send(Readable.from(Array.from({ length: LONG_PARTS }, () => Buffer.alloc(PART_BYTES, 'x'))))
  })
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (body: string) =>
  `POST /probe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
/** There is no line break between responses. */
const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const namesIn = (received: string) => [...received.matchAll(/\{"name":"(.*?)"\}/g)].map(([, name]) => name)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** A connection that sends the bytes, and reads nothing until it is resumed. */
function open(bytes: string, to = port): Socket {
  const socket = connect(to, '127.0.0.1', () => socket.write(bytes))
  sockets.push(socket)
  return socket.on('error', () => undefined).pause()
}
const connections = () => new Promise<number>((resolve) => h.app.server.getConnections((_error, n) => resolve(n)))

test('pipelined requests up to the limit are answered in order, and the connection remains open', async () => {
  const pipelined = [
    get('/held/a'),
    post('{"b":1}'),
    get('/probe/c'),
    post('{"d":2}'),
    ...numbers(4).map((n) => get(`/probe/${n}`)),
  ]
  expect(pipelined).toHaveLength(LIMIT)
  const socket = open(pipelined.join('')).resume()
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  await until(() => expect(held).toHaveLength(1))
  await until(() => expect(handled).toHaveLength(LIMIT))
  expect(received).toBe('')
  release()
  await until(() => expect(statusesIn(received)).toHaveLength(LIMIT))
  expect(namesIn(received.replaceAll('\\"', "'"))).toEqual([
    'a',
    "posted {'b':1}",
    'c',
    "posted {'d':2}",
    '0',
    '1',
    '2',
    '3',
  ])
  socket.write(get('/probe/again', 'Connection: close\r\n'))
  await until(() => expect(socket.destroyed).toBe(true))
  expect(namesIn(received).at(-1)).toBe('again')
})

test('A-250: with more than eight pipelined requests, the rest is not handled and the connection closed', async () => {
  for (const headers of ['', 'Expect: the-impossible\r\n']) {
    handled.length = 0
    await sendBytes(port, [get('/held/first'), ...numbers(2000).map((n) => get(`/held/${n}`, headers))].join(''), false)
    expect(handled).toEqual(['first', ...numbers(LIMIT - 1)])
    await until(async () => expect(await connections()).toBe(0))
    release()
  }
})

test('A-251: the refusal of unparsable bytes after a request is not sent as its response', async () => {
  for (const garbage of ['NO SUCH\r\n\r\n', post('{}').replace('Length: 2', 'Length: +2')]) {
    const answered = sendBytes(port, get('/held/a') + garbage, false)
    await until(() => expect(held).toHaveLength(1))
    release()
    const received = await answered
    expect(statusesIn(received)).toEqual([200])
    expect(namesIn(received)).toEqual(['a'])
  }
})

test('a request refused before it has fully arrived is answered, without a connection reset', async () => {
  const socket = open(
    `POST /probe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${8 * MB}\r\n\r\n`,
  )
  let received = ''
  socket.on('data', (part) => {
    if (received === '') socket.end(Buffer.alloc(8 * MB, ' '))
    received += part
  })
  const [hadError] = await once(socket.resume(), 'close')
  expect({ hadError, statuses: statusesIn(received) }).toEqual({ hadError: false, statuses: [413] })
})

test('A-252: an unread response is cut after 30 s without progress, a pending one is not', async () => {
  const waiting = open(get('/held/a'))
  await until(() => expect(held).toHaveLength(1))
  open(
    numbers(LIMIT)
      .map(() => get('/long'))
      .join(''),
  )
  await until(async () => expect(await connections()).toBe(2))
  await until(async () => expect(await connections()).toBe(1))
  expect(handled).toEqual(['a', ...numbers(LIMIT).map(() => 'long')])
  release()
  const [answer] = await once(waiting.resume(), 'data')
  expect(namesIn(String(answer))).toEqual(['a'])
})

test('a client that reads slowly receives the whole response, however long that takes', async () => {
  const socket = open(get('/long', 'Connection: close\r\n'))
  const startedAt = performance.now()
  let bytes = 0
  for await (const part of socket as AsyncIterable<Buffer>) {
    bytes += part.length
    await wait(10)
  }
  expect(performance.now() - startedAt).toBeGreaterThan(3 * UNREAD_MS)
  expect(bytes).toBeGreaterThan(LONG_PARTS * PART_BYTES)
})

test('A-250: 80 connections of 1800 unread requests each use little memory, and others are answered', async () => {
  const database = await aDatabase()
  const server = await startSeparateServer(database, 16 * 1024)
  const healthy = async () => {
    const startedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`)
    expect(response.status).toBe(200)
    return performance.now() - startedAt
  }
  try {
    const page = `http://127.0.0.1:${server.port}/`
    for (let n = 0; n < 200; n++) await (await fetch(page)).text()
    const baseline = Math.max(...(await Promise.all(numbers(20).map(healthy))))
    const before = await server.stats()
    const load = get('/').repeat(1800)
    const abusers = numbers(80).map(() => open(load, server.port))
    await Promise.all(abusers.map((socket) => once(socket, 'connect')))
    let slowest = 0
    await until(async () => {
      slowest = Math.max(slowest, await healthy())
      expect((await server.stats()).connections).toBeLessThanOrEqual(before.connections)
    }, 40_000)
    const answered = (await server.stats()).answered - before.answered
    expect(answered).toBeLessThanOrEqual(80 * LIMIT)
    expect((await server.stats()).peakResident - before.peakResident).toBeLessThan(100 * MB)
    expect(slowest).toBeLessThan(Math.max(500, 20 * baseline))
  } finally {
    server.process.kill('SIGKILL')
    await server.ended
    await database.drop()
  }
})
