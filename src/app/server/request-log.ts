// What the operator sees of a request: one line when it is answered, and the same facts for the metrics.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LogController } from 'fastify'
import type { App } from '#lib/server/app.ts'
import { system } from './system.contract.ts'

export type Answered = {
  /** The pattern, never the path: that holds ids. 'none' when nothing is there. */
  route: string
  method: string
  status: number
  ms: number
  /** Of the refusal; '' for none. */
  code: string
  /** An answer that goes on until somebody leaves: its time says nothing. */
  isStream: boolean
}

type Watching = {
  /** A request that takes as long is told of as slow; 0 is off. */
  slowMs: number
  onAnswered?: ((answered: Answered) => void) | undefined
}

const current = new AsyncLocalStorage<string>()

/** The id of the request that is being answered here, if one is. */
export const currentRequestId = () => current.getStore()

/** Logs and counts every request once it is answered, or left by who asked. */
export function watchRequests(app: App, { slowMs, onAnswered }: Watching) {
  app.decorateRequest('refusalCode', '')
  app.addHook('preHandler', (request, _reply, done) => current.run(request.id, done))
  app.addHook('onResponse', async (request, reply) => {
    const { isStream, ...answered } = answeredOf(request as FastifyRequest, reply as unknown as FastifyReply)
    const isSlow = slowMs > 0 && answered.ms >= slowMs && !isStream
    const { code, ...line } = answered
    request.log[levelOf(answered.route, isSlow)](
      code === '' ? line : { ...line, code },
      isSlow ? 'slow request' : 'request',
    )
    onAnswered?.({ ...answered, isStream })
  })
  app.addHook('onRequestAbort', async (request) => {
    const { method, route } = describe(request as FastifyRequest)
    request.log.info({ route, method }, 'request left')
  })
}

const quiet = new Set<string>([system.health.path, system.ready.path])
const levelOf = (route: string, isSlow: boolean) => (isSlow ? 'warn' : quiet.has(route) ? 'debug' : 'info')

const answeredOf = (request: FastifyRequest, reply: FastifyReply): Answered => ({
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

type Logging = { log: FastifyBaseLogger }

/** The framework's own lines hold addresses and the words of errors: what they tell stands in ours. */
export class SafeLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })
  }
  override serializerError(error: Error, _request: unknown, reply: Logging) {
    reply.log.error({ err: error }, 'an answer could not be written')
  }
  override streamError(error: Error & { code?: string }, _request: unknown, reply: Logging) {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') reply.log.warn({ err: error }, 'an answer broke off')
  }
}
