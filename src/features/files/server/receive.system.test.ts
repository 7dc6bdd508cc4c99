// Uploads that are slow, stall or are aborted, over real connections.
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aPng } from '../testing/sample-pictures.ts'

const LIMIT_MS = 400
/** Longer than a loaded machine takes to store the first chunk, as only the test of a stalled upload waits for it. */
const STALLED_MS = 4000
const errors = captureLog('error')
let h: Harness
let admin: Person
let png: Buffer
let port: number

beforeAll(async () => {
  h = await startHarness({
    poolSize: 1,
    receiveMs: LIMIT_MS,
    uploadLimits: { stalledMs: STALLED_MS },
    logger: errors.logger,
  })
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  port = (h.app.server.address() as AddressInfo).port
  png = await aPng()
})
beforeEach(async () => {
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

type PendingRequest = {
  request: ClientRequest
  answer: Promise<{ status: number | undefined; code: string; connection: string | undefined }>
}

/** Listens before anything is sent, as the server may respond at any moment. */
function send(
  path: string,
  length?: number,
  { type = 'application/octet-stream', ...options }: { type?: string } & Pick<RequestOptions, 'agent'> = {},
): PendingRequest {
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': type,
    ...(length !== undefined && { 'content-length': length }),
  }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers, ...options }).on(
    'error',
    () => undefined,
  )
  const answer = once(sent, 'response').then(([response]) => answerOf(response as IncomingMessage))
  answer.catch(() => undefined)
  return { request: sent, answer }
}
const UPLOAD = '/api/files?name=bild.png&use=logo'

async function answerOf(response: IncomingMessage) {
  const body = await text(response)
  return {
    status: response.statusCode,
    code: body && JSON.parse(body).error?.code,
    connection: response.headers.connection,
  }
}
const storedFiles = async () =>
  (await h.test.superuser.query('select state from files where org_id = $1', [admin.orgId])).rows
async function until(isDone: () => Promise<boolean>) {
  while (!(await isDone())) await nextTurn()
}
const received = () => until(async () => (await storedFiles()).length > 0)
const usage = async () =>
  (
    await h.test.superuser.query(
      'select bytes::int, reserved_bytes::int as reserved from file_usage where org_id = $1',
      [admin.orgId],
    )
  ).rows
const chunks = async () =>
  (await h.test.superuser.query('select from file_chunks where org_id = $1', [admin.orgId])).rowCount ?? 0
const firstChunk = () => until(async () => (await chunks()) === 1)

test('A-317: an upload may take longer than any other request, as long as data arrives', async () => {
  const other = send('/api/customers', 100, { type: 'application/json' })
  other.request.write('{"name":')
  const file = send(UPLOAD)
  file.request.write(png)
  let refused: Awaited<PendingRequest['answer']> | undefined
  const waiting = other.answer.then((answer) => {
    refused = answer
  })
  // Data after the end of the picture is ignored.
  while (!refused) {
    file.request.write('x')
    await nextTurn()
  }
  await waiting
  expect(refused).toEqual({ status: 408, code: 'bad_request', connection: 'close' })
  file.request.end()
  expect(await file.answer).toMatchObject({ status: 201 })
})

test('A-317: a stalled upload is refused, and nothing of it is left', async () => {
  const sent = send(UPLOAD, 400_000)
  sent.request.write(Buffer.concat([png, Buffer.alloc(300_000)]))
  await received()
  expect(await sent.answer).toMatchObject({ status: 408, code: 'stalled' })
  // The client has time to read the response; then the connection is closed.
  await once(sent.request, 'close')
  expect(await storedFiles()).toEqual([])
})

test('nothing is left of an aborted upload, and no error is logged', async () => {
  const sent = send(UPLOAD, 400_000)
  sent.request.write(Buffer.concat([png, Buffer.alloc(300_000)]))
  await received()
  sent.request.destroy()
  await until(async () => (await storedFiles()).length === 0)
  expect(errors.text()).toBe('')
})

test('A-317: an upload holds no database connection: others are answered with a single one', async () => {
  const sent = send(UPLOAD, 400_000)
  sent.request.write(Buffer.concat([png, Buffer.alloc(300_000)]))
  await received()
  const answer = await h.app.inject({ url: '/api/customers', headers: { authorization: `Bearer ${admin.token}` } })
  expect(answer.statusCode).toBe(200)
  sent.request.destroy()
  await until(async () => (await storedFiles()).length === 0)
})

