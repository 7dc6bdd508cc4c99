// The access log, one line for each completed request, with the same fields for the metrics.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LogController } from 'fastify'
import type { App } from '#platform/http/app.ts'
import { system } from './system.contract.ts'

export type CompletedRequest = {
  /** The route pattern, never the path, which contains ids. 'none' for an unknown URL. */
  route: string
  method: string
  status: number
  ms: number
  /** The error code; '' without an error. */
  code: string
  /** An event stream lasts until the client disconnects, so its duration is not a response time. */
  isStream: boolean
}

type Options = {
  /** A request that takes at least this long is logged as slow; 0 turns that off. */
  slowMs: number
  onCompleted?: ((completed: CompletedRequest) => void) | undefined
}

const current = new AsyncLocalStorage<string>()

/** The id of the request in whose asynchronous context this runs, if any. */
export const currentRequestId = () => current.getStore()

/** Logs and counts every request when it is completed or when its client disconnects. */
export function watchRequests(app: App, { slowMs, onCompleted }: Options) {
  app.decorateRequest('refusalCode', '')
  app.addHook('preHandler', (request, _reply, done) => current.run(request.id, done))
  app.addHook('onResponse', (request, reply, done) => {
    const completed = completedRequest(request as FastifyRequest, reply as unknown as FastifyReply)
    const { route, method, status, ms, code, isStream } = completed
    const isSlow = slowMs > 0 && ms >= slowMs && !isStream
    request.log[levelOf(route, isSlow)](
      { route, method, status, ms, ...(code !== '' && { code }) },
      isSlow ? 'slow request' : 'request',
    )
    onCompleted?.(completed)
    done()
  })
  app.addHook('onRequestAbort', async (request) => {
    const { method, route } = describe(request as FastifyRequest)
    request.log.info({ route, method }, 'client disconnected')
  })
}

const debugOnly = new Set<string>([system.health.path, system.ready.path])
const levelOf = (route: string, isSlow: boolean) => (isSlow ? 'warn' : debugOnly.has(route) ? 'debug' : 'info')

const completedRequest = (request: FastifyRequest, reply: FastifyReply): CompletedRequest => ({
  ...describe(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  code: request.refusalCode,
  isStream: String(reply.getHeader('content-type')).startsWith('text/event-stream'),
})

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const describe = ({ method, routeOptions }: FastifyRequest) => ({
  route: routeOptions.url ?? 'none',
  method: methods.has(method) ? method : 'other',
})

type WithLog = { log: FastifyBaseLogger }

/** Replaces Fastify's own log lines, which contain URLs and error messages. */
export class SafeLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })
  }
  override serializerError(error: Error, _request: unknown, reply: WithLog) {
    reply.log.error({ err: error }, 'a response could not be serialized')
  }
  override streamError(error: Error & { code?: string }, _request: unknown, reply: WithLog) {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') reply.log.warn({ err: error }, 'a response stream failed')
  }
}
