import Fastify, { type onSendHookHandler } from 'fastify'
import { expect, test } from 'vitest'
import { ReadyJson } from './ready-json.ts'
import {
  cachedIn,
  KeptJson,
  keepCompressed,
  openResponseCache,
  type ResponseCache,
  sendJson,
} from './response-cache.ts'

const admin = { orgId: 'a', role: 'admin' } as const
const first = { actor: admin, url: '/api/tickets', snapshot: '10:10:' }

/** A request whose statement would return `text`. */
const answer = async (cache: ResponseCache, text: string, request: Partial<typeof first> = {}, variant?: string) =>
  (await cachedIn(cache, { ...first, ...request })(async () => new ReadyJson(text), variant)).text

test('the same request is answered with the same response until the database changes', async () => {
  const cache = openResponseCache()
  expect(await answer(cache, '1')).toBe('1')
  expect(await answer(cache, '2')).toBe('1')
  expect(await answer(cache, '3', { snapshot: '10:11:' })).toBe('3')
  expect(await answer(cache, '4', { snapshot: '10:11:' })).toBe('3')
})

test('a transaction that began before a change does not get the response of one that began after it', async () => {
  const cache = openResponseCache()
  await answer(cache, 'after', { snapshot: '11:11:' })
  expect(await answer(cache, 'before', { snapshot: '10:10:' })).toBe('before')
  expect(await answer(cache, 'after, again', { snapshot: '11:11:' })).toBe('after, again')
})

test.each([
  ['another organization', { actor: { orgId: 'b', role: 'admin' } as const }],
  ['another role', { actor: { orgId: 'a', role: 'technician' } as const }],
  ['another URL', { url: '/api/tickets?tab=archived' }],
])('%s gets its own response', async (_name, other) => {
  const cache = openResponseCache()
  await answer(cache, '1')
  expect(await answer(cache, '2', other as Partial<typeof first>)).toBe('2')
})

test('a response for one person is not for another', async () => {
  const cache = openResponseCache()
  await answer(cache, '1', {}, 'user 1')
  expect(await answer(cache, '2', {}, 'user 2')).toBe('2')
  expect(await answer(cache, '3', {}, 'user 1')).toBe('1')
})

test('what has no room is not kept, until the next change discards the rest', async () => {
  const cache = openResponseCache(250)
  const long = 'x'.repeat(150)
  await answer(cache, long, { url: '/1' })
  await answer(cache, long, { url: '/2' })
  expect(await answer(cache, '', { url: '/1' })).toBe(long)
  expect(await answer(cache, '', { url: '/2' })).toBe('')
  await answer(cache, long, { url: '/2', snapshot: '11:11:' })
  expect(await answer(cache, '', { url: '/2', snapshot: '11:11:' })).toBe(long)
})

test('a response that could not be read is not kept', async () => {
  const cache = openResponseCache()
  const failing = cachedIn(cache, first)(() => Promise.reject(new Error('connection lost')))
  await expect(failing).rejects.toThrow('connection lost')
  expect(await answer(cache, '1')).toBe('1')
})

/** Sends `json` for each value of Accept-Encoding; compression only names the encoding. The bodies, and how often it ran. */
async function sendEach(json: ReadyJson<unknown>, accepted: string[]) {
  let runs = 0
  const compress: onSendHookHandler<unknown> = (request, reply, payload, next) => {
    if (reply.hasHeader('content-encoding')) return next(null, payload)
    const encoding = request.headers['accept-encoding']
    if (encoding === 'identity') return next(null, payload)
    reply.header('content-encoding', encoding)
    next(null, Buffer.from(`${String(payload)}, ${encoding} ${++runs}`))
  }
  const app = Fastify().decorateReply('keptJson', undefined)
  app.get('/', { onSend: [compress, keepCompressed] }, (_request, reply) => sendJson(reply, json))
  const bodies: [unknown, string][] = []
  for (const encoding of accepted) {
    const { headers, body } = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
    bodies.push([headers['content-encoding'], body])
  }
  return bodies
}

test('a kept response is compressed once for each value of Accept-Encoding', async () => {
  const accepted = ['zstd', 'br', 'zstd', 'identity', 'br', 'identity']
  expect(await sendEach(new KeptJson('1'), accepted)).toEqual([
    ['zstd', '1, zstd 1'],
    ['br', '1, br 2'],
    ['zstd', '1, zstd 1'],
    [undefined, '1'],
    ['br', '1, br 2'],
    [undefined, '1'],
  ])
})

test('only some values of Accept-Encoding are kept', async () => {
  const sent = await sendEach(new KeptJson('1'), ['a', 'b', 'c', 'd', 'e', 'e', 'a'])
  expect(sent.map(([, body]) => body)).toEqual(['1, a 1', '1, b 2', '1, c 3', '1, d 4', '1, e 5', '1, e 6', '1, a 1'])
})

test('a response that is not kept is compressed each time', async () => {
  const sent = await sendEach(new ReadyJson('1'), ['br', 'br'])
  expect(sent.map(([, body]) => body)).toEqual(['1, br 1', '1, br 2'])
})
