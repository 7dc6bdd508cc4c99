import type { FastifyRequest } from 'fastify'
import { NoSession } from '#platform/database/scope.ts'
import type { App } from '#platform/http/app.ts'
import { AppError, invalid, notFound } from '#platform/http/app-error.ts'
import { acceptJson } from '#platform/http/json-body.ts'
import { serve } from '#platform/http/serve.ts'
import { auth } from '../auth.contract.ts'
import type { AccessTokens } from './access-token.ts'
import { type CountChange, changeCounter, passwordChanges } from './change-password.ts'
import type { FactorSecrets } from './factor-secrets.ts'
import { factorRoutes } from './factors.routes.ts'
import { claimFirstAdmin } from './first-admin.ts'
import { getLinkOwner } from './link-owner.ts'
import { setPasswordByLink } from './link-password.ts'
import { getMe } from './me.queries.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import type { Passwords } from './passwords.ts'
import { answerProtocolErrors } from './protocol-errors.ts'
import { provePassword } from './prove-password.ts'
import { recover, redeemLink } from './recovery.ts'
import { refresh } from './refresh.ts'
import { endSession, endSessions } from './sessions.queries.ts'
import { signIn } from './sign-in.ts'
import { findLogin, userResponse } from './tokens.ts'
import type { RelyingParty } from './webauthn.ts'

export type AuthParts = {
  tokens: AccessTokens
  refreshKey: Buffer
  passwords: Passwords
  secrets: FactorSecrets
  relyingParty: RelyingParty
}

/** The protocol of auth-js under /auth/v1, with its own error body, and endpoints of the product's API. */
export async function authRoutes(app: App, parts: AuthParts) {
  const countChange = changeCounter()
  serve(app, auth.me, ({ db, actor }) => getMe(db, actor, parts.passwords))
  serve(app, auth.linkOwner, ({ database, body }) => getLinkOwner(database, body.token))
  serve(app, auth.linkPassword, ({ database, body, request }) =>
    setPasswordByLink({ ...parts, database, countChange }, { ...body, ip: request.ip }),
  )
  serve(app, auth.provePassword, ({ transaction, actor, body }) =>
    provePassword(parts.passwords, { transaction, actor }, body.password),
  )
  serve(app, auth.firstAdmin, ({ database, body }) => claimFirstAdmin({ ...parts, database }, body))
  await app.register(async (plugin) => protocolRoutes(withAuthJsErrors(plugin as unknown as App), parts, countChange))
  await app.register(async (plugin) => refuseUnsupported(withAuthJsErrors(plugin as unknown as App)), {
    prefix: '/auth/v1',
  })
}

function protocolRoutes(app: App, parts: AuthParts, countChange: CountChange) {
  const { tokens, passwords } = parts
  const changePassword = passwordChanges(passwords, countChange)

  serve(app, auth.token, async ({ database, query, body, request }) => {
    if (query.grant_type === 'password' && 'email' in body)
      return signIn({ ...parts, database, log: request.log }, { ...body, ...clientOf(request) })
    if (query.grant_type === 'refresh_token' && 'refresh_token' in body)
      return refresh({ ...parts, database }, body.refresh_token)
    throw invalid('Ogiltigt värde')
  })
  serve(app, auth.user, async ({ db, actor }) => userResponse(await getOwnLogin(db, actor.userId)))
  serve(app, auth.changePassword, async ({ db, actor, body }) => {
    await changePassword(db, actor, body)
    return userResponse(await getOwnLogin(db, actor.userId))
  })
  serve(app, auth.logout, async ({ db, actor: { userId, sessionId }, query: { scope } }) => {
    if (scope === 'local') await endSession(db, userId, sessionId)
    else await endSessions(db, userId, scope === 'others' ? { except: sessionId } : {})
  })
  serve(app, auth.recover, async ({ database, body, request }) => {
    await recover(database, { email: body.email, ip: request.ip })
    return {}
  })
  serve(app, auth.verify, ({ database, body, request }) =>
    redeemLink({ database, tokens }, body.token_hash, clientOf(request).userAgent),
  )
  passkeyRoutes(app, parts)
  serve(app, auth.publicKeys, async () => ({ keys: tokens.publicKeys }))
  factorRoutes(app, parts)
}

/** Answers requests for unsupported parts of the protocol, OPTIONS among them: no other origin is allowed. */
function refuseUnsupported(app: App) {
  app.setNotFoundHandler((request, reply) => {
    const [url = ''] = request.url.split('?')
    const allowed = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) =>
      app.hasRoute({ method, url }),
    )
    if (allowed.length === 0 || request.method === 'OPTIONS') throw notFound()
    reply.header('allow', allowed.join(', '))
    throw new AppError(405, 'method_not_allowed', 'Adressen finns, men tar inte emot ett sådant anrop')
  })
}

/** Uses the error body of auth-js and accepts its empty JSON bodies. */
function withAuthJsErrors(app: App): App {
  app.setErrorHandler(answerProtocolErrors)
  acceptJson(app, { mayBeEmpty: true })
  return app
}

const clientOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] })

/** Throws NoSession for a login that was disabled during the request. */
async function getOwnLogin(db: Parameters<typeof findLogin>[0], userId: string) {
  const login = await findLogin(db, userId)
  if (!login) throw new NoSession()
  return login
}
