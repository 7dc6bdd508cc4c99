// Over real sockets: bytes that are not a request, and requests that a proxy might parse as two.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAndReset, sendBytes, smuggled, statusesIn } from '../fuzz/garbage.ts'
import { captureLog } from '../harness/captured-log.ts'
import { aFrontend } from '../harness/frontend.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

let h: Harness
let port: number
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(), logger: errors.logger })
  await h.app.listen({ port: 0, host: '127.0.0.1' })
  port = (h.app.server.address() as AddressInfo).port
})
afterAll(() => h.stop())

test.each(Object.entries(smuggled))(
  'A-159: %s is refused with 400, and nothing after it is answered',
  async (_name, bytes) => {
    const received = await sendBytes(port, bytes)
    expect(statusesIn(received)).toEqual([expect.toSatisfy((status) => status === 400 || status === 431)])
    expect(received).toContain('"message":"Anropet går inte att läsa"')
    expect(received.toLowerCase()).toContain('x-content-type-options: nosniff')
  },
)

test('A-206: two Host headers are refused at every route, because a proxy may have used the other', async () => {
  for (const { method, url } of [...h.routes, { method: 'GET', url: '/finns-inte' }]) {
    for (const second of ['x', 'y']) {
      const line = `${method.split(',')[0]} ${url.replace(/:\w+|\*/g, 'a')} HTTP/1.1`
      const bytes = `${line}\r\nHost: x\r\nhost: ${second}\r\nConnection: close\r\n\r\n`
      expect(statusesIn(await sendBytes(port, bytes, false)), `${method} ${url}`).toEqual([400])
    }
  }
})

test('a URL without a leading slash is refused, because a proxy may parse it differently', async () => {
  for (const line of ['PRI *<HTTP/2.0\r\n\r\nSM', 'PRI *x', 'GET *', 'GET xhealthz']) {
    const received = await sendBytes(
      port,
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      !line.startsWith('GET'),
    )
    expect(statusesIn(received), line).toEqual([expect.toSatisfy((status) => status === 400 || status === 404)])
  }
})

test('a client that disconnects in the middle of a body causes no error', async () => {
  for (const path of ['/auth/v1/recover', '/kontakt']) {
    const type = path === '/kontakt' ? 'application/x-www-form-urlencoded' : 'application/json'
    await sendBytes(port, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\n{"a"`)
    await sendAndReset(
      port,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\n{"a"`,
    )
  }
  expect((await h.app.inject('/healthz')).statusCode).toBe(200)
  expect(errors.text()).toBe('')
})

test('A-161: a path out of the folder of built files is not found', async () => {
  for (const url of [
    '/assets/x.js/..',
    '/assets/x.js//',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/package.json',
  ]) {
    const answer = await sendBytes(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, false)
    expect(statusesIn(answer), url).toEqual([404])
  }
  expect(errors.text()).toBe('')
})
