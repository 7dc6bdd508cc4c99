// The server half of a contract: registers an endpoint with its audience and schemas. Authentication (401) and
// authorization (403) come before validation of the input (404, 422).
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor, CustomerActor, StaffActor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { NoSession } from '#platform/database/scope.ts'
import { unstorableIn } from '#platform/database/storable.ts'
import { KEY_PREFIX } from '#shared/api-key.rules.ts'
import type { Audience, Endpoint, EventsAnswer, FileAnswer, HandlerInput } from '#shared/contract.ts'
import type { StaffAudience } from '#shared/roles.rules.ts'
import { auditKeyCall, hashKey, invalidKey, noteKeyUse } from './api-keys.ts'
import type { App } from './app.ts'
import { AppError, invalid, invalidField, notFound } from './app-error.ts'
import { refuse } from './authorize.ts'
import { type Download, sendDownload } from './download.ts'
import { sendEvents } from './events.ts'
import { isRepeated } from './headers.ts'
import { once } from './idempotency.ts'
import { UnparsedBody } from './json-body.ts'

type ActorOf<A extends Audience> = A extends 'customer' ? CustomerActor : A extends StaffAudience ? StaffActor : Actor

/**
 * `db` is one transaction scoped to `actor`, read-only for a GET. An endpoint for anyone, or
 * one that streams events, gets the database and chooses a role itself. Actions given to `afterCommit` run after the
 * transaction's commit and before the response; not after a rollback. An endpoint that receives or returns a file, or has
 * `ownTransactions`, runs `transaction` as often as it needs one, so that no connection waits for the client or another server;
 * each looks the session up and authorizes again.
 */
type Context<E extends Endpoint> = { request: FastifyRequest } & (E['allow'] extends 'anyone'
  ? { database: Database }
  : E['returns'] extends EventsAnswer
    ? { database: Database; actor: ActorOf<E['allow']>; signal: AbortSignal }
    : E extends { receives: 'file' }
      ? { actor: ActorOf<E['allow']>; transaction: Transaction; content: ReceivedFile }
      : E extends { ownTransactions: true } | { returns: FileAnswer }
        ? { actor: ActorOf<E['allow']>; transaction: Transaction }
        : { db: Db; actor: ActorOf<E['allow']>; afterCommit: (action: () => void) => void })

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>
/** A file that is being received; `bytes` is the size that the client declares, if it does. */
export type ReceivedFile = { stream: Readable; bytes: number | undefined }

type Answer<R> = R extends z.ZodType
  ? z.input<R>
  : R extends FileAnswer
    ? Download
    : R extends EventsAnswer<infer S>
      ? AsyncIterable<z.input<S>>
      : void

type Handler<E extends Endpoint> = (input: HandlerInput<E> & Context<E>) => Promise<Answer<E['returns']>>

type AnyHandler = (input: object) => Promise<unknown>

/** Registers one endpoint; without an audience or a schema it does not compile, and the server does not start. */
export function serve<const E extends Endpoint>(app: App, endpoint: E, handler: Handler<NoInfer<E>>) {
  const { method, path, allow, summary, params, query, body, returns, status = 200, bodyLimitBytes } = endpoint
  app.route({
    method,
    url: path,
    config: { allow, ...(endpoint.receives && { receives: endpoint.receives }) },
    ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
    schema: {
      summary,
      'x-audience': allow,
      ...(endpoint.keyScope && { 'x-key-scope': endpoint.keyScope }),
      security: securityOf(endpoint),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...('answer' in returns ? {} : { response: { [status]: returns } }),
    },
    onRequest: allow === 'anyone' ? [] : [readToken],
    handler: (request, reply) =>
      answer(
        app,
        endpoint,
        handler as unknown as AnyHandler,
        request as FastifyRequest,
        reply as unknown as FastifyReply,
      ),
  })

  async function readToken(request: FastifyRequest) {
    const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token || isRepeated(request, 'authorization')) throw new NoSession()
    if (token.startsWith(KEY_PREFIX)) {
      request.credential = hashKey(token)
      await noteKeyUse(app.database, request.credential)
      return
    }
    const { sessionId, expiresAt } = await app.sessionOfToken(token)
    request.credential = sessionId
    request.tokenExpiresAt = expiresAt
  }
}

/** In OpenAPI: by which of the security schemes of `app/server/server.ts` the endpoint is called. */
function securityOf({ allow, keyScope }: Endpoint): Record<string, string[]>[] {
  if (allow === 'anyone') return []
  return keyScope ? [{ token: [] }, { apiKey: [keyScope] }] : [{ token: [] }]
}

