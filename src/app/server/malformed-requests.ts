// Requests that never reach a route: an address that cannot be read, or bytes that are no HTTP.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerProtocolErrors, isProtocolAddress } from '#auth/server/protocol-errors.ts'
import { AppError } from '#lib/server/app-error.ts'
import { answerErrors } from '#lib/server/errors.ts'
import { closeAfterAnswers, unansweredOn } from './pipelining.ts'
import { rawRefusal } from './raw-response.ts'

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
      // It stands behind a request that is being answered: a refusal now would be read as that answer, or as a part of it.
      const [current] = unansweredOn(socket)
      if (current && (current.req.complete || current.headersSent)) return closeAfterAnswers(socket)
      const refusal = new AppError(byCode.get(code) ?? 400, 'bad_request', 'Anropet går inte att läsa')
      socket.end(rawRefusal(refusal, headers))
    },
  }
}
