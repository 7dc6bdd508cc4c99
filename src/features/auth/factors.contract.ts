// Second factors in the protocol of auth-js (`mfa.*`).
import { z } from 'zod'
import { del, get, Id, IdParams, post } from '#shared/contract.ts'
import { sanitizedLine } from '#shared/text.rules.ts'
import { AuthSession } from './auth.contract.ts'
import { FACTOR_NAME_MAX } from './factors.rules.ts'

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

/** What the person's app needs; sent once, and stored encrypted. */
const EnrolledTotp = z.object({
  id: Id,
  type: z.literal('totp'),
  friendly_name: z.string().optional(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
})
export type EnrolledTotp = z.infer<typeof EnrolledTotp>

/** auth-js sends its parameters as the body. */
const ChallengeParams = z.strictObject({ factorId: Id.optional() })

const FactorChallenge = z.object({
  id: Id,
  type: z.literal('totp'),
  /** Unix seconds, by the database's clock. */
  expires_at: z.int(),
})
export type FactorChallenge = z.infer<typeof FactorChallenge>

const withoutSpaces = (text: string) => text.replace(/\s/g, '')

export const FactorAnswer = z.strictObject({
  challenge_id: Id,
  code: z
    .string('Ange koden')
    .overwrite(withoutSpaces)
    .regex(/^\d{6}$/, 'Ange de sex siffrorna i din app'),
})
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
    summary: 'Adds an authenticator app, which counts once it is verified',
    body: NewTotp,
    returns: EnrolledTotp,
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
    body: z.strictObject({
      code: z.string('Ange en reservkod').min(1, 'Ange en reservkod').max(100, 'Koden är för lång'),
    }),
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