test('A-499: when a person is deactivated during an upload nothing more is stored or left', async () => {
  const sent = send(UPLOAD, 400_000)
  sent.request.write(Buffer.concat([png, Buffer.alloc(300_000)]))
  await received()
  await h.test.superuser.query('update auth.sessions set ended_at = now() where id = $1', [admin.sessionId])
  sent.request.end(Buffer.alloc(100_000 - png.length))
  expect(await sent.answer).toMatchObject({ status: 401 })
  expect(await storedFiles()).toEqual([])
})

test('a connection whose upload was refused early serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sent = send(UPLOAD, 400_000, { agent })
  sent.request.write(Buffer.concat([png, Buffer.alloc(300_000)]))
  await received()
  await h.test.superuser.query('update auth.sessions set ended_at = now() where id = $1', [admin.sessionId])
  sent.request.end(Buffer.alloc(100_000 - png.length))
  expect(await sent.answer).toMatchObject({ status: 401 })
  const next = send(UPLOAD, 100, { agent })
  next.request.end(Buffer.alloc(100))
  expect(await next.answer).toMatchObject({ status: 401 })
  expect(next.request.reusedSocket).toBe(true)
})

test('A-500: of two files that only together exceed the quota the second is refused unsent', async () => {
  const size = 400_000
  await h.test.superuser.query('insert into file_usage (org_id, quota) values ($1, $2)', [admin.orgId, 1.5 * size])
  const path = '/api/files?name=data.bin'
  const first = send(path, size)
  first.request.write(Buffer.alloc(300_000))
  await firstChunk()
  const second = send(path, size)
  second.request.flushHeaders()
  expect(await second.answer).toMatchObject({ status: 422, code: 'invalid' })
  const [used] = await usage()
  expect(used.bytes + used.reserved).toBe(size)
  first.request.end(Buffer.alloc(100_000))
  expect(await first.answer).toMatchObject({ status: 201 })
  expect(await usage()).toEqual([{ bytes: size, reserved: 0 }])
})

test('A-500: what was reserved for an aborted upload is released', async () => {
  const sent = send('/api/files?name=data.bin', 400_000)
  sent.request.write(Buffer.alloc(300_000))
  await received()
  sent.request.destroy()
  await until(async () => (await storedFiles()).length === 0)
  const { rows } = await h.test.superuser.query(
    'select bytes::int, reserved_bytes::int from file_usage where org_id = $1',
    [admin.orgId],
  )
  expect(rows).toEqual([{ bytes: 0, reserved_bytes: 0 }])
})

test('A-500: of two files of unknown length that only together exceed the room one is stored', async () => {
  const size = 400_000
  await h.test.superuser.query('insert into file_usage (org_id, quota) values ($1, $2)', [admin.orgId, 1.5 * size])
  const path = '/api/files?name=data.bin'
  const first = send(path)
  first.request.write(Buffer.alloc(300_000))
  await firstChunk()
  const second = send(path)
  second.request.write(Buffer.alloc(1000))
  expect(await second.answer).toMatchObject({ status: 422, code: 'invalid' })
  first.request.end(Buffer.alloc(100_000))
  expect(await first.answer).toMatchObject({ status: 201 })
  expect(await usage()).toEqual([{ bytes: size, reserved: 0 }])
})

test('A-500: a file of unknown length that exceeds the room is refused', async () => {
  await h.test.superuser.query('insert into file_usage (org_id, quota) values ($1, 300000)', [admin.orgId])
  const sent = send('/api/files?name=data.bin')
  sent.request.end(Buffer.alloc(400_000))
  expect(await sent.answer).toMatchObject({ status: 422, code: 'invalid' })
  expect(await usage()).toEqual([{ bytes: 0, reserved: 0 }])
})

test('A-552: chunks of an upload do not wait for the lock of the usage row', async () => {
  const sent = send('/api/files?name=data.bin', 900_000)
  sent.request.write(Buffer.alloc(300_000))
  await firstChunk()
  const { superuser } = h.test
  await superuser.query('begin')
  await superuser.query('select from file_usage where org_id = $1 for update', [admin.orgId])
  sent.request.write(Buffer.alloc(500_000))
  await until(async () => (await chunks()) === 3)
  await superuser.query('rollback')
  sent.request.end(Buffer.alloc(100_000))
  expect(await sent.answer).toMatchObject({ status: 201 })
  expect(await usage()).toEqual([{ bytes: 900_000, reserved: 0 }])
})

test('A-499: a stalled upload is removed when its sender is deactivated', async () => {
  await h.anAdmin({ orgId: admin.orgId })
  const sent = send(UPLOAD, 400_000)
  sent.request.write(Buffer.concat([png, Buffer.alloc(300_000)]))
  await received()
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [admin.userId])
  expect([await storedFiles(), await usage()]).toEqual([[], [{ bytes: 0, reserved: 0 }]])
  sent.request.destroy()
})
