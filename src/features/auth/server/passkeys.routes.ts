import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { passkeys } from '../passkeys.contract.ts'
import type { AuthParts } from './auth.routes.ts'
import { signInByPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { listPasskeys } from './passkeys.queries.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskeyRegistration } from './passkeys.ts'

/** Below the error handler of the protocol. */
export function passkeyRoutes(app: App, parts: AuthParts) {
  const { relyingParty } = parts
  serve(app, passkeys.list, ({ db, actor }) => listPasskeys(db, actor.userId))
  serve(app, passkeys.startRegistration, ({ db, actor }) => startPasskeyRegistration(db, relyingParty, actor))
  serve(app, passkeys.verifyRegistration, ({ db, actor, body, request }) =>
    addPasskey(db, parts, actor, {
      challengeId: body.challenge_id,
      created: body.credential,
      userAgent: request.headers['user-agent'],
    }),
  )
  serve(app, passkeys.startSignIn, ({ database, request }) =>
    startPasskeySignIn({ ...parts, database, log: request.log }, request.ip),
  )
  serve(app, passkeys.verifySignIn, ({ database, body, request }) =>
    signInByPasskey(
      { ...parts, database, log: request.log },
      {
        challengeId: body.challenge_id,
        assertion: body.credential,
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      },
    ),
  )
  serve(app, passkeys.rename, ({ db, actor, params, body }) =>
    renamePasskey(db, actor, { id: params.id, name: body.friendly_name }),
  )
  serve(app, passkeys.remove, ({ db, actor, params }) => removePasskey(db, actor, params.id))
}
