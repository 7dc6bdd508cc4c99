// The built product as a process: how it starts, refuses and ends. No browser.
import { request as send } from 'node:http'
import { createServer } from 'node:net'
import { expect, test } from '@playwright/test'
import { admin, startProduct, temporaryDataDir } from '../tools/support/product.ts'

const dataDir = temporaryDataDir()
const environment = { LOG_LEVEL: 'warn' }
const start = (options: { port?: number; environment?: Record<string, string> } = {}) =>
  startProduct({ dataDir: dataDir.path, ...options, environment: { ...environment, ...options.environment } })
const refusal = (options: Parameters<typeof start>[0]) =>
  start(options).then(
    (product) => product.stop().then(() => 'it started'),
    (error: Error) => error.message.replace('The product did not start.\n', ''),
  )

test.describe.configure({ mode: 'serial' })
test.afterAll(() => dataDir.remove())

test('a stop answers the request under way, then ends with 0; the next start finds everything', async () => {
  const product = await start()
  const body = JSON.stringify({ email: admin.email, password: admin.password })
  const request = send(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
  // Half a request: the server cannot have answered before the signal.
  await new Promise((resolve) => request.write(body.slice(0, 10), resolve))
  await expect.poll(async () => (await fetch(`${product.url}/healthz`)).status).toBe(200)
  product.process.kill('SIGTERM')
  await expect.poll(() => fetch(`${product.url}/healthz`).then(String, () => 'refused')).toBe('refused')
  expect(product.process.exitCode).toBeNull()
  request.end(body.slice(10))
  expect(await answered).toBe(200)
  expect(await product.ended).toBe(0)

  const again = await start()
  const signIn = await fetch(`${again.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(signIn.status).toBe(200)
  await again.stop()
})

test('a port that is taken is named, and the database is put away again', async () => {
  const other = createServer((socket) => socket.destroy())
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
  })
  expect(await refusal({ port })).toBe(
    `\nPorten ${port} är upptagen. Stäng det andra programmet eller välj en annan med PORT.\n`,
  )
  other.close()
  await (await start()).stop()
})

test('a second start on the same data is refused with the process that has it', async () => {
  const first = await start()
  expect(await refusal({})).toBe(
    `\nDatakatalogen ${dataDir.path} används redan av en annan Stödpunkt-process (pid ${first.process.pid}).\n`,
  )
  await first.stop()
})

test('bad settings, and a server that is not there, are said in words alone', async () => {
  expect(await refusal({ environment: { LOG_LEVEL: 'loud' } })).toBe(
    '\nInställningarna går inte att använda:\n  LOG_LEVEL: ska vara något av fatal, error, warn, info, debug, trace, silent\n',
  )
  expect(await refusal({ environment: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } })).toBe(
    '\nDatabasen går inte att nå: connect ECONNREFUSED 127.0.0.1:1\n',
  )
})
