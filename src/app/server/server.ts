import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import type { Database } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { App } from '#platform/http/app.ts'
import { answerErrors } from '#platform/http/errors.ts'
import { RECEIVE_MS } from '#platform/http/file-body.ts'
import { isRepeated } from '#platform/http/headers.ts'
import { acceptJson } from '#platform/http/json-body.ts'
import { forwardedAddresses } from '#platform/http/network.ts'
import { refuseUnguarded } from '#platform/http/serve.ts'
import { openKeyLimit, openWriteLimit } from '#platform/http/write-limit.ts'
import { KEY_PREFIX, KEY_REQUESTS_PER_MINUTE } from '#shared/api-key.rules.ts'
import { BODY_BYTES_MAX } from '#shared/limits.rules.ts'
import { closeUnreadConnections, limitConnections, UNREAD_MS } from './connection-limits.ts'
import { refuseMalformed } from './malformed-requests.ts'
import { createLimitedServer, discardRestOfRequests } from './open-requests.ts'
import { limitReceiving } from './receive-timeout.ts'
import { type CompletedRequest, SafeLogController, watchRequests } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { closeConnectionsOnShutdown } from './shutdown.ts'

export type ServerParts = {
  database: Database
  sessionOfToken: App['sessionOfToken']
  /** Registers the routes; `app/server/features.ts` in production, tests may add their own. */
  register: (app: App) => void | Promise<void>
  logger?: FastifyBaseLogger
  slowRequestMs?: number
  onCompleted?: ((request: CompletedRequest) => void) | undefined
  /** Addresses and networks of the proxies whose X-Forwarded-* headers are trusted; `true` trusts every peer. */
  trustProxy?: boolean | string[]
  /** Concurrent unauthenticated connections per address; unset or 0 is no limit. */
  connectionsPerAddress?: number
  /** How many writes a person may make in a minute; unset or 0 is no limit. */
  writesPerMinute?: number | undefined
  /** How many requests an API key may make in a minute. */
  keyRequestsPerMinute?: number | undefined
  /** How long a client may leave a response unread. */
  unreadMs?: number
  /** How long a client may take to send a request other than a file. */
  receiveMs?: number | undefined
  /** Allows inline styles and scripts, which Vite's development server injects. */
  isDev?: boolean
}

/** The HTTP server with its hooks and routes; the caller makes it listen. */
export async function buildServer({
  database,
  sessionOfToken,
  register,
  logger,
  slowRequestMs = 0,
  onCompleted,
  trustProxy = false,
  connectionsPerAddress = 0,
  writesPerMinute = 0,
  keyRequestsPerMinute = KEY_REQUESTS_PER_MINUTE,
  unreadMs = UNREAD_MS,
  receiveMs,
  isDev = false,
}: ServerParts): Promise<App> {
  const headers = securityHeaders(isDev)
  const app = createFastify({ logger, trustProxy, unreadMs, headers })

  app.removeAllContentTypeParsers()
  acceptJson(app)
  // `serve` validates after authorization; Fastify's own order would describe a body to unauthorized clients.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerErrors())
  app.decorate('database', database)
  app.decorate('sessionOfToken', sessionOfToken)
  app.decorate('writeLimit', openWriteLimit(writesPerMinute))
  app.decorate('keyLimit', openKeyLimit(keyRequestsPerMinute))
  app.decorateRequest('credential', '')
  app.decorateRequest('tokenExpiresAt', 0)

  if (trustProxy !== false) readForwardedAddresses(app)
  discardRestOfRequests(app)
  limitReceiving(app, receiveMs)
  closeUnreadConnections(app)
  closeConnectionsOnShutdown(app)
  limitConnections(app, { perAddress: connectionsPerAddress, trustProxy, headers })
  watchRequests(app, { slowMs: slowRequestMs, onCompleted })
  refuseUnguarded(app)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    if (!hasOneHost(request as FastifyRequest) || !isValidTarget(request.url)) return next(badRequest())
    if (isApi(request.url)) reply.header('x-robots-tag', 'noindex')
    next()
  })
  await registerCompression(app)
  await registerOpenApi(app)
  app.addHook('onSend', (_request, reply, payload, next) => {
    // A response without its own cache rule must not be stored.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    next(null, payload)
  })
  await register(app)
  return app
}

/** Runs before anything reads the client's address. */
function readForwardedAddresses(app: App) {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, next) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwardedAddresses(forwarded)
    next()
  })
}

type FastifyParts = {
  logger: FastifyBaseLogger | undefined
  trustProxy: boolean | string[]
  unreadMs: number
  headers: Record<string, string>
}

function createFastify({ logger, trustProxy, unreadMs, headers }: FastifyParts): App {
  return Fastify({
    ...(logger && { loggerInstance: logger }),
    trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    genReqId: () => uuidv7(),
    logController: new SafeLogController(),
    exposeHeadRoutes: false,
    serverFactory: (handle, { keepAliveTimeout }) => {
      // By default Node checks for slow connections only every 30 seconds, and refuses a missing Host without our error
      // body.
      const server = createLimitedServer(
        {
          requestTimeout: RECEIVE_MS,
          headersTimeout: 10_000,
          keepAliveTimeout: Number(keepAliveTimeout),
          connectionsCheckingInterval: 1000,
          requireHostHeader: false,
        },
        handle,
      )
      return server.setTimeout(unreadMs)
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    ...refuseMalformed(headers),
  }) as unknown as App
}

async function registerCompression(app: App) {
  // For a list of 21 kB, each gives 5.3 kB: zstd in 47 µs, Brotli in 81 µs at this quality and twice that at the
  // default one.
  const zlibOptions: ZlibOptions & ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
  // One synchronous call blocks for less than a millisecond; a stream takes twice as long.
  const syncThreshold = 128 * 1024
  const encodings: ('zstd' | 'br' | 'gzip')[] = ['zstd', 'br', 'gzip']
  await app.register(compress, { threshold: 1024, syncThreshold, encodings, zlibOptions, brotliOptions })
}

async function registerOpenApi(app: App) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Stödpunkt', version: '1' },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `${KEY_PREFIX}…`,
            description: `An API key of a member of staff, with the scope that the operation names. ${KEY_REQUESTS_PER_MINUTE} requests a minute.`,
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
}

const hasOneHost = (request: FastifyRequest) => request.headers.host !== undefined && !isRepeated(request, 'host')
/** The router would accept any first character in place of the slash. */
const isValidTarget = (url: string) => url.startsWith('/') || /^https?:\/\//i.test(url)
const badRequest = () =>
  Object.assign(new Error('Missing or repeated Host, or invalid request target'), { statusCode: 400 })
const isApi = (url: string) => url.startsWith('/api/') || url.startsWith('/auth/v1/')
