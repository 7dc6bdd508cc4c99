// A server that is told to stop, over real sockets.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '#db/testing/database.ts'
import type { App } from '#lib/server/app.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { until } from '#lib/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { startHarness } from '#tests/harness/harness.ts'
import { startSeparateServer } from '#tests/harness/separate-server.ts'
import { drain } from './shutdown.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

/** Opens a connection; resolves with a function that sends a request and tells what came until it was closed. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  let told = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message))
    socket.on('close', () => resolve(told))
  })
  socket.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  await once(socket, 'connect')
  return {
    ended,
    told: () => told,
    ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
  }
}

test('A-254: SIGTERM with 120 connections that wait to be accepted: each is answered, and the process ends with 0', async () => {
  const server = await startSeparateServer(database)
  server.process.kill('SIGSTOP')
  const waiting = await Promise.all(Array.from({ length: 120 }, () => open(server.port)))
  for (const { ask } of waiting) ask('/healthz')
  server.process.kill('SIGTERM')
  server.process.kill('SIGCONT')
  const told = await Promise.all(waiting.map(({ ended }) => ended))
  // The event loop may handle the first of them before the signal: its answer does not yet announce the close.
  const isAnswered = /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n\{"status":"ok"\}$/i
  expect(told.filter((text) => !isAnswered.test(text))).toEqual([])
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

test('while it stops it is not ready, answers what comes and what is under way, and says that each connection ends', async () => {
  const { h, port, held, log } = await aServer()
  const [underWay, kept] = [await open(port), await open(port)]
  underWay.ask('/held')
  kept.ask('/readyz')
  await until(() => expect([held.length, kept.told().slice(0, 12)]).toEqual([1, 'HTTP/1.1 200']))
  expect(kept.told().toLowerCase()).not.toContain('connection: close')
  const drained = drain(h.app)
  kept.ask('/readyz')
  const late = await open(port)
  late.ask('/healthz')
  const told = (await kept.ended).split('HTTP/1.1 ').at(-1) ?? ''
  expect(told).toMatch(/^503 /)
  expect(told.toLowerCase()).toContain('\r\nretry-after: 2\r\n')
  expect(told.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(told).toContain('{"error":{"code":"stopping","message":"Tjänsten startas om.')
  expect(await late.ended).toMatch(/^HTTP\/1\.1 200 /)
  for (const answer of held) answer()
  expect(await underWay.ended).toContain('at last')
  await drained
  expect(log.text()).toBe('')
  await h.stop()
})

test('connections that wait for nothing do not hold it up: neither kept ones nor those that never sent anything', async () => {
  const { h, port } = await aServer()
  const [kept, unused] = [await open(port), await open(port)]
  kept.ask('/healthz')
  await until(() => expect(kept.told()).toContain('"ok"'))
  const began = performance.now()
  await drain(h.app)
  // Headers that do not come are waited for ten seconds.
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await unused.ended).toBe('')
  await h.stop()
})
