// What is written to connections at the end of a turn, over real sockets.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { writeTogether } from './write-together.ts'

let server: Server
const clients: Socket[] = []

async function start(listener: RequestListener) {
  server = createServer(listener)
  writeTogether({ server })
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  server.close()
})

function send(requests: string): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client)
  client.write(requests)
  return client
}
const get = (path: string, close = false) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${close ? 'connection: close\r\n' : ''}\r\n`

test('responses of one turn are written after the last of them is ready', async () => {
  const unwritten: (number | undefined)[] = []
  const waiting: (() => void)[] = []
  await start((_request, response) => {
    waiting.push(() => {
      response.end('ready')
      unwritten.push(response.socket?.writableLength)
    })
    if (waiting.length === 3) for (const answer of waiting) answer()
  })
  const bodies = [get('/', true), get('/', true), get('/', true)].map((request) => text(send(request)))
  for (const body of await Promise.all(bodies)) expect(body).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*ready$/)
  expect(unwritten).toHaveLength(3)
  for (const length of unwritten) expect(length).toBeGreaterThan(0)
})

test('parts and pipelined responses arrive whole and in order, and before the connection is closed', async () => {
  const parts = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000))
  await start((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    for (const part of parts) {
      response.cork()
      response.write(part)
    }
    response.end(request.url)
  })
  const received = await text(send(get('/1') + get('/2') + get('/3', true)))
  const bodies = received.split('HTTP/1.1 200 OK').slice(1)
  expect(bodies.map((body) => /\/\d/.exec(body)?.[0])).toEqual(['/1', '/2', '/3'])
  for (const body of bodies) for (const part of parts) expect(body).toContain(part)
})

test('a part is sent although the response goes on', async () => {
  await start((_request, response) => void response.write('first'))
  const client = send(get('/'))
  let received = ''
  for await (const part of client) {
    received += part
    if (received.includes('first')) break
  }
  expect(received).toContain('first')
})

test('a connection that breaks in the same turn delays no other', async () => {
  await start((request, response) => {
    response.end('ready')
    if (request.url === '/broken') response.socket?.destroy()
  })
  const broken = send(get('/broken'))
  const closed = once(broken.on('error', () => undefined).resume(), 'close')
  expect(await text(send(get('/', true)))).toMatch(/ready$/)
  await closed
})

test('a connection with a response that is not written yet is not closed as idle', async () => {
  await start((_request, response) => {
    setTimeout(() => {
      response.end('ready')
      server.closeIdleConnections()
    })
  })
  expect(await text(send(get('/', true)))).toMatch(/ready$/)
})
