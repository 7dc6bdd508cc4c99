// The real server on its own database, with factories for users to call it as. No code of ours is mocked.
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import type { Frontend } from '#app/browser/built-assets.ts'
import { registerFeatures } from '#app/server/features.ts'
import type { CompletedRequest } from '#app/server/request-log.ts'
import { buildServer } from '#app/server/server.ts'
import { shellRoutes } from '#app/server/shell.routes.ts'
import { PASSWORD_MIN_LENGTH } from '#features/auth/password.rules.ts'
import { type AccessTokens, openAccessTokens, type SigningKey } from '#features/auth/server/access-token.ts'
import { GB } from '#features/files/files.contract.ts'
import { checkReceived } from '#features/files/server/check-file.ts'
import { openClamd } from '#features/files/server/clamd.ts'
import type { UploadLimits } from '#features/files/server/receive-file.ts'
import { openReceiver } from '#features/files/server/receiver.ts'
import { findMailServer } from '#features/inbox/server/own-mail-server.ts'
import { keyIdOf } from '#features/vault/server/envelope.ts'
import { type VaultKeys, vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import type { BackupTarget } from '#platform/backup/server/make-backup.ts'
import { type ConnectionSettings, type Database, openDatabase } from '#platform/database/database.ts'
import { openNotifications } from '#platform/database/notifications.ts'
import type { SlowQueries } from '#platform/database/pipelined-dialect.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import type { App } from '#platform/http/app.ts'
import { notFound } from '#platform/http/app-error.ts'
import type { OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { type Broker, openBroker } from '#platform/live/server/broker.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { openCompanyFacts } from '#screens/site/server/company-facts.ts'
import { formRoutes } from '#screens/site/server/forms.routes.ts'
import { pageRoutes } from '#screens/site/server/pages.routes.ts'
import { type Call, createCall } from '#shared/web/call.ts'
import { type People, people } from './people.ts'

export type Person = { userId: string; sessionId: string; token: string; email: string; orgId: string | null }
type Caller = { call: Call }

export type Harness = People & {
  app: App
  /** Every registered route; several methods are joined by a comma. */
  routes: { method: string; url: string; allow: string }[]
  database: Database
  broker: Broker
  tokens: AccessTokens
  test: TestDatabase
  /** Calls the server with the person's access token; `null` sends none. */
  as(person: Person | null): Caller
  /** `fetch` into the server without a network, for screens and auth-js. */
  fetch: typeof fetch
  stop(): Promise<void>
}

type Options = {
  /** Also serves pages, rendered by this frontend. */
  frontend?: () => Frontend
  /** Folder of the files under /assets. */
  assetsFolder?: string
  register?: (app: App) => void
  poolSize?: number
  /** Further settings of the connection pool. */
  pool?: ConnectionSettings
  /** Behaves as if a mail server were configured. */
  isSendingMail?: boolean
  /** The mail server of the test. */
  smtpUrl?: string
  guard?: OutgoingGuard
  trialMs?: number
  template?: string
  /**
   * Starts a second server on the database of another harness, which still owns it. Also pass that harness's `tokens`.
   */
  on?: TestDatabase
  tokens?: AccessTokens
  vaultKeys?: VaultKeys
  logger?: FastifyBaseLogger
  /** Addresses of proxies whose forwarding headers are trusted. */
  trustProxy?: string[]
  connectionsPerAddress?: number
  writesPerMinute?: number
  /** Requests of an API key; 0 is no limit. */
  keyRequestsPerMinute?: number
  unreadMs?: number
  receiveMs?: number
  uploadLimits?: UploadLimits
  /** The operator's limit for the files of an organization. */
  filesMaxGigabytes?: number
  /** The virus scanner of the test. */
  clamdUrl?: string
  /** Where nightly backups would be written. */
  backupTarget?: BackupTarget
  siteOrg?: string
  receiptsPerDay?: number
  passwordMinLength?: number
  slow?: SlowQueries
  slowRequestMs?: number
  onCompleted?: (request: CompletedRequest) => void
}

/** Long, because a test must not fail on a slow machine. */
const slowMachine: UploadLimits = { pictureMs: 120_000 }

export async function startHarness({
  register,
  frontend,
  assetsFolder,
  poolSize = 5,
  pool = {},
  smtpUrl,
  isSendingMail = smtpUrl !== undefined,
  guard = guardOfTests(),
  trialMs,
  template,
  on,
  tokens: existingTokens,
  vaultKeys = vaultKeysOf([aVaultKey]),
  logger,
  trustProxy,
  connectionsPerAddress = 500,
  writesPerMinute,
  keyRequestsPerMinute = 0,
  unreadMs,
  receiveMs,
  uploadLimits,
  filesMaxGigabytes,
  passwordMinLength = PASSWORD_MIN_LENGTH,
  clamdUrl,
  backupTarget,
  siteOrg,
  receiptsPerDay = 200,
  slow,
  slowRequestMs = 0,
  onCompleted,
}: Options = {}): Promise<Harness> {
  const test = on ?? (await aDatabase(template))
  await registerVaultKey(test, aVaultKey)
  const database = openDatabase({
    ...test.connection,
    max: poolSize,
    hasMailServer: isSendingMail,
    ...pool,
    ...(slow && { slow }),
    ...(filesMaxGigabytes !== undefined && { filesMaxBytes: filesMaxGigabytes * GB }),
  })
  const receiver = openReceiver(database)
  const tokens = existingTokens ?? (await openAccessTokens([await aSigningKey()]))
  const notifications = openNotifications({ connection: test.connection, warn: () => undefined })
  const broker = openBroker({ database, notifications })
  const facts = openCompanyFacts(database, { siteOrg })
  const check = clamdUrl === undefined ? undefined : checkReceived(database, openClamd(clamdUrl, 120_000))
  const routes: Harness['routes'] = []
  const app = await buildServer({
    database,
    sessionOfToken: tokens.sessionOf,
    ...(logger && { logger }),
    ...(trustProxy && { trustProxy }),
    connectionsPerAddress,
    writesPerMinute,
    keyRequestsPerMinute,
    ...(unreadMs !== undefined && { unreadMs }),
    receiveMs,
    slowRequestMs,
    onCompleted,
    register: async (server) => {
      server.addHook('onRoute', ({ method, url, config }) => {
        routes.push({ method: String(method), url, allow: config?.allow ?? '' })
      })
      await registerFeatures(server, {
        database,
        tokens,
        refreshKey: Buffer.alloc(32, 7),
        vaultKeys,
        passwordMinLength,
        broker,
        notifications,
        facts,
        appUrl: 'https://support.nordnat.se',
        mailer: openMailer({
          smtpUrl,
          from: 'Nordnät <svar@nordnat.se>',
          findServer: findMailServer({ database, vaultKeys, guard }),
          database,
          threads: threadsOfTests,
          warn: () => undefined,
        }),
        hasMailServer: isSendingMail,
        environmentServer: isSendingMail ? { host: 'smtp.nordnat.se', from: 'Nordnät <svar@nordnat.se>' } : undefined,
        threads: threadsOfTests,
        guard,
        ...(trialMs !== undefined && { trialMs }),
        uploadLimits: { ...slowMachine, ...uploadLimits },
        filesMaxGigabytes,
        check,
        receiver,
        readDrawing: () => import('#app/browser/draw-screen.tsx'),
        backup: { target: backupTarget, keysFingerprint: async () => 'keys of the test' },
      })
      const parts = { facts, appUrl: 'https://support.nordnat.se', check, receiver, pictureMs: slowMachine.pictureMs }
      if (frontend) {
        pageRoutes(server, { ...parts, frontend, refreshKey: Buffer.alloc(32, 7) })
        await shellRoutes(server, { frontend, facts, ...(assetsFolder !== undefined && { assetsFolder }) })
        await formRoutes(server, { ...parts, frontend, refreshKey: Buffer.alloc(32, 7), siteOrg, receiptsPerDay })
      } else
        server.setNotFoundHandler(() => {
          throw notFound()
        })
      register?.(server)
    },
  })
  await app.ready()
  const fetchApp = fetchFrom(app)
  return {
    ...people(database, tokens),
    app,
    routes,
    database,
    broker,
    tokens,
    test,
    fetch: fetchApp,
    as: (person) => ({
      call: createCall({ fetch: fetchApp, token: () => person?.token, renew: async () => undefined }),
    }),
    stop: async () => {
      // The `fetch` of a test leaves idle connections open for a minute.
      app.server.closeAllConnections()
      await app.close()
      await notifications.close()
      await database.close()
      if (!on) await test.drop()
    },
  }
}

const key = Buffer.alloc(32, 9)
/** The default vault key. */
export const aVaultKey = { id: keyIdOf(key), key }

/**
 * Records the vault key in the database, as the program does at its first start. Uses a separate pool, because a test
 * may shorten the timeouts of the harness's pool.
 */
async function registerVaultKey({ connection }: TestDatabase, { id }: { id: string }): Promise<void> {
  const database = openDatabase({ ...connection, max: 1 })
  await database.as('owner', (db) =>
    db
      .insertInto('vaultKeys')
      .values({ id })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
  await database.close()
}

async function aSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'test' }
}

function fetchFrom(app: App): typeof fetch {
  return async (input, init) => {
    const base = new Request(
      input instanceof Request ? input : `http://localhost${String(input).replace(/^https?:\/\/[^/]+/, '')}`,
      init,
    )
    const { pathname, search } = new URL(base.url)
    const payload = Buffer.from(await base.arrayBuffer())
    const isStream = base.headers.get('accept') === 'text/event-stream'
    // Rejects like fetch; light-my-request would throw it outside of any promise.
    init?.signal?.throwIfAborted()
    const answer = await app.inject({
      method: base.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(base.headers),
      ...(isStream && { payloadAsStream: true, ...(init?.signal && { signal: init.signal }) }),
      ...(payload.length > 0 && { payload }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value))
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    if (isStream)
      return new Response(Readable.toWeb(answer.stream()) as ReadableStream, { status: answer.statusCode, headers })
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
  }
}
