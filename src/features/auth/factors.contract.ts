// Second factors in the protocol of auth-js (`mfa.*`).
import { z } from 'zod'
import { del, get, Id, IdParams, post, requiredLine } from '#shared/contract.ts'
import { sanitizedLine } from '#shared/text.rules.ts'
import { AuthSession } from './auth.contract.ts'
import { FACTOR_NAME_MAX } from './factors.rules.ts'
import { Assertion, CreatedCredential, CreationOptions, RequestOptions } from './webauthn.contract.ts'

const FactorName = z
  .string('Ogiltigt värde')
  .overwrite(sanitizedLine)
  .max(FACTOR_NAME_MAX, `Namnet får max vara ${FACTOR_NAME_MAX} tecken`)
  .nullish()
  .transform((name) => name || null)

/** The name of the service in the person's app; the organization's by default. */
const Issuer = z
  .string('Ogiltigt värde')
  .overwrite(sanitizedLine)
  .max(FACTOR_NAME_MAX, `Namnet får max vara ${FACTOR_NAME_MAX} tecken`)
  .nullish()
  .transform((name) => name || null)

export const NewTotp = z.strictObject({ factor_type: z.literal('totp'), friendly_name: FactorName, issuer: Issuer })
export type NewTotp = z.output<typeof NewTotp>

/** A passkey or security key, which the first challenge creates. */
const NewWebauthn = z.strictObject({ factor_type: z.literal('webauthn'), friendly_name: FactorName })

/** What the person's app needs; sent once, and stored encrypted. */
const EnrolledTotp = z.object({
  id: Id,
  type: z.literal('totp'),
  friendly_name: z.string().optional(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
})
export type EnrolledTotp = z.infer<typeof EnrolledTotp>

const EnrolledWebauthn = z.object({ id: Id, type: z.literal('webauthn'), friendly_name: z.string().optional() })
export type EnrolledWebauthn = z.infer<typeof EnrolledWebauthn>

/** What the client takes for the site; the server asks for and expects its own. */
const claim = { rpId: z.string().max(300).optional(), rpOrigins: z.array(z.string().max(300)).max(10).optional() }
const RelyingPartyClaim = z.strictObject(claim)

/** auth-js sends its parameters as the body. */
const ChallengeParams = z.strictObject({ factorId: Id.optional(), webauthn: RelyingPartyClaim.optional() })

/** `expires_at` in Unix seconds, by the database's clock. */
const challenge = { id: Id, expires_at: z.int() }
const TotpChallenge = z.object({ ...challenge, type: z.literal('totp') })
const WebauthnChallenge = z.object({
  ...challenge,
  type: z.literal('webauthn'),
  webauthn: z.discriminatedUnion('type', [
    z.object({ type: z.literal('create'), credential_options: z.object({ publicKey: CreationOptions }) }),
    z.object({ type: z.literal('request'), credential_options: z.object({ publicKey: RequestOptions }) }),
  ]),
})
const FactorChallenge = z.discriminatedUnion('type', [TotpChallenge, WebauthnChallenge])
export type FactorChallenge = z.infer<typeof FactorChallenge>
export type WebauthnChallenge = z.infer<typeof WebauthnChallenge>

const withoutSpaces = (text: string) => text.replace(/\s/g, '')

const CodeAnswer = z.strictObject({
  challenge_id: Id,
  code: z
    .string('Ange koden')
    .overwrite(withoutSpaces)
    .regex(/^\d{6}$/, 'Ange de sex siffrorna i din app'),
})

const WebauthnAnswer = z.strictObject({
  challenge_id: Id,
  webauthn: z.discriminatedUnion('type', [
    z.object({ ...claim, type: z.literal('create'), credential_response: CreatedCredential }),
    z.object({ ...claim, type: z.literal('request'), credential_response: Assertion }),
  ]),
})
export type WebauthnAnswer = z.output<typeof WebauthnAnswer>

export const FactorAnswer = z.union([WebauthnAnswer, CodeAnswer], 'Ange de sex siffrorna i din app')
export type FactorAnswer = z.output<typeof FactorAnswer>

const RemovedFactor = z.object({ id: Id })

const RecoveryCodesStatus = z.object({
  id: Id,
  type: z.literal('recovery_code'),
  total: z.int(),
  remaining: z.int(),
})
export type RecoveryCodesStatus = z.infer<typeof RecoveryCodesStatus>

/** The codes are sent once, and stored hashed. */
const NewRecoveryCodes = z.object({
  id: Id,
  type: z.literal('recovery_code'),
  friendly_name: z.string(),
  total: z.int(),
  codes: z.array(z.string()),
})
export type NewRecoveryCodes = z.infer<typeof NewRecoveryCodes>

/** Before a factor is proved, and while a password change is due, which comes after it. */
const open = { allow: 'signedIn', withoutFactor: true, duringPasswordChange: true } as const

export const factors = {
  enroll: post('/auth/v1/factors', {
    ...open,
    summary: 'Adds an authenticator app, a passkey or a security key, which counts once it is verified',
    body: z.discriminatedUnion('factor_type', [NewTotp, NewWebauthn], 'Den sortens andra steg finns inte'),
    returns: z.discriminatedUnion('type', [EnrolledTotp, EnrolledWebauthn]),
  }),
  challenge: post('/auth/v1/factors/:id/challenge', {
    ...open,
    summary: 'Starts the proof of a factor in this session',
    params: IdParams,
    body: ChallengeParams,
    returns: FactorChallenge,
  }),
  verify: post('/auth/v1/factors/:id/verify', {
    ...open,
    summary: 'Proves a factor: the session gets aal2, and a factor that was just added counts from now on',
    params: IdParams,
    body: FactorAnswer,
    returns: AuthSession,
    ownTransactions: true,
  }),
  unenroll: del('/auth/v1/factors/:id', {
    ...open,
    summary: 'Removes a factor; without another one the login is back to its password',
    params: IdParams,
    returns: RemovedFactor,
  }),
  recoveryCodes: get('/auth/v1/factors/recovery-codes', {
    ...open,
    summary: 'How many recovery codes there are, and how many are left',
    returns: RecoveryCodesStatus,
  }),
  makeRecoveryCodes: post('/auth/v1/factors/recovery-codes', {
    ...open,
    summary: 'Makes the recovery codes, which are shown once',
    body: z.strictObject({ friendly_name: FactorName }),
    returns: NewRecoveryCodes,
  }),
  verifyRecoveryCode: post('/auth/v1/factors/recovery-codes/verify', {
    ...open,
    summary: 'Uses a recovery code instead of a factor',
    body: z.strictObject({ code: requiredLine('Ange en reservkod').max(100, 'Koden är för lång') }),
    returns: AuthSession,
    ownTransactions: true,
  }),
  replaceRecoveryCodes: post('/auth/v1/factors/recovery-codes/regenerate', {
    ...open,
    summary: 'Replaces all recovery codes',
    returns: NewRecoveryCodes,
  }),
  removeRecoveryCodes: del('/auth/v1/factors/recovery-codes', {
    ...open,
    summary: 'Removes the recovery codes',
    returns: RemovedFactor,
  }),
}