async function answer(app: App, endpoint: Endpoint, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply) {
  const { allow, returns, status = 200 } = endpoint
  const { database } = app
  if (allow === 'anyone')
    return send(returns, status, reply, await handler({ ...validated(endpoint, request), database, request }))

  if ('answer' in returns && returns.answer === 'events') {
    const actor = await transactionOf(app, endpoint, request)(async (_db, actor) => actor)
    return sendEvents(
      request,
      reply,
      returns,
      (signal) =>
        handler({ ...validated(endpoint, request), database, actor, signal, request }) as Promise<
          AsyncIterable<unknown>
        >,
    )
  }
  if (endpoint.receives) return answerReceived(app, endpoint, handler, request, reply)
  const isFile = 'answer' in returns && returns.answer === 'file'
  if (isFile || endpoint.ownTransactions) {
    const { actor, transaction } = await openTransactions(app, endpoint, request)
    const result = await handler({ ...validated(endpoint, request), actor, transaction, request })
    if (!isFile) return send(returns, status, reply, result)
    await sendDownload(reply, returns, result as Download)
    return reply
  }
  const committed: (() => void)[] = []
  const afterCommit = (action: () => void) => void committed.push(action)
  const transaction = transactionOf(app, endpoint, request)
  const result = await transaction(async (db, actor) => {
    const input = { ...validated(endpoint, request), db, actor, request, afterCommit }
    await auditKeyCall(db, actor, endpoint, request.params)
    return endpoint.creates ? once(db, actor, endpoint, request, () => handler(input)) : handler(input)
  })
  for (const action of committed) action()
  return send(returns, status, reply, result)
}

/** A transaction of one request as its actor; may be called several times. Each looks the credential up and authorizes again. */
function transactionOf(app: App, endpoint: Endpoint, request: FastifyRequest) {
  const authorize = authorizer(app, endpoint)
  const isReadOnly = endpoint.method === 'GET'
  return <T>(work: (db: Db, actor: Actor) => Promise<T>) =>
    app.database
      .asActor(request.credential, authorize, work, { isReadOnly })
      .catch((error: unknown) => runAfterRollback(app.database, request, error))
}

/** The actor of a request whose handler runs its transactions itself. */
async function openTransactions(app: App, endpoint: Endpoint, request: FastifyRequest) {
  const transaction = transactionOf(app, endpoint, request)
  const actor = await transaction(async (db, actor) => {
    await auditKeyCall(db, actor, endpoint, request.params)
    return actor
  })
  return { actor, transaction }
}

/** Authorizes an actor in each transaction of one request, and counts the request once against the limits. */
function authorizer({ writeLimit, keyLimit }: App, endpoint: Endpoint) {
  let isCounted = false
  return (actor: Actor) => {
    if (!isCounted && actor.apiKey) keyLimit.count(actor.apiKey.id)
    refuse(endpoint, actor)
    if (!isCounted && endpoint.method !== 'GET') writeLimit.count(actor.apiKey?.id ?? actor.userId)
    isCounted = true
  }
}

async function answerReceived(
  app: App,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { actor, transaction } = await openTransactions(app, endpoint, request)
  const content = receivedFile(request)
  const result = await handler({ ...validated(endpoint, request), actor, transaction, content, request })
  return send(endpoint.returns, endpoint.status ?? 200, reply, result)
}

const receivedFile = ({ body, headers }: FastifyRequest): ReceivedFile => ({
  stream: body instanceof Readable ? body : Readable.from([]),
  bytes: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
})

async function runAfterRollback(database: Database, { credential }: FastifyRequest, error: unknown): Promise<never> {
  if (error instanceof NoSession && typeof credential !== 'string') throw await invalidKey(database, credential)
  if (error instanceof AppError) await error.details.afterRollback?.(database)
  throw error
}

function send(returns: Endpoint['returns'], status: number, reply: FastifyReply, result: unknown) {
  if (!('answer' in returns)) return reply.status(status).send(result)
  return returns.answer === 'nothing' ? reply.status(204).send() : reply
}

/** Throws 404 for a malformed id, and 422 for an invalid query or body, with the first message and all messages by field. */
function validated({ params, query, body }: Endpoint, request: FastifyRequest) {
  if (request.body instanceof UnparsedBody) throw request.body.refusal
  const input: Record<string, unknown> = {}
  if (params) {
    const parsed = params.safeParse(request.params)
    if (!parsed.success) throw notFound()
    input.params = parsed.data
  }
  if (query) input.query = parse(query, request.query)
  if (body) input.body = parse(body, request.body ?? {})
  return input
}

/** The most fields that an error response lists, in order. */
const FIELDS_MAX = 100

/** Validates by the schema, then checks the accepted value, which is no deeper than the schema, for characters that cannot be stored. */
function parse(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidFields(parsed.error)
  const unstorable = unstorableIn(parsed.data)
  if (!unstorable) return parsed.data
  throw invalidField(unstorable.join('.'), 'Texten innehåller ett tecken som inte kan sparas')
}

function invalidFields({ issues }: z.ZodError) {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues.slice(0, FIELDS_MAX)) fields[path.join('.')] ??= message
  return invalid(issues[0]?.message ?? 'Ogiltigt värde', fields)
}

/** Makes the start fail for a route without an audience. */
export function refuseUnguarded(app: App) {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.allow) throw new Error(`No audience for ${String(method)} ${url}`)
  })
}
