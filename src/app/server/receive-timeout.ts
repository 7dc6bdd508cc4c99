import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/http/app.ts'
import { MULTIPART } from '#platform/http/form-parts.ts'

/** How long a client may take to send a request; a file upload has RECEIVE_MS instead, and must make progress. */
const REQUEST_MS = 30_000

/** Answers with 408 if a body has not arrived in time. Node itself has one limit for all routes. */
export function limitReceiving(app: App, ms = REQUEST_MS) {
  app.addHook('onRequest', (request, _reply, next) => {
    const { raw, routeOptions } = request as FastifyRequest
    if (!hasBody(raw) || isLimitedByProgress(raw, routeOptions.config?.receives)) return next()
    const timer = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', timedOut(), raw.socket)
    }, ms)
    raw.once('close', () => clearTimeout(timer))
    next()
  })
}

/** Requests with files are limited by progress instead of by time. */
const isLimitedByProgress = ({ headers }: IncomingMessage, receives?: 'file' | 'form') =>
  receives === 'file' || (receives === 'form' && headers['content-type']?.startsWith(MULTIPART) === true)

/** Only for requests over a connection, not injected ones. */
const hasBody = (request: IncomingMessage) =>
  request instanceof IncomingMessage &&
  (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0)
/** The error with which Node reports a request that takes too long. */
const timedOut = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
