// Graceful shutdown, over real sockets.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import type { App } from '#platform/http/app.ts'
import { servePublic } from '#platform/http/serve-public.ts'
import { until } from '#shared/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { startHarness } from '#tests/harness/harness.ts'
import { startSeparateServer } from '#tests/harness/separate-server.ts'
import { drain } from './shutdown.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

/** Opens a connection. `ended` resolves with everything received until it closes. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message))
    socket.on('close', () => resolve(received))
  })
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  await once(socket, 'connect')
  return {
    ended,
    received: () => received,
    get: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
  }
}

test('A-254: SIGTERM with 120 connections not yet accepted: each is answered, and the exit code is 0', async () => {
  const server = await startSeparateServer(database)
  server.process.kill('SIGSTOP')
  const waiting = await Promise.all(Array.from({ length: 120 }, () => open(server.port)))
  for (const { get } of waiting) get('/healthz')
  server.process.kill('SIGTERM')
  server.process.kill('SIGCONT')
  const received = await Promise.all(waiting.map(({ ended }) => ended))
  // The first of them may be handled before the signal, so its response does not announce the close yet.
  const isAnswered = /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n\{"status":"ok"\}$/i
  expect(received.filter((text) => !isAnswered.test(text))).toEqual([])
  expect(await server.ended).toBe(0)
})

async function aServer() {
  const held: (() => void)[] = []
  const log = captureLog('warn')
  const register = (app: App) =>
    servePublic(app, '/held', async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return 'at last'
    })
  const h = await startHarness({ on: database, register, logger: log.logger })
  const port = Number(new URL(await h.app.listen({ port: 0, host: '127.0.0.1' })).port)
  return { h, port, held, log }
}

test('while stopping it is not ready, answers new and open requests, and closes each connection after', async () => {
  const { h, port, held, log } = await aServer()
  const [pending, keepAlive] = [await open(port), await open(port)]
  pending.get('/held')
  keepAlive.get('/readyz')
  await until(() => expect([held.length, keepAlive.received().slice(0, 12)]).toEqual([1, 'HTTP/1.1 200']))
  expect(keepAlive.received().toLowerCase()).not.toContain('connection: close')
  const drained = drain(h.app)
  keepAlive.get('/readyz')
  const late = await open(port)
  late.get('/healthz')
  const received = (await keepAlive.ended).split('HTTP/1.1 ').at(-1) ?? ''
  expect(received).toMatch(/^503 /)
  expect(received.toLowerCase()).toContain('\r\nretry-after: 2\r\n')
  expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(received).toContain('{"error":{"code":"stopping","message":"Tjänsten startas om.')
  expect(await late.ended).toMatch(/^HTTP\/1\.1 200 /)
  for (const answer of held) answer()
  expect(await pending.ended).toContain('at last')
  await drained
  expect(log.text()).toBe('')
  await h.stop()
})

test('idle connections do not delay it, neither kept-alive nor unused ones', async () => {
  const { h, port } = await aServer()
  const [keepAlive, unused] = [await open(port), await open(port)]
  keepAlive.get('/healthz')
  await until(() => expect(keepAlive.received()).toContain('"ok"'))
  await drain(h.app)
  // An empty response: the timeout for missing headers would have sent a 408.
  expect(await unused.ended).toBe('')
  await h.stop()
})
