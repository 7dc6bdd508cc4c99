// Requests that never reach a route: an invalid URL, or bytes that are not HTTP.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerProtocolErrors, isProtocolAddress } from '#features/auth/server/protocol-errors.ts'
import { AppError } from '#platform/http/app-error.ts'
import { answerErrors } from '#platform/http/errors.ts'
import { closeAfterResponses, unansweredOn } from './open-requests.ts'
import { rawRefusal } from './raw-response.ts'

const statusOfCode = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])

/** Fastify options that answer both with the usual security headers. */
export function refuseMalformed(headers: Record<string, string>) {
  return {
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const answer = isProtocolAddress(request.url) ? answerProtocolErrors : answerErrors()
      void answer(error, request, reply.headers({ ...headers, 'cache-control': 'no-store' }))
    },
    clientErrorHandler: ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
      if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      // An earlier request on this connection is being answered: the client would take a refusal for that response or
      // part of it.
      const [current] = unansweredOn(socket)
      if (current && (current.req.complete || current.headersSent)) return closeAfterResponses(socket)
      const refusal = new AppError(statusOfCode.get(code) ?? 400, 'bad_request', 'Anropet går inte att läsa')
      socket.end(rawRefusal(refusal, headers))
    },
  }
}
