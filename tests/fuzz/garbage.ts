// Bytes that are not HTTP, or HTTP that two parsers would read differently.
import { connect } from 'node:net'
import fc from 'fast-check'

const post = (lines: string, body = '') =>
  `POST /auth/v1/recover HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n${body}`
/** A server that ends the first request too early would parse this as a second one. */
const SECOND = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

/** Each must be refused, and the bytes after it must not be parsed as a request. */
export const smuggled: Record<string, string> = {
  'length and chunks': post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SECOND}`),
  'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${SECOND}`),
  'two lengths': post('Content-Length: 0\r\nContent-Length: 36\r\n', SECOND),
  'a list of lengths': post('Content-Length: 0, 36\r\n', SECOND),
  'a length with a sign': post('Content-Length: +0\r\n', SECOND),
  'a negative length': post('Content-Length: -1\r\n', SECOND),
  'a hexadecimal length': post('Content-Length: 0x24\r\n', SECOND),
  'a space before the colon': post('Content-Length : 0\r\n', SECOND),
  'a folded header': post('Content-Length: 0\r\nX-A: b\r\n Transfer-Encoding: chunked\r\n', SECOND),
  'an unknown coding': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SECOND}`),
  'chunked that is not last': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SECOND}`),
  'a chunk of no size': post('Transfer-Encoding: chunked\r\n', `zz\r\n\r\n${SECOND}`),
  'a negative chunk': post('Transfer-Encoding: chunked\r\n', `-1\r\n\r\n${SECOND}`),
  'a chunk beyond all measure': post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\nx\r\n0\r\n\r\n${SECOND}`),
  'a chunk longer than its declared size': post('Transfer-Encoding: chunked\r\n', `1\r\nxx\r\n0\r\n\r\n${SECOND}`),
  'lines that end in LF': `POST /auth/v1/recover HTTP/1.1\nHost: x\nContent-Length: 0\n\n${SECOND}`,
  'a bare CR': post('X-A: b\rContent-Length: 0\r\n', SECOND),
  'a NUL in a header': post('X-A: b\0c\r\n', SECOND),
  'a header without a name': post(': x\r\n', SECOND),
  'two hosts': `GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`,
  'no host': `GET /healthz HTTP/1.1\r\n\r\n`,
  'another version': 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the hello of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'headers without end': `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(6000)}\r\n`,
  'a header too long': `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'b'.repeat(40_000)}\r\n\r\n`,
  'an address too long': `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
}

/** Random bytes, and smuggling attempts with one byte changed or cut short. */
export const garbage: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text).toString('latin1')),
  fc.tuple(fc.constantFrom(...Object.values(smuggled)), fc.nat(120), fc.nat(255)).map(([bytes, position, byte]) => {
    const at = position % bytes.length
    return bytes.slice(0, at) + String.fromCharCode(byte) + bytes.slice(at + 1)
  }),
  fc.tuple(fc.constantFrom(...Object.values(smuggled)), fc.nat(200)).map(([bytes, cut]) => bytes.slice(0, cut)),
)

/**
 * Sends the bytes on a new connection and resolves with everything received. Pass `isEnded: false` for complete
 * requests with `Connection: close`, because the server drops a pending request when the client half-closes first.
 */
export function sendBytes(port: number, bytes: string, isEnded = true): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1')
      if (isEnded) socket.end()
    })
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.on('error', () => undefined) // the server closes the connection of a refused request while the rest is being sent
    socket.on('close', () => resolve(received))
  })
}

/** Sends the bytes and resets the connection once they are written. */
export function sendAndReset(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(bytes, 'latin1', () => setImmediate(() => socket.resetAndDestroy())),
    )
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}

/** The statuses of the received responses, first to last. */
export const statusesIn = (received: string) =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
