import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import type { Database } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import type { App } from '#lib/server/app.ts'
import { answerErrors } from '#lib/server/errors.ts'
import { isRepeated } from '#lib/server/headers.ts'
import { acceptJson } from '#lib/server/json-body.ts'
import { refuseUnguarded } from '#lib/server/serve.ts'
import { closeUnreadConnections, limitConnections, UNREAD_MS } from './connection-limits.ts'
import { refuseMalformed } from './malformed-requests.ts'
import { QueuedResponse, queueResponses } from './pipelining.ts'
import { type Answered, SafeLogController, watchRequests } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { closeConnectionsOnShutdown } from './shutdown.ts'

const BODY_LIMIT_BYTES = 256 * 1024

export type ServerParts = {
  database: Database
  sessionOfToken: App['sessionOfToken']
  /** Every feature's routes; `app/server/features.ts` in production, a test may add its own. */
  register: (app: App) => void | Promise<void>
  logger?: FastifyBaseLogger
  slowRequestMs?: number
  onAnswered?: ((answered: Answered) => void) | undefined
  /** Addresses and networks of the proxies whose forwarding headers are believed; `true` believes every peer. */
  trustProxy?: boolean | string[]
  /** Connections at once from one address without a login; unset or 0 is no limit. */
  connectionsPerAddress?: number
  /** How long a client may leave unread what it was answered. */
  unreadMs?: number
  /** Vite's development server injects styles and scripts; only then may a page. */
  isDev?: boolean
}

/** The HTTP server with its guards, without listening. */
export async function buildServer({
  database,
  sessionOfToken,
  register,
  logger,
  slowRequestMs = 0,
  onAnswered,
  trustProxy = false,
  connectionsPerAddress = 0,
  unreadMs = UNREAD_MS,
  isDev = false,
}: ServerParts): Promise<App> {
  const headers = securityHeaders(isDev)
  const app = Fastify({
    ...(logger && { loggerInstance: logger }),
    trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => uuidv7(),
    logController: new SafeLogController(),
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    connectionTimeout: unreadMs,
    // Node would look for connections that dawdle once in half a minute, and refuse a missing Host in no form of ours.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      ServerResponse: QueuedResponse,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    ...refuseMalformed(headers),
  }) as unknown as App

  app.removeAllContentTypeParsers()
  acceptJson(app)
  // Content is judged by serve, after the rights; Fastify's own order would tell a stranger what a body looks like.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerErrors())
  app.decorate('database', database)
  app.decorate('sessionOfToken', sessionOfToken)
  app.decorateRequest('sessionId', '')
  app.decorateRequest('tokenExpiresAt', 0)

  queueResponses(app)
  closeUnreadConnections(app)
  closeConnectionsOnShutdown(app)
  limitConnections(app, { perAddress: connectionsPerAddress, trustProxy, headers })
  watchRequests(app, { slowMs: slowRequestMs, onAnswered })
  refuseUnguarded(app)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    if (!hasOneHost(request as FastifyRequest) || !isAddress(request.url)) return next(badRequest())
    if (isApi(request.url)) reply.header('x-robots-tag', 'noindex')
    next()
  })
  // A list of 19 kB becomes 4.6 kB in half the time that the default quality of 4 takes for 4.4 kB.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Stödpunkt', version: '1' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    // What does not say how long it keeps is for the asker alone and for now.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    next(null, payload)
  })
  await register(app)
  return app
}

const hasOneHost = (request: FastifyRequest) => request.headers.host !== undefined && !isRepeated(request, 'host')
/** The router would take any first letter for the slash. */
const isAddress = (url: string) => url.startsWith('/') || /^https?:\/\//i.test(url)
const badRequest = () => Object.assign(new Error('No host or no address'), { statusCode: 400 })
const isApi = (url: string) => url.startsWith('/api/') || url.startsWith('/auth/v1/')
