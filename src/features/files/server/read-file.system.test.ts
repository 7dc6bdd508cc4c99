// Downloads of files over real connections.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { file, get } from '#shared/contract.ts'
import { until } from '#shared/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { CHUNK_BYTES, FILE_MAX_BYTES } from '../files.contract.ts'
import { aPng } from '../testing/sample-pictures.ts'
import { anUploadedFile } from '../testing/upload.ts'

let h: Harness
let technician: Person
let anna: Person
let ticketId: string
let port: number
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ poolSize: 1, logger: errors.logger })
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  port = (h.app.server.address() as AddressInfo).port
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  ticketId = (await h.as(anna).call(portal.create, { body: { title: 'WiFi nere', description: 'Inget nät' } })).id
})
afterAll(() => h.stop())

/** The response, before anything of its body has been read. */
async function open(
  path: string,
  { token }: Person,
  { at = port, encoding = 'identity' } = {},
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
  const sent = request({ port: at, host: '127.0.0.1', path, headers }).end()
  const [response] = await once(sent, 'response')
  return response as IncomingMessage
}
async function anAnswerWith(content: Buffer, name: string) {
  const { id } = await anUploadedFile(h, technician, 'attachment', content, name)
  const body = { comment: 'Se filen', fileIds: [id] }
  await h.as(technician).call(tickets.comment, { params: { id: ticketId }, body })
  return id
}

test('A-368: a file is saved under its own name, never displayed and never cached', async () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const id = await anAnswerWith(html, 'Räkning "1".html')
  for (const person of [technician, anna]) {
    const response = await open(`/api/files/${id}`, person)
    expect(await buffer(response)).toEqual(html)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(html.length),
      'content-disposition': `attachment; filename="Rakning _1_.html"; filename*=UTF-8''R%C3%A4kning%20%221%22.html`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  }
  expect((await open(`/api/files/${id}/preview`, anna)).statusCode).toBe(404)
})

test('the preview of a picture is a WebP picture', async () => {
  const id = await anAnswerWith(await aPng(3000, 100), 'skärm.png')
  const response = await open(`/api/files/${id}/preview`, anna)
  expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
  expect(await sharp(await buffer(response)).metadata()).toMatchObject({ format: 'webp', width: 1600 })
})

test('a file of 25 MB is downloaded unchanged', async () => {
  const content = randomBytes(FILE_MAX_BYTES)
  const id = await anAnswerWith(content, 'stor.bin')
  expect((await buffer(await open(`/api/files/${id}`, anna))).equals(content)).toBe(true)
})

test('A-369: a slow reader holds no database connection: others are answered with a single one', async () => {
  const content = randomBytes(40 * CHUNK_BYTES)
  const id = await anAnswerWith(content, 'stor.bin')
  const slow = [await open(`/api/files/${id}`, anna), await open(`/api/files/${id}`, technician)]
  const answer = await h.app.inject({ url: '/api/tickets', headers: { authorization: `Bearer ${technician.token}` } })
  expect(answer.statusCode).toBe(200)
  for (const response of slow) expect((await buffer(response)).equals(content)).toBe(true)
})

test('A-369: a download breaks off when access ends, and is never just shorter', async () => {
  const id = await anAnswerWith(randomBytes(40 * CHUNK_BYTES), 'stor.bin')
  const response = await open(`/api/files/${id}`, anna)
  await h.test.superuser.query('update auth.sessions set ended_at = now() where id = $1', [anna.sessionId])
  await expect(buffer(response)).rejects.toThrow('aborted')
})

/** An endless export. */
const endless = get('/api/endless', {
  allow: 'staff',
  summary: 'Rows',
  returns: file('text/csv; charset=utf-8'),
})
function* rows() {
  for (let row = 0; ; row++) yield `${row};${'Nätet är nere. '.repeat(100)}\n`
}

test('A-501: a download or export that the browser aborts logs no error or warning', async () => {
  const log = captureLog('debug')
  const register = (app: App) => serve(app, endless, async () => ({ filename: 'rader.csv', content: rows() }))
  const logged = await startHarness({ on: h.test, tokens: h.tokens, logger: log.logger, register })
  await logged.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: other } = logged.app.server.address() as AddressInfo
  const id = await anAnswerWith(randomBytes(60 * CHUNK_BYTES), 'stor.bin')
  const downloads: [string, string][] = [
    [`/api/files/${id}`, 'identity'],
    [endless.path, 'identity'],
    [endless.path, 'gzip'],
  ]
  for (const [path, encoding] of downloads) {
    const response = await open(path, technician, { at: other, encoding })
    await once(response, 'readable')
    response.destroy()
  }
  const lines = () =>
    log
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  await until(() => expect(lines().filter(({ msg }) => msg === 'client disconnected')).toHaveLength(downloads.length))
  await logged.stop()
  expect(lines().filter(({ level }) => level > 30)).toEqual([])
})

test('a download that fails in the server is logged once and breaks off', async () => {
  const log = captureLog('warn')
  function* failing() {
    yield* Array.from({ length: 100 }, () => 'x'.repeat(10_000))
    throw new Error('the disk is gone')
  }
  const register = (app: App) => serve(app, endless, async () => ({ filename: 'rader.csv', content: failing() }))
  const logged = await startHarness({ on: h.test, tokens: h.tokens, logger: log.logger, register })
  await logged.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: other } = logged.app.server.address() as AddressInfo
  await expect(open(endless.path, technician, { at: other }).then(buffer)).rejects.toThrow('aborted')
  await logged.stop()
  expect(
    log
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
  ).toEqual(['a response stream failed'])
})
