// Passkeys in the protocol of auth-js: each is a verified factor, and signs in alone.
import { z } from 'zod'
import { del, get, Id, IdParams, nothing, patch, post, requiredLine } from '#shared/contract.ts'
import { AuthSession, meta } from './auth.contract.ts'
import { FACTOR_NAME_MAX } from './factors.rules.ts'
import { Assertion, CreatedCredential, CreationOptions, RequestOptions } from './webauthn.contract.ts'

export const PasskeyName = requiredLine('Ange ett namn').max(
  FACTOR_NAME_MAX,
  `Namnet får max vara ${FACTOR_NAME_MAX} tecken`,
)

export const Passkey = z.object({
  id: Id,
  friendly_name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().optional(),
})
export type Passkey = z.infer<typeof Passkey>

const asked = { challenge_id: Id, expires_at: z.int() }
const answered = { challenge_id: Id }
/** Adding the first factor comes before everything else, also before a new password. */
const whileFactorIsDue = { duringPasswordChange: true, withoutFactor: true } as const

export const passkeys = {
  list: get('/auth/v1/passkeys', {
    allow: 'signedIn',
    summary: 'The own passkeys',
    returns: z.array(Passkey),
    ...whileFactorIsDue,
  }),
  startRegistration: post('/auth/v1/passkeys/registration/options', {
    allow: 'signedIn',
    summary: 'Begin to add a passkey: what the browser passes to the authenticator',
    body: z.strictObject({}),
    returns: z.object({ ...asked, options: CreationOptions }),
    ...whileFactorIsDue,
  }),
  verifyRegistration: post('/auth/v1/passkeys/registration/verify', {
    allow: 'signedIn',
    summary: 'Add the passkey that the authenticator has made; the session then counts as proved by it',
    body: z.strictObject({ ...answered, credential: CreatedCredential }),
    returns: Passkey,
    ...whileFactorIsDue,
  }),
  startSignIn: post('/auth/v1/passkeys/authentication/options', {
    allow: 'anyone',
    summary: 'Begin to sign in by passkey: what the browser passes to the authenticator',
    body: z.strictObject({ ...meta }),
    returns: z.object({ ...asked, options: RequestOptions }),
  }),
  verifySignIn: post('/auth/v1/passkeys/authentication/verify', {
    allow: 'anyone',
    summary: 'Sign in by what the authenticator has signed',
    body: z.strictObject({ ...answered, credential: Assertion }),
    returns: AuthSession,
  }),
  rename: patch('/auth/v1/passkeys/:id', {
    allow: 'signedIn',
    summary: 'Rename an own passkey',
    params: IdParams,
    body: z.strictObject({ friendly_name: PasskeyName }),
    returns: Passkey,
  }),
  remove: del('/auth/v1/passkeys/:id', {
    allow: 'signedIn',
    summary: 'Remove an own passkey, which no longer signs in',
    params: IdParams,
    returns: nothing,
    ...whileFactorIsDue,
  }),
}
