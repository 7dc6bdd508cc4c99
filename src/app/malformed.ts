// Requests that never reach a route: an address that cannot be read, or bytes that are no HTTP.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerProtocolErrors, isProtocolAddress } from '#auth/server/protocol-errors.ts'
import { uuidv7 } from '#db/uuid.ts'
import { answerErrors } from '#lib/server/errors.ts'

const byCode = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])

/** Answers both kinds with the same headers as everything else. */
export function refuseMalformed(headers: Record<string, string>) {
  return {
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const answer = isProtocolAddress(request.url) ? answerProtocolErrors : answerErrors()
      void answer(error, request, reply.headers({ ...headers, 'cache-control': 'no-store' }))
    },
    clientErrorHandler: ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
      if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const status = byCode.get(code) ?? 400
      const body = JSON.stringify({
        error: { code: 'bad_request', message: 'Anropet går inte att läsa', requestId: uuidv7() },
      })
      const lines = Object.entries({
        ...headers,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    },
  }
}
