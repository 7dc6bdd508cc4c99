import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { factors } from '../factors.contract.ts'
import { enrollTotp } from './enroll-totp.ts'
import { challengeFactor, type ProofParts, verifyFactor } from './prove-factor.ts'
import {
  getRecoveryCodesStatus,
  makeRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts'
import { removeFactor } from './remove-factor.ts'
import { enrollWebauthn } from './webauthn-factor.ts'

/** Registered with the rest of the protocol, whose error body it uses. */
export function factorRoutes(app: App, parts: ProofParts) {
  serve(app, factors.enroll, ({ db, actor, body }) =>
    body.factor_type === 'webauthn' ? enrollWebauthn(db, actor, body) : enrollTotp(db, actor, parts.secrets, body),
  )
  serve(app, factors.challenge, ({ db, actor, params }) => challengeFactor(db, parts.relyingParty, actor, params.id))
  serve(app, factors.verify, ({ transaction, actor, params, body }) =>
    verifyFactor(parts, { transaction, actor }, { ...body, factorId: params.id }),
  )
  serve(app, factors.unenroll, ({ db, actor, params }) => removeFactor(db, actor, params.id))
  serve(app, factors.recoveryCodes, ({ db, actor }) => getRecoveryCodesStatus(db, actor))
  serve(app, factors.makeRecoveryCodes, ({ db, actor, body }) => makeRecoveryCodes(db, actor, body.friendly_name))
  serve(app, factors.verifyRecoveryCode, ({ transaction, actor, body }) =>
    verifyRecoveryCode(parts, { transaction, actor }, body.code),
  )
  serve(app, factors.replaceRecoveryCodes, ({ db, actor }) => replaceRecoveryCodes(db, actor))
  serve(app, factors.removeRecoveryCodes, ({ db, actor }) => removeRecoveryCodes(db, actor))
}
